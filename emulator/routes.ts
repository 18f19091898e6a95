import { jsonAnswer, type Answer } from "./answer";
import type { JsonValue } from "./json";
import { Problem } from "./problem";
import type { Store } from "./store";

/** What an operation works on: checked names and query, and the body as it came. */
export interface Call {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
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
  /** The query parameters that it knows: 32-bit integers from 1 to the number given. */
  query?: Readonly<Record<string, number>>;
  /** Throws a Problem for a request that is refused. */
  run: (call: Call, store: Store) => Answer;
}

const MERGE_PATCH = "application/merge-patch+json";
const PROJECT = "/organizations/:organization_name/projects/:project_name";
const GROUP = `${PROJECT}/containers/:container_group_name`;
const QUEUE = `${PROJECT}/queues/:queue_name`;

/** The page size of a listing that names none. */
const DEFAULT_PAGE_SIZE = 100;

const updateContainerGroup: Operation = {
  method: "PATCH",
  path: GROUP,
  mediaType: MERGE_PATCH,
  run: (call, store) => {
    const group = findGroup(call, store);
    group.patch(call.body);
    return jsonAnswer(200, group.text());
  },
};

const readContainerGroup: Operation = {
  method: "GET",
  path: GROUP,
  run: (call, store) => jsonAnswer(200, findGroup(call, store).text()),
};

const listInferenceEndpointJobs: Operation = {
  method: "GET",
  path: "/organizations/:organization_name/inference-endpoints/:inference_endpoint_name/jobs",
  query: { page: 2147483647, page_size: 100 },
  run: ({ params, query }, store) => {
    const organizationName = params["organization_name"] ?? "";
    const endpoint = store.endpoint(organizationName, params["inference_endpoint_name"] ?? "");
    if (endpoint === undefined) throw new Problem(404, "There is no inference endpoint of that name.");
    const { queue: link } = endpoint;
    const queue = link && store.queue(organizationName, link.projectName, link.queueName);
    const { page = 1, page_size: pageSize = DEFAULT_PAGE_SIZE } = query;
    return jsonAnswer(200, endpoint.pageText(Number(page), Number(pageSize), queue?.jobs ?? []));
  },
};

const updateQueue: Operation = {
  method: "PATCH",
  path: QUEUE,
  mediaType: MERGE_PATCH,
  run: (call, store) => {
    const queue = findQueue(call, store);
    queue.patch(call.body);
    return jsonAnswer(200, queue.text(store.groupsOf(queue)));
  },
};

const createQueueJob: Operation = {
  method: "POST",
  path: `${QUEUE}/jobs`,
  mediaType: "application/json",
  run: (call, store) => jsonAnswer(201, findQueue(call, store).createJob(call.body, call.rawBody).createdText()),
};

/** The operations of the interface; `allowGroupReads` adds the one that it does not have. */
export function operations(allowGroupReads: boolean): Operation[] {
  const shown = [updateContainerGroup, listInferenceEndpointJobs, updateQueue, createQueueJob];
  return allowGroupReads ? [...shown, readContainerGroup] : shown;
}

function findGroup({ params }: Call, store: Store) {
  const { organization_name = "", project_name = "", container_group_name = "" } = params;
  const group = store.group(organization_name, project_name, container_group_name);
  if (group === undefined) throw new Problem(404, "There is no container group of that name.");
  return group;
}

function findQueue({ params }: Call, store: Store) {
  const { organization_name = "", project_name = "", queue_name = "" } = params;
  const queue = store.queue(organization_name, project_name, queue_name);
  if (queue === undefined) throw new Problem(404, "There is no queue of that name.");
  return queue;
}
