import type * as pulumi from "@pulumi/pulumi";
import { ContainerGroupsResource, getRefusal, isOfKind } from "./internal/containerGroupsResource";
import { RESOURCE_KINDS } from "./internal/resourceKinds";
import type { Json, JsonInput, JsonObjectInput } from "./json";

/** What a program says of one job (interface section 4.4). A change of any member posts a new job. */
export interface QueueJobArgs {
  /** The queue's name: 2 to 63 characters of `^[a-z][a-z0-9-]{0,61}[a-z0-9]$`. */
  queueName: pulumi.Input<string>;
  /** The organization, by the same name rule. Default: the setting `organizationName`. */
  organizationName?: pulumi.Input<string | undefined>;
  /** The project, by the same name rule. Default: the setting `projectName`. */
  projectName?: pulumi.Input<string | undefined>;
  /** The entry of the setting `profiles` whose settings are laid over the stack's. */
  profile?: pulumi.Input<string | undefined>;
  /** The job's input: any JSON value, `null` too. Its keys are never renamed. */
  input: JsonInput;
  /** Extra data, a JSON object. Its keys are never renamed. */
  metadata?: pulumi.Input<JsonObjectInput | undefined>;
  /** A URL that the service calls when the job completes: 1 to 2048 characters. Secret without being asked. */
  webhook?: pulumi.Input<string | undefined>;
  /** Any JSON values. They are not sent: a change of one posts a new job. */
  triggers?: pulumi.Input<JsonInput[] | undefined>;
}

/** Where a job stands (interface section 3). */
export type QueueJobStatus = "pending" | "running" | "succeeded" | "cancelled" | "failed";

/** Something that happened to a job (interface sections 2.12 and 2.13). */
export interface JobEvent {
  /** When, an ISO 8601 date-time. */
  time: string;
}

/**
 * What the service answered when the job was posted (interface section 2.12). It is a record of that moment: the
 * interface has no way to read a job of a queue. A member is `undefined` where the service left it out.
 */
export interface QueueJobObserved {
  /** The job's identifier, a UUID. */
  id: string | undefined;
  /** Where the job stood. */
  status: QueueJobStatus | undefined;
  /** Creation time, ISO 8601 date-time. */
  createTime: string | undefined;
  /** Last update time, ISO 8601 date-time. */
  updateTime: string | undefined;
  /** What had happened, at most 1000 events. */
  events: JobEvent[] | undefined;
  /** The job's output, any JSON value. */
  output: Json | undefined;
}

/**
 * One job, posted to a queue when the resource is created (interface section 4.4). A job never changes: a change of any
 * argument posts a new one. Deleting the resource makes no request, and a job that was posted is not taken back. A request
 * that may have been processed is never repeated, so that no job is posted, and paid for, twice.
 *
 * Secret without being asked: `webhook`.
 *
 * The Pulumi id is `organization/project/queue/jobId`.
 *
 * @example Post a job once.
 * ```ts
 * new QueueJob("warm-up", { queueName: "frames", input: { frames: 0 } });
 * ```
 *
 * @example Post it again with each release.
 * ```ts
 * const job = new QueueJob("migrate", { queueName: queue.name, input: { task: "migrate" }, triggers: [release] });
 * export const jobId = job.observed.id;
 * ```
 */
export class QueueJob extends ContainerGroupsResource {
  /** The queue's name. */
  declare public readonly queueName: pulumi.Output<string>;
  /** The organization: the argument, else the setting. */
  declare public readonly organizationName: pulumi.Output<string>;
  /** The project: the argument, else the setting. */
  declare public readonly projectName: pulumi.Output<string>;
  /** The profile, if one was given. */
  declare public readonly profile: pulumi.Output<string | undefined>;
  /** The job's input. */
  declare public readonly input: pulumi.Output<Json>;
  /** Extra data. */
  declare public readonly metadata: pulumi.Output<{ [member: string]: Json } | undefined>;
  /** The URL that is called when the job completes. Secret. */
  declare public readonly webhook: pulumi.Output<string | undefined>;
  /** The values whose change posts a new job. */
  declare public readonly triggers: pulumi.Output<Json[] | undefined>;
  /** What the service answered when the job was posted. */
  declare public readonly observed: pulumi.Output<QueueJobObserved>;

  /**
   * Posts a job when the resource is created.
   *
   * @param name the resource's name in the program
   * @param args the job
   * @param opts Pulumi's resource options; `import` is refused, since the interface has no way to read a job
   * @throws pulumi.RunError when `args` hold a value that JSON cannot; one that shows in an output only fails the
   *   deployment, not the constructor.
   */
  constructor(name: string, args: QueueJobArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(RESOURCE_KINDS.queueJob, name, args, opts);
  }

  /** Whether `value` is a job of this package, also one that another copy of the package made. */
  public static override isInstance(value: unknown): value is QueueJob {
    return isOfKind(value, RESOURCE_KINDS.queueJob);
  }

  /**
   * Always throws, and says what to do instead.
   *
   * @deprecated The API has no way to read a job: declare it in one stack, and read that stack's outputs from others with
   *   `pulumi.StackReference`.
   */
  public static get(_name: string, _id: pulumi.Input<pulumi.ID>): never {
    throw getRefusal(RESOURCE_KINDS.queueJob);
  }
}
