import { seedDocument, type SeedDocument } from "../files/seedDocument";
import { documentOfFault, faultDocument, faultOf } from "../http/faultDocument";
import { jsonResponse, type ServiceResponse } from "../response";
import { boolean, object, string, timestamp, type Schema } from "../service/schema";
import { version } from "../version";
import { objectsView } from "../views/objectViews";
import { viewOf } from "../views/requestView";
import type { AdminParts } from "./adminParts";

/** What an admin operation is given. */
export interface AdminCall {
  query: Readonly<Record<string, number>>;
  /** The body with all digits; `undefined` for an operation without one. */
  body: unknown;
}

/** One operation of the admin API. */
export interface AdminOperation {
  id: string;
  summary: string;
  method: "DELETE" | "GET" | "POST";
  /** Below `/__admin`. */
  path: string;
  /** Of the body, which is JSON. */
  body?: Schema;
  parameters?: Schema;
  response: { status: number; schema?: Schema };
  /** Throws a TypeError for a body that is refused. */
  run: (call: AdminCall, parts: AdminParts) => ServiceResponse;
}

const count: Schema = { type: "integer", minimum: 0 };
const anyObject: Schema = { type: "object" };
const listOf = (items: Schema): Schema => ({ type: "array", items });
const NOTHING: ServiceResponse = { status: 204, headers: {} };

/** How many requests a list has that asks for no number. */
const DEFAULT_LIMIT = 100;

const limits = object({ limit: { type: "integer", minimum: 1, maximum: 1_000_000 } });

const request = object({
  id: string,
  time: timestamp,
  method: string,
  path: string,
  status: { ...count, description: "0 where none was sent" },
  duration_ms: { type: "number", minimum: 0 },
  fault: string,
  refusal: string,
  bytes: count,
  body: {},
  changes: listOf(object({ pointer: string, before: {}, after: {} }, { required: ["pointer"] })),
  too_long: boolean,
});

/** The admin API. Nothing that it shows is secret: it asks for no key. */
export const adminOperations: readonly AdminOperation[] = [
  {
    id: "readHealth",
    summary: "Say that the emulator runs, and how many requests have come",
    method: "GET",
    path: "/health",
    response: {
      status: 200,
      schema: object(
        { status: { const: "ok" }, version: string, request_count: count },
        { required: ["status", "version", "request_count"] },
      ),
    },
    run: (_, { log }) => jsonResponse(200, { status: "ok", version, request_count: log.count }),
  },
  {
    id: "listRequests",
    summary: "List the last requests that are kept, oldest first: what was sent, beside what it changed",
    method: "GET",
    path: "/requests",
    parameters: limits,
    response: {
      status: 200,
      schema: object({ count, requests: listOf(request) }, { required: ["count", "requests"] }),
    },
    run: ({ query: { limit = DEFAULT_LIMIT } }, { log }) =>
      jsonResponse(200, { count: log.count, requests: log.requests.slice(-limit).map(viewOf) }),
  },
  {
    id: "forgetRequests",
    summary: "Forget the requests, and count from 0",
    method: "DELETE",
    path: "/requests",
    response: { status: 204 },
    run: (_, { log }) => {
      log.clear();
      return NOTHING;
    },
  },
  {
    id: "listFaults",
    summary: "List the faults that wait, in the order in which requests are offered to them",
    method: "GET",
    path: "/faults",
    response: { status: 200, schema: object({ faults: listOf(anyObject) }, { required: ["faults"] }) },
    run: (_, { faults }) => {
      const waiting = faults.waiting.map(({ fault, left }) => documentOfFault({ ...fault, times: left }));
      return jsonResponse(200, { faults: waiting });
    },
  },
  {
    id: "addFault",
    summary: "Put a fault for requests to come, after those that wait",
    method: "POST",
    path: "/faults",
    body: faultDocument,
    response: { status: 204 },
    run: ({ body }, { faults }) => {
      faults.add(faultOf(body));
      return NOTHING;
    },
  },
  {
    id: "forgetFaults",
    summary: "Forget the faults that wait",
    method: "DELETE",
    path: "/faults",
    response: { status: 204 },
    run: (_, { faults }) => {
      faults.clear();
      return NOTHING;
    },
  },
  {
    id: "addSeed",
    summary: "Put the objects of a seed, or none of them where one is bad: it creates or replaces each",
    method: "POST",
    path: "/seeds",
    body: seedDocument,
    response: { status: 204 },
    run: ({ body }, { seed }) => {
      seed(body as SeedDocument);
      return NOTHING;
    },
  },
  {
    id: "listObjects",
    summary: "List groups, and queues with their last jobs; the counts are of all",
    method: "GET",
    path: "/objects",
    response: {
      status: 200,
      schema: object(
        { group_count: count, groups: listOf(anyObject), queue_count: count, queues: listOf(anyObject) },
        { required: ["group_count", "groups", "queue_count", "queues"] },
      ),
    },
    run: (_, { store, clock }) => jsonResponse(200, objectsView(store, clock())),
  },
  {
    id: "reset",
    summary: "Start anew: the objects, the faults and the key of the start, no requests seen",
    method: "POST",
    path: "/reset",
    response: { status: 204 },
    run: (_, { reset }) => {
      reset();
      return NOTHING;
    },
  },
];
