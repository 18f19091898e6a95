import { stringify } from "lossless-json";
import type { ContainerGroup } from "../service/containerGroup";
import { containerGroupResponse } from "../service/containerGroupResponse";
import { queueResponse, type Queue } from "../service/queue";
import { queueJobResponse } from "../service/queueJob";
import type { Store } from "../service/store";
import { masked } from "./masked";

/** How much of each there is in one view of all. */
const MOST = { groups: 500, queues: 100, jobs: 50 };

/** How long the JSON text of one object, or one request, may be in a view. */
const MOST_CHARACTERS = 100_000;

/** A group as a response shows it, with nothing secret. */
export function groupView(group: ContainerGroup): object {
  return bounded(masked(group.toResponse(), containerGroupResponse) as object);
}

/** A queue as a response shows it, with nothing secret: its groups by their names, and its last jobs, newest first. */
export function queueView(queue: Queue, now: number): object {
  const { organizationName, projectName } = queue.seed;
  const jobs = queue.jobs.slice(-MOST.jobs).reverse();
  return {
    organization_name: organizationName,
    project_name: projectName,
    ...(masked(queue.toResponse([]), queueResponse) as object),
    container_groups: queue.groupNames,
    job_count: queue.jobs.length,
    jobs: jobs.map((job) => bounded(masked(job.toResponse(now), queueJobResponse) as object)),
  };
}

/** All groups and queues, but for those beyond a number that a page can show; the counts are of all. */
export function objectsView(store: Store, now: number): object {
  const { groups, queues } = store;
  return {
    group_count: groups.length,
    groups: groups.slice(0, MOST.groups).map(groupView),
    queue_count: queues.length,
    queues: queues.slice(0, MOST.queues).map((queue) => queueView(queue, now)),
  };
}

/** The view, or its scalars alone where it is too long for a page. */
export function bounded<View extends object>(view: View): View | (Partial<View> & { too_long: true }) {
  if ((stringify(view)?.length ?? 0) <= MOST_CHARACTERS) {
    return view;
  }
  const isShort = ([, value]: [string, unknown]): boolean => typeof value !== "object" && String(value).length < 1000;
  const scalars = Object.fromEntries(Object.entries(view).filter(isShort)) as Partial<View>;
  return { ...scalars, too_long: true };
}
