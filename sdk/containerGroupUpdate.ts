import type * as pulumi from "@pulumi/pulumi";
import type { ContainerArgs, NameValueArgs } from "./container";
import type { JsonObjectInput } from "./json";
import type { RemovedMembersArgs } from "./resourceArgs";

/** Probes by running a command in the container. */
export interface ExecProbeArgs {
  /** The command with its arguments, one string each. The array is always sent whole. */
  command?: pulumi.Input<pulumi.Input<string>[] | null | undefined>;
}

/** Probes over gRPC. */
export interface GrpcProbeArgs {
  /** The port, an integer. The API documents no range. */
  port?: pulumi.Input<number | null | undefined>;
  /** The name of the gRPC service. */
  service?: pulumi.Input<string | null | undefined>;
}

/** Probes by an HTTP request. */
export interface HttpProbeArgs {
  /**
   * The headers of the request. The array is always sent whole. Values are plain in the state unless the program wraps them in
   * `pulumi.secret`.
   */
  headers?: pulumi.Input<pulumi.Input<NameValueArgs>[] | null | undefined>;
  /** The path of the request. */
  path?: pulumi.Input<string | null | undefined>;
  /** The port, an integer. The API documents no range. */
  port?: pulumi.Input<number | null | undefined>;
  /** The scheme. The API documents choices for HTTP and for HTTPS, but not how they are written. */
  scheme?: pulumi.Input<string | null | undefined>;
}

/** Probes by opening a TCP connection. */
export interface TcpProbeArgs {
  /** The port, an integer. The API documents no range. */
  port?: pulumi.Input<number | null | undefined>;
}

/**
 * A health probe: its numbers, and one of `exec`, `grpc`, `http` and `tcp`. It is one unit: when one of its fields changes, all
 * that are declared are sent, and those that are no longer declared are removed. The numbers are integers; the API documents
 * neither their ranges nor their defaults. Another kind of probe that the service has stays until the program declares it as
 * `null`.
 */
export interface ProbeArgs {
  /** After how many failures the probe counts as failed. */
  failureThreshold?: pulumi.Input<number | null | undefined>;
  /** The delay before the first probe, in seconds. */
  initialDelaySeconds?: pulumi.Input<number | null | undefined>;
  /** The time between two probes, in seconds. */
  periodSeconds?: pulumi.Input<number | null | undefined>;
  /** After how many successes the probe counts as passed. */
  successThreshold?: pulumi.Input<number | null | undefined>;
  /** The time limit of one probe, in seconds. */
  timeoutSeconds?: pulumi.Input<number | null | undefined>;
  /** Probe by running a command. */
  exec?: pulumi.Input<ExecProbeArgs | null | undefined>;
  /** Probe over gRPC. */
  grpc?: pulumi.Input<GrpcProbeArgs | null | undefined>;
  /** Probe by an HTTP request. */
  http?: pulumi.Input<HttpProbeArgs | null | undefined>;
  /** Probe by a TCP connection. */
  tcp?: pulumi.Input<TcpProbeArgs | null | undefined>;
}

/**
 * The networking of a group, as far as the API documents how to update it. Other fields that the service may accept go into
 * `ContainerGroupArgs.additionalMembers`.
 */
export interface NetworkingArgs {
  /** The port, an integer. The API documents no range. */
  port?: pulumi.Input<number | null | undefined>;
}

/**
 * Scales a group so that its queue stays at a desired length. It is one unit: when one of its fields changes, all that are
 * declared are sent, and those that are no longer declared are removed. All fields are integers; the API documents neither their
 * ranges nor their defaults.
 *
 * The autoscaler changes the number of instances. So leave `replicas` out of the program, or give the resource the option
 * `ignoreChanges: ["replicas"]` (`docs/adoption.md`).
 */
export interface QueueAutoscalerArgs {
  /** The length of the queue that the autoscaler aims at. */
  desiredQueueLength?: pulumi.Input<number | null | undefined>;
  /** The highest number of replicas. */
  maxReplicas?: pulumi.Input<number | null | undefined>;
  /** The lowest number of replicas. */
  minReplicas?: pulumi.Input<number | null | undefined>;
  /** How many replicas it removes in a minute at most. */
  maxDownscalePerMinute?: pulumi.Input<number | null | undefined>;
  /** How many replicas it adds in a minute at most. */
  maxUpscalePerMinute?: pulumi.Input<number | null | undefined>;
  /** The time between two checks of the queue. The API documents no unit. */
  pollingPeriod?: pulumi.Input<number | null | undefined>;
}

