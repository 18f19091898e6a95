import type * as pulumi from "@pulumi/pulumi";
import type { ContainerGroupState } from "./containerGroupObserved";
import { ContainerGroupsResource, isOfKind } from "./internal/resource";
import { RESOURCE_KINDS } from "./internal/resourceKinds";
import type { NamedArgs, RemovedMembersArgs } from "./resourceArgs";

/**
 * What a program declares of one queue, and which queue it is. `docs/fields.md` lists each field with its name in the API, its
 * limits, and what is sent when it is taken out of the program.
 */
export interface QueueArgs extends NamedArgs, RemovedMembersArgs {
  /** Free notes: at most 500 characters that match `^.*$`, so on one line. `null`, or taken out of the program: removed. */
  description?: pulumi.Input<string | null | undefined>;
  /** The display name: 2 to 63 characters that match `^[ ,-.0-9A-Za-z]+$`. `null`, or taken out of the program: removed. */
  displayName?: pulumi.Input<string | null | undefined>;
}

/** A container group that is attached to a queue. Each field is `undefined` where the response does not hold it. */
export interface QueueContainerGroup {
  /** The identifier of the group, a UUID. */
  id: string | undefined;
  /** The name of the group. */
  name: string | undefined;
  /** The display name of the group. */
  displayName: string | undefined;
  /** The desired number of instances: 0 to 500. */
  replicas: number | undefined;
  /** Grows with every change of the configuration: 1 to 2147483647. */
  version: number | undefined;
  /** True while a requested change is not yet applied to all containers. */
  pendingChange: boolean | undefined;
  /** The operational state. */
  currentState: ContainerGroupState | undefined;
}

/**
 * The response of the service to the last update of a queue. It is a record of that moment, because the API cannot read a queue.
 * Each field is `undefined` where the response does not hold it and until a request was made. With the setting `observed:
 * summary` only `id` and `updateTime` are kept.
 */
export interface QueueObserved {
  /** The identifier of the queue, a UUID. */
  id: string | undefined;
  /** The display name. */
  displayName: string | undefined;
  /** Free notes. */
  description: string | undefined;
  /** When the queue was created, as an ISO 8601 date-time. */
  createTime: string | undefined;
  /** When the queue was last changed, as an ISO 8601 date-time. */
  updateTime: string | undefined;
  /** How many jobs were in the queue at that moment: 0 to 2147483647. */
  currentQueueLength: number | undefined;
  /** The container groups that are attached to the queue, at most 100. */
  containerGroups: QueueContainerGroup[] | undefined;
}

/**
 * A queue that exists already, and the fields of it that the program manages.
 *
 * - Create sends one merge patch with the declared fields, or nothing where none is declared. The queue must exist, because
 *   the API cannot create one: otherwise the request fails, and nothing is kept in the state.
 * - Update sends one merge patch with the difference, or nothing where there is none.
 * - Delete sends nothing. The queue stays as it is.
 * - Refresh sends nothing, unless the setting `refresh` is `patch` (`docs/drift.md`).
 *
 * A change of `name`, `organizationName`, `projectName` or `profile` replaces the resource. A request that the service refuses
 * changes nothing in the state. If a response is lost, the next `pulumi up` sends the same fields again (`docs/errors.md`).
 *
 * The Pulumi id is `organization/project/name`.
 *
 * @example Manage the description of the queue named frames.
 * ```ts
 * new Queue("frames", { description: "Frames to be labelled" });
 * ```
 *
 * @example Manage a queue of another project, and export its length.
 * ```ts
 * const frames = new Queue("frames", { name: "vision-frames", projectName: "vision", displayName: "Frames" });
 * export const length = frames.observed.currentQueueLength;
 * ```
 */
export class Queue extends ContainerGroupsResource {
  /** The type token, by which typed policies (`validateResourceOfType`) find these resources. */
  public static readonly __pulumiType = RESOURCE_KINDS.queue.type;

  /** The name of the queue in the service. */
  declare public readonly name: pulumi.Output<string>;
  /** The description as declared. */
  declare public readonly description: pulumi.Output<string | null | undefined>;
  /** The display name as declared. */
  declare public readonly displayName: pulumi.Output<string | null | undefined>;
  /** What an update does with fields that are no longer in the program, as declared. */
  declare public readonly removedMembers: pulumi.Output<"unset" | "leave" | undefined>;
  /** The last response of the service. Its fields are `undefined` until a request was made. */
  declare public readonly observed: pulumi.Output<QueueObserved>;

  /**
   * Declares a queue.
   *
   * @param name the name of the resource in the program, and of the queue unless `args.name` is given
   * @param args what the program manages of the queue
   * @param opts Pulumi's resource options. `import` is refused: a new resource adopts the queue anyway
   * @throws pulumi.RunError when `opts.import` is given, when this package is no direct dependency of the program, when `args`
   *   hold a value that JSON cannot express, or when another resource of the program declares the same queue. What an output or
   *   a promise turns out to hold fails the deployment instead.
   */
  constructor(name: string, args: QueueArgs = {}, opts: pulumi.CustomResourceOptions = {}) {
    super(RESOURCE_KINDS.queue, name, args, opts);
  }

  /** Whether `value` is a `Queue`, of this copy of the package or another one. */
  public static override isInstance(value: unknown): value is Queue {
    return isOfKind(value, RESOURCE_KINDS.queue);
  }
}
