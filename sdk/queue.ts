import type * as pulumi from "@pulumi/pulumi";
import type { ContainerGroupState } from "./containerGroupObserved";
import { ContainerGroupsResource, getRefusal, isOfKind } from "./internal/containerGroupsResource";
import { RESOURCE_KINDS } from "./internal/resourceKinds";

/** What a program declares of one queue: the members of interface section 4.3, and what addresses the queue. */
export interface QueueArgs {
  /**
   * The queue's name in the service: 2 to 63 characters of `^[a-z][a-z0-9-]{0,61}[a-z0-9]$`. Default: the resource's name
   * in the program, as it is. A change replaces the resource: another queue is declared, this one is forgotten.
   */
  name?: pulumi.Input<string | undefined>;
  /** The organization, by the same name rule. Default: the setting `organizationName`. A change replaces the resource. */
  organizationName?: pulumi.Input<string | undefined>;
  /** The project, by the same name rule. Default: the setting `projectName`. A change replaces the resource. */
  projectName?: pulumi.Input<string | undefined>;
  /** The entry of the setting `profiles` whose settings are laid over the stack's. A change replaces the resource. */
  profile?: pulumi.Input<string | undefined>;
  /** Free notes on one line: at most 500 characters of `^.*$`. `null`, or no longer declared: removed. */
  description?: pulumi.Input<string | null | undefined>;
  /** The display name: 2 to 63 characters of `^[ ,-.0-9A-Za-z]+$`. `null`, or no longer declared: removed. */
  displayName?: pulumi.Input<string | null | undefined>;
  /**
   * What becomes of fields that are taken out of the program in that update: `"unset"` removes them in the service, `"leave"` forgets them
   * without a request, so that others can manage them. `replicas` is always left. Default: the setting `removedMembers`, else `"unset"`.
   * It never travels, and a change of it alone makes no request.
   */
  removedMembers?: pulumi.Input<"unset" | "leave" | undefined>;
}

/** A group that is attached to a queue, in short (interface section 2.11). */
export interface QueueContainerGroup {
  /** The group's identifier, a UUID. */
  id: string | undefined;
  /** The group's name. */
  name: string | undefined;
  /** The group's display name. */
  displayName: string | undefined;
  /** The desired instance count. */
  replicas: number | undefined;
  /** Grows with every configuration change. */
  version: number | undefined;
  /** True while a requested change is not yet applied to all containers. */
  pendingChange: boolean | undefined;
  /** The operational state. */
  currentState: ContainerGroupState | undefined;
}

/**
 * What the service answered to the last update of a queue (interface section 2.11). A member is `undefined` where the
 * service left it out, where no request was made yet, and, with the setting `observed: summary`, for most members.
 */
export interface QueueObserved {
  /** The queue's identifier, a UUID. */
  id: string | undefined;
  /** The display name. */
  displayName: string | undefined;
  /** Free notes. */
  description: string | undefined;
  /** Creation time, ISO 8601 date-time. */
  createTime: string | undefined;
  /** Last update time, ISO 8601 date-time. */
  updateTime: string | undefined;
  /** How many jobs were in the queue when it answered: 0 to 2147483647. */
  currentQueueLength: number | undefined;
  /** The groups attached to the queue, at most 100. */
  containerGroups: QueueContainerGroup[] | undefined;
}

/**
 * One queue that exists, and what the program declares of it.
 *
 * Declaring a queue adopts it, as with `ContainerGroup`: one merge patch with what differs, no request where nothing
 * does, and none on delete. The queue must exist: the interface has no way to create one.
 *
 * The Pulumi id is `organization/project/name`.
 *
 * @example Describe the queue that is named as the resource is.
 * ```ts
 * new Queue("frames", { description: "Frames to be labelled" });
 * ```
 *
 * @example Address a queue of another project, and export its length.
 * ```ts
 * const frames = new Queue("frames", { name: "vision-frames", projectName: "vision", displayName: "Frames" });
 * export const length = frames.observed.currentQueueLength;
 * ```
 */
export class Queue extends ContainerGroupsResource {
  /** The queue's name in the service. */
  declare public readonly name: pulumi.Output<string>;
  /** The organization: the argument, else the setting. */
  declare public readonly organizationName: pulumi.Output<string>;
  /** The project: the argument, else the setting. */
  declare public readonly projectName: pulumi.Output<string>;
  /** The profile, if one was given. */
  declare public readonly profile: pulumi.Output<string | undefined>;
  /** The description as declared. */
  declare public readonly description: pulumi.Output<string | null | undefined>;
  /** The display name as declared. */
  declare public readonly displayName: pulumi.Output<string | null | undefined>;
  /** What becomes of fields that are taken out of the program, as declared. */
  declare public readonly removedMembers: pulumi.Output<"unset" | "leave" | undefined>;
  /** What the service answered to the last update. Its members are `undefined` as long as no request was made. */
  declare public readonly observed: pulumi.Output<QueueObserved>;

  /**
   * Declares a queue.
   *
   * @param name the resource's name in the program; the queue's too, unless `args.name` says otherwise
   * @param args what is declared of the queue
   * @param opts Pulumi's resource options; `import` is refused, since declaring the resource is adopting
   * @throws pulumi.RunError when `args` hold a value that JSON cannot, or when another resource of this program
   *   declares the same queue. Both fail the deployment, not the constructor, where they show in an output only.
   */
  constructor(name: string, args: QueueArgs = {}, opts: pulumi.CustomResourceOptions = {}) {
    super(RESOURCE_KINDS.queue, name, args, opts);
  }

  /** Whether `value` is a queue of this package, also one that another copy of the package made. */
  public static override isInstance(value: unknown): value is Queue {
    return isOfKind(value, RESOURCE_KINDS.queue);
  }

  /**
   * Always throws, and says what to do instead.
   *
   * @deprecated The API has no way to read a queue: declare it in one stack, and read that stack's outputs from others with
   *   `pulumi.StackReference`.
   */
  public static get(_name: string, _id: pulumi.Input<pulumi.ID>): never {
    throw getRefusal(RESOURCE_KINDS.queue);
  }
}