/** A change of the number of replicas on a schedule. Both fields are required. */
export interface ScalingActionArgs {
  /** The number of replicas from then on, an integer. The API documents no range here. */
  replicas: pulumi.Input<number>;
  /** When, in a format that the API does not document. */
  schedule: pulumi.Input<string>;
}

/**
 * The fields of a container group that the API can update. All of them are optional.
 *
 * A field that the program never declared is never sent. One that is taken out of the program, or is `null`, is unset:
 * `scalingActions` becomes the empty array, `scheduledScalingEnabled` becomes `false`, and every other field is removed.
 * `replicas` is the exception: taken out of the program it stays as it is and is no longer managed, and only `null` removes it
 * (`docs/merge-patch.md`). `container` and `networking` take no `null`: give it for their fields. A value that breaks a rule is
 * refused at the preview, before any request.
 */
export interface ContainerGroupUpdateArgs {
  /** The container: image, environment, resources, logs. */
  container?: pulumi.Input<ContainerArgs | undefined>;
  /**
   * The countries in which instances may run: 1 to 500 lowercase ISO 3166-1 alpha-2 codes, listed in `docs/fields.md`. Removed:
   * anywhere. A change of the order alone is no change.
   */
  countryCodes?: pulumi.Input<pulumi.Input<string>[] | null | undefined>;
  /**
   * The display name: 2 to 63 characters that match `^[ ,-.0-9A-Za-z]+$`. Removed: the service sets it to the name of the group.
   */
  displayName?: pulumi.Input<string | null | undefined>;
  /** Decides when an unhealthy container is restarted. */
  livenessProbe?: pulumi.Input<ProbeArgs | null | undefined>;
  /** Networking: the port. */
  networking?: pulumi.Input<NetworkingArgs | undefined>;
  /** Scales the group by the length of its queue. */
  queueAutoscaler?: pulumi.Input<QueueAutoscalerArgs | null | undefined>;
  /** Decides whether a container may receive traffic. */
  readinessProbe?: pulumi.Input<ProbeArgs | null | undefined>;
  /** The desired number of instances: an integer from 0 to 500. */
  replicas?: pulumi.Input<number | null | undefined>;
  /** Changes of `replicas` on a schedule, at most 100. The array is always sent whole. */
  scalingActions?: pulumi.Input<pulumi.Input<ScalingActionArgs>[] | null | undefined>;
  /** Whether scheduled scaling, by `scalingActions`, is on. */
  scheduledScalingEnabled?: pulumi.Input<boolean | null | undefined>;
  /** Decides whether the application has started. */
  startupProbe?: pulumi.Input<ProbeArgs | null | undefined>;
}

/** The arguments of a group that say what the provider does with it. `Absent` is what stands for one that is not given. */
export interface GroupArgs<Absent = undefined> extends ContainerGroupUpdateArgs, RemovedMembersArgs<Absent> {
  /**
   * Fields that have no argument of their own: a JSON object, spelled as in the API (snake_case), that is merged into the patch.
   * Its fields are managed like all others. A field that a typed argument declares too is refused at the preview.
   *
   * A field is always secret, at any depth, where its name is that of a credential: `registry_authentication`, `api_token`,
   * `api_key`, `password`, `headers`, `ingestion_key` and `token`. Wrap what else is secret in `pulumi.secret`. In an entry of a
   * fleet, `null` drops what `defaults` has.
   */
  additionalMembers?: pulumi.Input<JsonObjectInput | Absent>;
  /**
   * One last update, such as `{ replicas: 0 }`, sent when the resource is deleted or a fleet no longer has the group. Default:
   * none, so that no request is made then; the API cannot delete a group. A change of it alone makes no request. In an entry of a
   * fleet, `null` drops the one of `defaults`.
   */
  onDestroy?: pulumi.Input<ContainerGroupUpdateArgs | Absent>;
}
