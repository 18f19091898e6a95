import type * as pulumi from "@pulumi/pulumi";
import type { Priority } from "./container";
import type { NetworkingObserved } from "./networking";

/** When containers are restarted (interface section 2.1). */
export type RestartPolicy = "always" | "on_failure" | "never";

/** How many instances are in which state (interface section 2.9). */
export interface InstanceStatusCounts {
  /** Instances that a node is being found for. */
  allocatingCount: number | undefined;
  /** Instances being created. */
  creatingCount: number | undefined;
  /** Instances that run. */
  runningCount: number | undefined;
  /** Instances being stopped. */
  stoppingCount: number | undefined;
}

/** The operational state of a group (interface section 2.9). */
export interface ContainerGroupState {
  /** ISO 8601 date-time. */
  startTime: string | undefined;
  /** ISO 8601 date-time. */
  finishTime: string | undefined;
  /** Free text. */
  description: string | undefined;
  /** Instances by state. */
  instanceStatusCounts: InstanceStatusCounts | undefined;
}

/** The link of a group to a queue (interface section 2.10). */
export interface QueueConnection {
  /** The path that jobs are posted to. */
  path: string | undefined;
  /** The port that jobs are posted to. */
  port: number | undefined;
  /** The queue's name. */
  queueName: string | undefined;
}

/** What the service knows of the container beyond what a program declares (interface section 2.2). */
export interface ContainerObserved {
  /** The hash of the image. */
  hash: string | undefined;
  /** The size of the image as a decimal string: it may be too large for a JSON number. Unit: not shown. */
  size: string | undefined;
}

/**
 * What the service answered to the last update of a group (interface section 2.1): never environment values, credentials
 * or probe headers. A member is `undefined` where the service left it out, where no request was made yet, and, with the
 * setting `observed: summary`, for all but `id`, `version`, `pendingChange` and `updateTime`. It is a record of that
 * answer, not a live view: the interface has no way to read a group.
 */
export interface ContainerGroupObserved {
  /** The group's identifier, a UUID. */
  id: string | undefined;
  /** Grows with every configuration change: 1 to 2147483647. */
  version: number | undefined;
  /** True while a requested change is not yet applied to all containers. */
  pendingChange: boolean | undefined;
  /** The operational state. */
  currentState: ContainerGroupState | undefined;
  /** Creation time, ISO 8601 date-time. */
  createTime: string | undefined;
  /** Last update time, ISO 8601 date-time. */
  updateTime: string | undefined;
  /** Whether containers start by themselves when deployed. */
  autostartPolicy: boolean | undefined;
  /** When containers are restarted. */
  restartPolicy: RestartPolicy | undefined;
  /** Resource allocation and scheduling precedence. */
  priority: Priority | null | undefined;
  /** The desired instance count. */
  replicas: number | undefined;
  /** The display name. */
  displayName: string | undefined;
  /** Where instances may run; empty means anywhere. */
  countryCodes: string[] | undefined;
  /** Whether scheduled scaling is on. */
  scheduledScalingEnabled: boolean | undefined;
  /** Networking. */
  networking: NetworkingObserved | undefined;
  /** The queue that the group is attached to, if any. */
  queueConnection: QueueConnection | undefined;
  /** The image's hash and size. */
  container: ContainerObserved | undefined;
}

/**
 * An output whose fields are outputs at any depth: `group.observed.container.hash`. Where what holds a field is `undefined`,
 * so is the field.
 */
export type ObservedOutput<T> = pulumi.Output<T> & ObservedFields<NonNullable<T>>;

type ObservedFields<T> = [T] extends [boolean | number | string | readonly unknown[]]
  ? unknown
  : { readonly [Field in keyof T]: ObservedOutput<T[Field] | undefined> };
