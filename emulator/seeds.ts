/** The wire form of a part of an object, as a seed gives it; checked when the seed is put. */
export type SeedPart = Readonly<Record<string, unknown>>;

/**
 * A container group to start with. Any member of interface section 2.1 may be preset in wire form; of the update form,
 * `container.registry_authentication`, `compression`, `format` and `scheme` too. An unknown or ill-typed member throws.
 */
export interface GroupSeed {
  organizationName: string;
  projectName: string;
  name: string;
  autostart_policy?: boolean;
  /** Default: a small image with one CPU. `size` may be a number, a bigint or a string of digits. */
  container?: SeedPart;
  country_codes?: readonly string[];
  create_time?: string;
  /** Fixed when given; otherwise it follows the replicas and `pending_change`. */
  current_state?: SeedPart;
  display_name?: string;
  id?: string;
  liveness_probe?: SeedPart;
  networking?: SeedPart;
  /** True: the change stays pending until the next update has settled. */
  pending_change?: boolean;
  priority?: string | null;
  queue_autoscaler?: SeedPart;
  /** Default: the queue that the group is attached to, if any. */
  queue_connection?: SeedPart;
  readiness_probe?: SeedPart;
  readme?: string;
  /** Default 1. */
  replicas?: number;
  /** Default `always`. */
  restart_policy?: string;
  "scaling-actions"?: readonly SeedPart[];
  "scheduled-scaling-enabled"?: boolean;
  startup_probe?: SeedPart;
  update_time?: string;
  /** Default 1. */
  version?: number;
  [member: string]: unknown;
}

/** A queue to start with (interface section 2.11). */
export interface QueueSeed {
  organizationName: string;
  projectName: string;
  name: string;
  /** Default: the queue's name. */
  display_name?: string;
  description?: string;
  /** Names of groups of the same project, which must exist; at most 100. */
  containerGroups?: readonly string[];
}

/** An inference endpoint to start with (interface section 2.13). */
export interface EndpointSeed {
  organizationName: string;
  name: string;
  /** How many jobs to make up, at no cost until they are listed; or the jobs, in wire form, with what is missing made up. */
  jobs?: number | readonly SeedPart[];
  /** A queue of the organization whose jobs are listed too, after the others; it may be put later. */
  queue?: { projectName: string; queueName: string };
}
