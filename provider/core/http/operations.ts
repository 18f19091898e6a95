import { isResourceName, RESOURCE_NAME_RULE } from "../../../common/names";
import type { Json } from "../../../common/json";
import { stringifyCanonical } from "../json/json";

/** One operation of the API. */
export interface Operation {
  /** Its name in messages, which the object's path follows: `update queue` in `update queue acme/vision/frames`. */
  title: string;
  method: "GET" | "PATCH" | "POST";
  /** The path that follows the base URL. Its parameters are in braces: `{organizationName}`. */
  path: string;
  /** The media type of the request body. An operation without one takes no body. */
  mediaType?: string;
  /** Its query parameters, each with its name in the URL. */
  query?: Record<string, string>;
  /** What the user must know when the service has no such object. */
  whenAbsent: string;
}

const PROJECT = "/organizations/{organizationName}/projects/{projectName}";
const MERGE_PATCH = "application/merge-patch+json";
const MUST_EXIST = "The object must exist before it is declared here: the API cannot create it.";

/** The four operations of docs/api.md. */
const OPERATIONS = {
  updateContainerGroup: {
    title: "update container group",
    method: "PATCH",
    path: `${PROJECT}/containers/{containerGroupName}`,
    mediaType: MERGE_PATCH,
    whenAbsent: MUST_EXIST,
  },
  listInferenceEndpointJobs: {
    title: "list jobs of inference endpoint",
    method: "GET",
    path: "/organizations/{organizationName}/inference-endpoints/{inferenceEndpointName}/jobs",
    query: { page: "page", pageSize: "page_size" },
    whenAbsent: "The inference endpoint must exist: the API cannot create it.",
  },
  updateQueue: {
    title: "update queue",
    method: "PATCH",
    path: `${PROJECT}/queues/{queueName}`,
    mediaType: MERGE_PATCH,
    whenAbsent: MUST_EXIST,
  },
  createQueueJob: {
    title: "create job in queue",
    method: "POST",
    path: `${PROJECT}/queues/{queueName}/jobs`,
    mediaType: "application/json",
    whenAbsent: "The queue must exist before a job is posted to it: the API cannot create it.",
  },
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

/** A request of an operation, without the service's address and the key. */
export interface RenderedRequest {
  operation: Operation;
  /** The names of the object for messages, outermost first: `acme/vision/web`. */
  objectPath: string;
  method: string;
  /** The path and the query. They follow the base URL as they are. */
  path: string;
  /** The body as JSON with sorted keys. */
  body?: string;
  mediaType?: string;
}

/**
 * Makes a request of the parameters of an operation's path, its query and its body. A query parameter that is undefined
 * is left out.
 *
 * @throws Error when a name breaks the rule of resource names, because the request could then go to another path. It also throws
 *   when a body is missing, or is given to an operation that takes none.
 */
export function renderRequest(
  name: OperationName,
  params: Record<string, string>,
  options: { query?: Record<string, number | undefined>; body?: Json } = {},
): RenderedRequest {
  const operation: Operation = OPERATIONS[name];
  const names: string[] = [];
  const path = operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = Object.hasOwn(params, parameter) ? params[parameter] : undefined;
    if (!isResourceName(value)) {
      const given = value === undefined ? "missing" : JSON.stringify(String(value).slice(0, 80));
      throw new Error(`${operation.title}: ${parameter} must be ${RESOURCE_NAME_RULE}; it is ${given}.`);
    }
    names.push(value);
    return encodeURIComponent(value);
  });
  const request: RenderedRequest = {
    operation,
    objectPath: names.join("/"),
    method: operation.method,
    path: path + renderQuery(operation, options.query ?? {}),
  };
  if ((options.body === undefined) !== (operation.mediaType === undefined)) {
    throw new Error(`${operation.title}: ${operation.mediaType ? "the request needs a body" : "no body is sent"}.`);
  }
  if (options.body !== undefined) {
    request.body = stringifyCanonical(options.body);
    request.mediaType = operation.mediaType;
  }
  return request;
}

function renderQuery(operation: Operation, query: Record<string, number | undefined>): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${operation.query?.[name]}=${value}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}
