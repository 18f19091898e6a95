import { isResourceName, RESOURCE_NAME_RULE } from "../../../common/resourceName";
import { stringifyCanonical, type Json } from "../json/json";

/** What is known of an operation. */
export interface Operation {
  /** How messages call it; the object's path follows: "update queue" + " acme/vision/frames". */
  title: string;
  method: "GET" | "PATCH" | "POST";
  /** The path of section 4; `{organizationName}` and the like are the parameters. */
  path: string;
  /** Media type of the request body; absent: the operation takes none. */
  mediaType?: string;
  /** The query parameters that it takes, and their names in the URL. */
  query?: Record<string, string>;
  /** The next step when the service knows no such object. */
  whenAbsent: string;
}

const PROJECT = "/organizations/{organizationName}/projects/{projectName}";
const MERGE_PATCH = "application/merge-patch+json";
const MUST_EXIST = "The object must exist before it is declared here: the API cannot create it.";

/** The four operations of the API, section 4. */
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

/** A request as it will be sent. */
export interface RenderedRequest {
  operation: Operation;
  /** Names of the object, outermost first, for messages: `acme/vision/web`. */
  objectPath: string;
  method: string;
  /** Path and query, to be appended to the base URL byte for byte. */
  path: string;
  /** The body, as it travels; keys are sorted. */
  body?: string;
  mediaType?: string;
}

/**
 * Makes a request of an operation's parameters (in camelCase: organizationName, projectName, containerGroupName,
 * queueName, inferenceEndpointName), query (`page`, `pageSize`; what is undefined is left out) and body.
 *
 * @throws Error when a name does not follow the resource-name rule (so no request can leave its intended path), or a body
 *   is missing or not wanted.
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
    .map(([name, value]) => `${operation.query?.[name] ?? name}=${value}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}
