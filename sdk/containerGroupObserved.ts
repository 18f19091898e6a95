import type * as pulumi from "@pulumi/pulumi";
import type { Priority } from "./container";
import type { JsonScalar } from "./json";

/** When containers are restarted. */
export type RestartPolicy = "always" | "on_failure" | "never";

/** How many instances are in which state. Each field is `undefined` where the response does not hold it. */
export interface InstanceStatusCounts {
  /** Instances that are being allocated. */
  allocatingCount: number | undefined;
  /** Instances that are being created. */
  creatingCount: number | undefined;
  /** Instances that are running. */
  runningCount: number | undefined;
  /** Instances that are being stopped. */
  stoppingCount: number | undefined;
}

/** The operational state of a group. Each field is `undefined` where the response does not hold it. */
export interface ContainerGroupState {
  /** The start time, as an ISO 8601 date-time. */
  startTime: string | undefined;
  /** The finish time, as an ISO 8601 date-time. */
  finishTime: string | undefined;
  /** Free text. */
  description: string | undefined;
  /** How many instances are in which state. */
  instanceStatusCounts: InstanceStatusCounts | undefined;
  /**
   * All other fields of the state in the response that are plain values, by their names in the API, such as `status`. `undefined`
   * where there is none.
   */
  additionalMembers: { [member: string]: JsonScalar } | undefined;
}

/** The networking of a group in the last response. Each field is `undefined` where the response does not hold it. */
export interface NetworkingObserved {
  /** Whether authentication is on. */
  auth: boolean | undefined;
  /** The DNS name. */
  dns: string | undefined;
  /** The kind of load balancer. The API does not document the values. */
  loadBalancer: string | undefined;
  /** The port. */
  port: number | undefined;
  /** The time limit for the request of a client. The API documents no unit. */
  clientRequestTimeout: number | undefined;
  /** The time limit for the response of the server. The API documents no unit. */
  serverResponseTimeout: number | undefined;
  /** Whether connections are limited to a single one. */
  singleConnectionLimit: boolean | undefined;
}

/** The link of a group to a queue. Each field is `undefined` where the response does not hold it. */
export interface QueueConnection {
  /** The path. */
  path: string | undefined;
  /** The port. */
  port: number | undefined;
  /** The name of the queue. */
  queueName: string | undefined;
}

/** What the service adds to the container. Each field is `undefined` where the response does not hold it. */
export interface ContainerObserved {
  /** The hash of the image. */
  hash: string | undefined;
  /** The size of the image as a decimal string, because it may be too large for a JSON number. The API documents no unit. */
  size: string | undefined;
}

/**
 * The response of the service to the last update of a group, without environment values, credentials and probe headers. It is a
 * record of that moment, because the API cannot read a group. Each field is `undefined` where the response does not hold it and
 * until a request was made. With the setting `observed: summary` only `id`, `version`, `pendingChange` and `updateTime` are kept.
 */
export interface ContainerGroupObserved {
  /** The identifier of the group, a UUID. */
  id: string | undefined;
  /** Grows with every change of the configuration: 1 to 2147483647. */
  version: number | undefined;
  /** True while a requested change is not yet applied to all containers. */
  pendingChange: boolean | undefined;
  /** The operational state. */
  currentState: ContainerGroupState | undefined;
  /** When the group was created, as an ISO 8601 date-time. */
  createTime: string | undefined;
  /** When the group was last changed, as an ISO 8601 date-time. */
  updateTime: string | undefined;
  /** `true`: containers start automatically when they are deployed; `false`: they need a manual start. */
  autostartPolicy: boolean | undefined;
  /** When containers are restarted. */
  restartPolicy: RestartPolicy | undefined;
  /** The precedence in resource allocation and scheduling. */
  priority: Priority | undefined;
  /** The desired number of instances: 0 to 500. */
  replicas: number | undefined;
  /** The display name. */
  displayName: string | undefined;
  /** The countries in which instances may run, at most 500; empty means anywhere. */
  countryCodes: string[] | undefined;
  /** Whether scheduled scaling is on. */
  scheduledScalingEnabled: boolean | undefined;
  /** The networking of the group. */
  networking: NetworkingObserved | undefined;
  /** The queue that the group is attached to, if any. */
  queueConnection: QueueConnection | undefined;
  /** The hash and the size of the image. */
  container: ContainerObserved | undefined;
}

/**
 * An output whose fields are outputs too, at any depth: `group.observed.container.hash`. A field of something `undefined` is
 * `undefined`.
 */
export type ObservedOutput<T> = pulumi.Output<T> & ObservedFields<NonNullable<T>>;

type ObservedFields<T> = [T] extends [boolean | number | string | readonly unknown[]]
  ? unknown
  : { readonly [Field in keyof T]: ObservedOutput<T[Field] | undefined> };
