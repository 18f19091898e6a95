import type * as pulumi from "@pulumi/pulumi";
import { ContainerGroupsResource, isOfKind } from "./internal/resource";
import { RESOURCE_KINDS } from "./internal/resourceKinds";
import type { Json, JsonInput, JsonObjectInput, JsonScalar, OptionalJsonInput } from "./json";
import type { ProjectArgs } from "./resourceArgs";

/**
 * One job for a queue. A change of any argument replaces the resource, that is, it posts another job. `docs/fields.md` lists the
 * limits.
 */
export interface QueueJobArgs extends ProjectArgs {
  /** The name of the queue: 2 to 63 characters that match `^[a-z][a-z0-9-]{0,61}[a-z0-9]$`. */
  queueName: pulumi.Input<string>;
  /** The input: any JSON value, also `null`. Its keys are not renamed. Plain in the state unless it is a secret. */
  input: JsonInput;
  /** Extra data: a JSON object. Its keys are not renamed. Plain in the state unless it is a secret. Default: none. */
  metadata?: pulumi.Input<JsonObjectInput | undefined>;
  /** A URL of 1 to 2048 characters that the service calls when the job completes. Always secret. Default: none. */
  webhook?: pulumi.Input<string | undefined>;
  /**
   * Any JSON values, such as `group.observed.version`. They are not sent; a change of one posts another job. One that is
   * `undefined` counts as `null`, so that the others keep their places. Default: none.
   */
  triggers?: pulumi.Input<OptionalJsonInput[] | undefined>;
}

/** The status of a job. The API documents neither the first one nor the order of the others. */
export type QueueJobStatus = "pending" | "running" | "succeeded" | "cancelled" | "failed";

/** Something that happened to a job. */
export interface JobEvent {
  /** When it happened, as an ISO 8601 date-time. `undefined` where the response does not hold it. */
  time: string | undefined;
  /**
   * All other fields of the event in the response that are plain values, by their names in the API. Absent where there is none.
   */
  additionalMembers?: { [member: string]: JsonScalar };
}

/**
 * The response of the service to the posting of the job. It is a record of that moment, because the API cannot read a job of a
 * queue. Each field is `undefined` where the response does not hold it. With the setting `observed: summary` only `id` and
 * `updateTime` are kept.
 */
export interface QueueJobObserved {
  /** The identifier of the job, a UUID. */
  id: string | undefined;
  /** The status of the job. */
  status: QueueJobStatus | undefined;
  /** When the job was created, as an ISO 8601 date-time. */
  createTime: string | undefined;
  /** When the job was last changed, as an ISO 8601 date-time. */
  updateTime: string | undefined;
  /** What had happened to the job, at most 1000 events. */
  events: JobEvent[] | undefined;
  /**
   * The output of the job, any JSON value. A whole number beyond ±(2^53 - 1) is a string of its digits. Secret where `input` or
   * `metadata` is.
   */
  output: Json | undefined;
}

/**
 * A job that is posted to a queue when the resource is created.
 *
 * - Create sends one POST. It is sent again only when it surely was not processed, so that no job runs twice
 *   (`docs/errors.md`). If the response is lost, the create fails and says that the job may exist; the next `pulumi up` posts it
 *   again. If the service accepted the job but its response cannot be read, the job is kept as posted, with an error.
 * - A change of any argument replaces the resource: another job is posted.
 * - Delete sends nothing, and does not cancel the job. Refresh sends nothing.
 *
 * Always secret: `webhook`.
 *
 * The Pulumi id is `organization/project/queue/jobId`.
 *
 * @example Post a job once.
 * ```ts
 * new QueueJob("warm-up", { queueName: "frames", input: { frames: 0 } });
 * ```
 *
 * @example Post it again for each release.
 * ```ts
 * const job = new QueueJob("migrate", { queueName: queue.name, input: { task: "migrate" }, triggers: [release] });
 * export const jobId = job.observed.id;
 * ```
 */
export class QueueJob extends ContainerGroupsResource {
  /** The type token, by which typed policies (`validateResourceOfType`) find these resources. */
  public static readonly __pulumiType = RESOURCE_KINDS.queueJob.type;

  /** The name of the queue. */
  declare public readonly queueName: pulumi.Output<string>;
  /** The input as declared. */
  declare public readonly input: pulumi.Output<Json>;
  /** Extra data as declared. */
  declare public readonly metadata: pulumi.Output<{ [member: string]: Json } | undefined>;
  /** The URL that the service calls when the job completes, as declared. Always secret. */
  declare public readonly webhook: pulumi.Output<string | undefined>;
  /** The values whose change posts another job, as declared. */
  declare public readonly triggers: pulumi.Output<Json[] | undefined>;
  /** The response of the service to the posting of the job. */
  declare public readonly observed: pulumi.Output<QueueJobObserved>;

  /**
   * Posts a job when the resource is created.
   *
   * @param name the name of the resource in the program
   * @param args the job
   * @param opts Pulumi's resource options. `import` is refused, because the API cannot read a job
   * @throws pulumi.RunError when `opts.import` is given, when this package is no direct dependency of the program, or when `args`
   *   hold a value that JSON cannot express. What an output or a promise turns out to hold fails the deployment instead.
   */
  constructor(name: string, args: QueueJobArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(RESOURCE_KINDS.queueJob, name, args, opts);
  }

  /** Whether `value` is a `QueueJob`, of this copy of the package or another one. */
  public static override isInstance(value: unknown): value is QueueJob {
    return isOfKind(value, RESOURCE_KINDS.queueJob);
  }
}
