import type * as pulumi from "@pulumi/pulumi";
import type { ObjectInput } from "./inputs";
import type { ContainerArgs } from "./container";
import type { NetworkingArgs } from "./networking";
import type { ProbeArgs } from "./probe";
import type { QueueAutoscalerArgs, ScalingActionArgs } from "./scaling";

/**
 * What one update of a container group may say (interface section 4.1). All members are optional.
 *
 * In the declaration of a resource, a member that was never declared is never touched; one that is no longer declared is
 * unset: `scalingActions` becomes the empty list, `scheduledScalingEnabled` becomes false, `replicas` are no longer managed and
 * stay as they are, everything else is removed (`null` in the merge patch). `null` says "unset" outright. Values out of range are refused before any request.
 */
export interface ContainerGroupUpdateArgs {
  /** The container configuration. */
  container?: ObjectInput<ContainerArgs | null | undefined>;
  /**
   * Where instances may run: 1 to 500 lowercase ISO 3166-1 alpha-2 codes (interface section 2.14). Removed: anywhere.
   * A mere change of order is no change.
   */
  countryCodes?: pulumi.Input<pulumi.Input<string>[] | null | undefined>;
  /** The display name: 2 to 63 characters of `^[ ,-.0-9A-Za-z]+$`. Removed: the group's name. */
  displayName?: pulumi.Input<string | null | undefined>;
  /** Decides when an unhealthy container is restarted. */
  livenessProbe?: ObjectInput<ProbeArgs | null | undefined>;
  /** Networking. */
  networking?: ObjectInput<NetworkingArgs | null | undefined>;
  /** Scales the group by the length of its queue. */
  queueAutoscaler?: ObjectInput<QueueAutoscalerArgs | null | undefined>;
  /** Decides whether a container may receive traffic. */
  readinessProbe?: ObjectInput<ProbeArgs | null | undefined>;
  /** The desired instance count: an integer from 0 to 500. */
  replicas?: pulumi.Input<number | null | undefined>;
  /** Planned changes of the replica count, at most 100. A list is always sent whole. */
  scalingActions?: pulumi.Input<ObjectInput<ScalingActionArgs>[] | null | undefined>;
  /** Whether `scalingActions` take effect. */
  scheduledScalingEnabled?: pulumi.Input<boolean | null | undefined>;
  /** Decides whether the application has started. */
  startupProbe?: ObjectInput<ProbeArgs | null | undefined>;
}
