import { stringify } from "lossless-json";
import { containerGroupResponse } from "../service/containerGroupResponse";
import type { Queue } from "../service/queue";
import { queueJobResponse } from "../service/queueJob";
import type { Store } from "../service/store";
import { ANYTHING, masked } from "./masked";

/** How much of each there is in one view of all. */
const MOST = { groups: 500, queues: 100, jobs: 50 };

/** How long the JSON text of one object, or one request, may be in a view. */
const MOST_CHARACTERS = 100_000;

/** A queue: its groups by their names, and its last jobs, newest first. */
function queueView(queue: Queue, now: number, isUnmasked: boolean): object {
  const { organizationName, projectName } = queue.seed;
  const jobs = queue.jobs.slice(-MOST.jobs).reverse();
  const jobSchema = isUnmasked ? ANYTHING : queueJobResponse;
  return {
    organization_name: organizationName,
    project_name: projectName,
    ...queue.toResponse([]),
    container_groups: queue.groupNames,
    job_count: queue.jobs.length,
    jobs: jobs.map((job) => bounded(masked(job.toResponse(now), jobSchema) as object)),
  };
}

/**
 * All groups and queues, but for those beyond a number that a page can show; the counts are of all. Each is as a response shows it, with nothing secret
 * unless `isUnmasked`.
 */
export function objectsView({ groups, queues }: Store, now: number, isUnmasked = false): object {
  const groupSchema = isUnmasked ? ANYTHING : containerGroupResponse;
  const shown = groups.slice(0, MOST.groups);
  return {
    group_count: groups.length,
    groups: shown.map((group) => bounded(masked(group.toResponse(), groupSchema) as object)),
    queue_count: queues.length,
    queues: queues.slice(0, MOST.queues).map((queue) => queueView(queue, now, isUnmasked)),
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
