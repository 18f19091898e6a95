import type { RequestLog } from "../http/requestLog";
import type { Faults } from "../http/faults";
import { documentOfFault, faultDocument, faultOf } from "../http/faultDocument";
import { seedDocument, type SeedDocument } from "../files/seedDocument";
import { object, type Schema } from "../service/schema";
import type { Store } from "../service/store";
import { version } from "../version";
import { objectsView } from "../views/objectViews";
import { viewOf } from "../views/requestView";
import type { LiveFeed } from "./liveFeed";

/** What the admin API works with. */
export interface AdminParts {
  store: Store;
  faults: Faults;
  log: RequestLog;
  feed: LiveFeed;
  /** The time in milliseconds, by the clock of objects. */
  clock: () => number;
  seed: (document: SeedDocument) => void;
  reset: () => void;
}

/** What an admin operation is given. */
interface AdminCall {
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
  /** Of the body of the response; without one the response is a 204. */
  response?: Schema;
  /** The body of the response, if any. Throws a TypeError for a body that is refused. */
  run: (call: AdminCall, parts: AdminParts) => object | void;
}

const anyObject: Schema = { type: "object" };

/** How many requests a list has that asks for no number. */
const DEFAULT_LIMIT = 100;

/** The admin API. Nothing that it shows is secret, unless the page asks for that. */
export const adminOperations: readonly AdminOperation[] = [
  {
    id: "readHealth",
    summary: "Say that the emulator runs, and how many requests have come",
    method: "GET",
    path: "/health",
    response: anyObject,
    run: (_, { log }) => ({ status: "ok", version, request_count: log.count }),
  },
  {
    id: "listRequests",
    summary: "List the last requests that are kept, oldest first: what was sent, beside what it changed",
    method: "GET",
    path: "/requests",
    parameters: object({ limit: { type: "integer", minimum: 1, maximum: 1_000_000 } }),
    response: anyObject,
    run: ({ query: { limit = DEFAULT_LIMIT } }, { log }) => ({
      count: log.count,
      requests: log.requests.slice(-limit).map((each) => viewOf(each)),
    }),
  },
  {
    id: "forgetRequests",
    summary: "Forget the requests, and count from 0",
    method: "DELETE",
    path: "/requests",
    run: (_, { log }) => log.clear(),
  },
  {
    id: "listFaults",
    summary: "List the faults that wait, in the order in which requests are offered to them",
    method: "GET",
    path: "/faults",
    response: anyObject,
    run: (_, { faults }) => ({
      faults: faults.waiting.map(({ fault, left }) => documentOfFault({ ...fault, times: left })),
    }),
  },
  {
    id: "addFault",
    summary: "Put a fault for requests to come, after those that wait",
    method: "POST",
    path: "/faults",
    body: faultDocument,
    run: ({ body }, { faults }) => faults.add(faultOf(body)),
  },
  {
    id: "forgetFaults",
    summary: "Forget the faults that wait",
    method: "DELETE",
    path: "/faults",
    run: (_, { faults }) => faults.clear(),
  },
  {
    id: "addSeed",
    summary: "Put the objects of a seed, or none of them where one is bad: it creates or replaces each",
    method: "POST",
    path: "/seeds",
    body: seedDocument,
    run: ({ body }, { seed }) => seed(body as SeedDocument),
  },
  {
    id: "listObjects",
    summary: "List groups, and queues with their last jobs; the counts are of all",
    method: "GET",
    path: "/objects",
    response: anyObject,
    run: (_, { store, clock }) => objectsView(store, clock()),
  },
  {
    id: "reset",
    summary: "Start anew: the objects, the faults and the key of the start, no requests seen",
    method: "POST",
    path: "/reset",
    run: (_, { reset }) => reset(),
  },
];
