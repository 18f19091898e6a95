import { isResourceName, RESOURCE_NAME_RULE } from "../../../common/resourceName";
import { stringifyCanonical, type Json } from "../json/json";

/** The four operations of the interface, section 4. */
export type OperationName = "updateContainerGroup" | "listInferenceEndpointJobs" | "updateQueue" | "createQueueJob";

/** What is known of an operation. */
export interface Operation {
  name: OperationName;
  /** How messages call it; the object's path follows: "update queue" + " acme/vision/frames". */
  title: string;
  method: "GET" | "PATCH" | "POST";
  /** The path of section 4; `{organizationName}` and the like are the parameters. */
  path: string;
  /** Media type of the request body; absent: the operation takes none. */
  mediaType?: string;
  /** The query parameters it takes: wire name and range (whole numbers). */
  query: Record<string, { wire: string; min: number; max: number }>;
  /** The next step when the service knows no such object. */
  whenAbsent: string;
}

const PROJECT = "/organizations/{organizationName}/projects/{projectName}";
const MERGE_PATCH = "application/merge-patch+json";
const MUST_EXIST = "The object must exist before it is declared here: the interface cannot create it.";

/** Each operation by its name. */
const OPERATIONS: Record<OperationName, Operation> = {
  updateContainerGroup: {
    name: "updateContainerGroup",
    title: "update container group",
    method: "PATCH",
    path: `${PROJECT}/containers/{containerGroupName}`,
    mediaType: MERGE_PATCH,
    query: {},
    whenAbsent: MUST_EXIST,
  },
  listInferenceEndpointJobs: {
    name: "listInferenceEndpointJobs",
    title: "list jobs of inference endpoint",
    method: "GET",
    path: "/organizations/{organizationName}/inference-endpoints/{inferenceEndpointName}/jobs",
    query: {
      page: { wire: "page", min: 1, max: 2147483647 },
      pageSize: { wire: "page_size", min: 1, max: 100 },
    },
    whenAbsent: "The inference endpoint must exist: the interface cannot create it.",
  },
  updateQueue: {
    name: "updateQueue",
    title: "update queue",
    method: "PATCH",
    path: `${PROJECT}/queues/{queueName}`,
    mediaType: MERGE_PATCH,
    query: {},
    whenAbsent: MUST_EXIST,
  },
  createQueueJob: {
    name: "createQueueJob",
    title: "create job in queue",
    method: "POST",
    path: `${PROJECT}/queues/{queueName}/jobs`,
    mediaType: "application/json",
    query: {},
    whenAbsent: "The queue must exist before a job is posted to it: the interface cannot create it.",
  },
};

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
 * queueName, inferenceEndpointName), query (`page`, `pageSize`; undefined members are left out) and body.
 *
 * @throws Error when a name does not follow the resource-name rule (so no request can leave its intended path), a query
 *   parameter is unknown or out of its range, or a body is missing or not wanted.
 */
export function renderRequest(
  name: OperationName,
  params: Record<string, string>,
  options: { query?: Record<string, number | undefined>; body?: Json } = {},
): RenderedRequest {
  const operation = OPERATIONS[name];
  const names: string[] = [];
  const path = operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = Object.hasOwn(params, parameter) ? params[parameter] : undefined;
    if (!isResourceName(value)) {
      throw new Error(`${operation.title}: ${parameter} must be ${RESOURCE_NAME_RULE}; it is ${shown(value)}.`);
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
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const rule = Object.hasOwn(operation.query, name) ? operation.query[name] : undefined;
    if (!rule) {
      throw new Error(`${operation.title}: there is no query parameter ${shown(name)}.`);
    }
    if (value === undefined) {
      return [];
    }
    if (!Number.isInteger(value) || value < rule.min || value > rule.max) {
      const range = `a whole number from ${rule.min} to ${rule.max}`;
      throw new Error(`${operation.title}: ${name} must be ${range}; it is ${shown(value)}.`);
    }
    return [`${rule.wire}=${value}`];
  });
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

function shown(value: unknown): string {
  return value === undefined
    ? "missing"
    : typeof value === "string"
      ? JSON.stringify(value.slice(0, 80))
      : String(value);
}
