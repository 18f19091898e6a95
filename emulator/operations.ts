import { isDeeperThan, type JsonObject, type JsonValue } from "./json";
import type { OpenRequest } from "./requestLog";
import { EMULATOR_RULE, jsonResponse, Problem, type ServiceResponse } from "./response";
import { DocumentSchema, object, RESOURCE_NAME } from "./schema";
import type { Store } from "./store";

type Strings = Readonly<Record<string, string>>;

/** What an operation works on: checked names and query, and the body as it came. */
export interface Call {
  /** In the order of the path: an organization's, a project's where the path has one, and the object's own. */
  names: [string, string, string];
  query: Readonly<Record<string, number>>;
  body: JsonValue | undefined;
  rawBody: string;
}

/** One operation of interface section 4. */
export interface Operation {
  method: "GET" | "PATCH" | "POST";
  /** Below the base path, with Fastify's parameters. */
  path: string;
  /** The only media type of the body; `undefined` for an operation without one. */
  mediaType?: string;
  /** Default: no parameters. */
  query?: DocumentSchema;
  /** Throws a Problem for a request that is refused. */
  run: (call: Call, store: Store) => ServiceResponse;
}

const MERGE_PATCH = "application/merge-patch+json";
const PROJECT = "/organizations/:organization_name/projects/:project_name";
const GROUP = `${PROJECT}/containers/:container_group_name`;
const QUEUE = `${PROJECT}/queues/:queue_name`;

/** The page size of a listing that names none. */
const DEFAULT_PAGE_SIZE = 100;
const MAX_DEPTH = 500;
const NO_QUERY = new DocumentSchema(object({}));

const OPERATIONS: readonly Operation[] = [
  {
    method: "PATCH",
    path: GROUP,
    mediaType: MERGE_PATCH,
    run: (call, store) => {
      const group = found("container group", store.group(...call.names));
      group.patch(call.body);
      return jsonResponse(200, group.toResponse());
    },
  },
  {
    method: "GET",
    path: "/organizations/:organization_name/inference-endpoints/:inference_endpoint_name/jobs",
    query: new DocumentSchema(
      object({
        page: { type: "integer", minimum: 1, maximum: 2147483647 },
        page_size: { type: "integer", minimum: 1, maximum: 100 },
      }),
    ),
    run: ({ names: [organizationName, name], query }, store) => {
      const endpoint = found("inference endpoint", store.endpoint(organizationName, name));
      const { queue: link } = endpoint.seed;
      const queue = link && store.queue(organizationName, link.projectName, link.queueName);
      const { page = 1, page_size = DEFAULT_PAGE_SIZE } = query;
      return jsonResponse(200, endpoint.toPage(page, page_size, queue?.jobs ?? []));
    },
  },
  {
    method: "PATCH",
    path: QUEUE,
    mediaType: MERGE_PATCH,
    run: (call, store) => {
      const queue = found("queue", store.queue(...call.names));
      queue.patch(call.body);
      return jsonResponse(200, queue.toResponse(store.groupsOf(queue)));
    },
  },
  {
    method: "POST",
    path: `${QUEUE}/jobs`,
    mediaType: "application/json",
    run: ({ names, body, rawBody }, store) => {
      const queue = found("queue", store.queue(...names));
      return jsonResponse(201, queue.createJob(body, rawBody).toCreatedResponse());
    },
  },
];

const readContainerGroup: Operation = {
  method: "GET",
  path: GROUP,
  run: ({ names }, store) => jsonResponse(200, found("container group", store.group(...names)).toResponse()),
};

/** The operations of the API; `allowGroupReads` adds one that it does not have. */
export function operations(allowGroupReads: boolean): readonly Operation[] {
  return allowGroupReads ? [...OPERATIONS, readContainerGroup] : OPERATIONS;
}

/**
 * A request as its operation takes it, or the Problem that refuses it. Looked at in this order: names in the path (400),
 * query (400), media type (415), JSON (400). Whether the object exists is the operation's to say.
 */
export function readCall(operation: Operation, request: OpenRequest, params: unknown, query: unknown): Call {
  for (const [parameter, name] of Object.entries(params as Strings)) {
    if (!RESOURCE_NAME.test(name)) {
      throw new Problem(400, `The path parameter ${parameter} must match ${RESOURCE_NAME.source}.`);
    }
  }
  // Digits are a number; all else is a string, which no parameter may be.
  const read = Object.entries(query as Strings).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text]);
  const { query: schema = NO_QUERY } = operation;
  const numbers = schema.read(Object.fromEntries(read) as JsonObject, "query") as Call["query"];
  if (operation.mediaType !== undefined) {
    checkBody(request, operation.mediaType);
  }
  const names = Object.values(params as Strings) as Call["names"];
  return { names, query: numbers, body: request.body, rawBody: request.rawBody };
}

function checkBody({ headers, body }: OpenRequest, mediaType: string): void {
  const [given, ...parameters] = (headers["content-type"] ?? "").split(";").map((part) => part.trim());
  if (given?.toLowerCase() !== mediaType || !parameters.every((part) => /^charset="?utf-8"?$/i.test(part))) {
    throw new Problem(415, `The body must be sent as ${mediaType}, in UTF-8.`, { accept: mediaType });
  }
  if (body === undefined) {
    throw new Problem(400, "The body is not JSON.");
  }
  if (isDeeperThan(body, MAX_DEPTH)) {
    const detail = `must not be nested more than ${MAX_DEPTH} levels deep ${EMULATOR_RULE}`;
    throw Problem.invalid("body", [{ pointer: "", detail }]);
  }
}

function found<T>(noun: string, object: T | undefined): T {
  if (object === undefined) {
    throw new Problem(404, `There is no ${noun} of that name.`);
  }
  return object;
}
