import type { JsonObject } from "../json";
import { jsonResponse, Problem, type ServiceResponse } from "../response";
import { containerGroupResponse } from "../service/containerGroupResponse";
import { containerGroupUpdate } from "../service/containerGroupSchema";
import { inferenceEndpointJobPage } from "../service/inferenceEndpointJob";
import { queueResponse, queueUpdate } from "../service/queue";
import { queueJobCreation, queueJobResponse } from "../service/queueJob";
import { object, type Schema } from "../service/schema";
import type { Store } from "../service/store";
import type { Call } from "./call";
import type { Change } from "./requestLog";

/** A response, and what the request has changed. */
export type Outcome = ServiceResponse & { change?: Change };

/** One operation of the API. */
export interface Operation {
  id: string;
  summary: string;
  method: "GET" | "PATCH" | "POST";
  /** Below the base path, with Fastify's parameters. */
  path: string;
  /** The only media type of the body; `undefined` for an operation without one. */
  mediaType?: string;
  /** Of the body; of a merge patch, the schema of what it is merged into. */
  body?: Schema;
  parameters?: Schema;
  response: { status: number; schema: Schema };
  /** Throws a Problem for a request that is refused. */
  run: (call: Call, store: Store) => Outcome;
}

const MERGE_PATCH = "application/merge-patch+json";
const PROJECT = "/organizations/:organization_name/projects/:project_name";
const GROUP = `${PROJECT}/containers/:container_group_name`;
const QUEUE = `${PROJECT}/queues/:queue_name`;

/** The page size of a listing that names none. */
const DEFAULT_PAGE_SIZE = 100;

const paging = object({
  page: { type: "integer", minimum: 1, maximum: 2147483647 },
  page_size: { type: "integer", minimum: 1, maximum: 100 },
});

const OPERATIONS: readonly Operation[] = [
  {
    id: "updateContainerGroup",
    summary: "Update a container group",
    method: "PATCH",
    path: GROUP,
    mediaType: MERGE_PATCH,
    body: containerGroupUpdate,
    response: { status: 200, schema: containerGroupResponse },
    run: (call, store) => {
      const group = found("container group", store.group(...call.names));
      const before = group.document;
      group.patch(call.body);
      return { ...jsonResponse(200, group.toResponse()), change: { kind: "group", before, after: group.document } };
    },
  },
  {
    id: "listInferenceEndpointJobs",
    summary: "List the jobs of an inference endpoint",
    method: "GET",
    path: "/organizations/:organization_name/inference-endpoints/:inference_endpoint_name/jobs",
    parameters: paging,
    response: { status: 200, schema: inferenceEndpointJobPage },
    run: ({ names: [organizationName, name], query }, store) => {
      const endpoint = found("inference endpoint", store.endpoint(organizationName, name));
      const { queue: link } = endpoint.seed;
      const queue = link && store.queue(organizationName, link.projectName, link.queueName);
      const { page = 1, page_size = DEFAULT_PAGE_SIZE } = query;
      return jsonResponse(200, endpoint.toPage(page, page_size, queue?.jobs ?? []));
    },
  },
  {
    id: "updateQueue",
    summary: "Update a queue",
    method: "PATCH",
    path: QUEUE,
    mediaType: MERGE_PATCH,
    body: queueUpdate,
    response: { status: 200, schema: queueResponse },
    run: (call, store) => {
      const queue = found("queue", store.queue(...call.names));
      const before = queue.document;
      queue.patch(call.body);
      const response = jsonResponse(200, queue.toResponse(store.groupsOf(queue)));
      return { ...response, change: { kind: "queue", before, after: queue.document } };
    },
  },
  {
    id: "createQueueJob",
    summary: "Create a queue job",
    method: "POST",
    path: `${QUEUE}/jobs`,
    mediaType: "application/json",
    body: queueJobCreation,
    response: { status: 201, schema: queueJobResponse },
    run: ({ names, body, rawBody }, store) => {
      const queue = found("queue", store.queue(...names));
      const after = queue.createJob(body, rawBody).toCreatedResponse();
      return { ...jsonResponse(201, after), change: { kind: "job", after: after as JsonObject } };
    },
  },
];

const readContainerGroup: Operation = {
  id: "readContainerGroup",
  summary: "Read a container group, which the API cannot",
  method: "GET",
  path: GROUP,
  response: { status: 200, schema: containerGroupResponse },
  run: ({ names }, store) => jsonResponse(200, found("container group", store.group(...names)).toResponse()),
};

/** The operations of the API; `allowGroupReads` adds one that it does not have. */
export function operations(allowGroupReads: boolean): readonly Operation[] {
  return allowGroupReads ? [...OPERATIONS, readContainerGroup] : OPERATIONS;
}

const patterns = OPERATIONS.map((operation) => ({
  operation,
  pattern: new RegExp(`${operation.path.replaceAll(/:\w+/g, "[^/]+")}$`),
}));

/** The operation that a request's method and path name, whatever the base path is; `undefined` for none. */
export function operationOf(method: string, path: string): Operation | undefined {
  const [withoutQuery = ""] = path.split("?");
  return patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(withoutQuery))
    ?.operation;
}

function found<T>(noun: string, object: T | undefined): T {
  if (object === undefined) {
    throw new Problem(404, `There is no ${noun} of that name.`);
  }
  return object;
}
