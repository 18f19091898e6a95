import type * as pulumi from "@pulumi/pulumi";
import type { ObjectInput } from "./inputs";
import type { ContainerArgs } from "./container";
import type { NetworkingArgs } from "./networking";
import type { ProbeArgs } from "./probe";
import type { QueueAutoscalerArgs, ScalingActionArgs } from "./scaling";

/**
 * The fields of a container group that the API can update. All of them are optional.
 *
 * A field that the program never declared is never sent. One that is taken out of the program, or is `null`, is unset:
 * `scalingActions` becomes the empty array, `scheduledScalingEnabled` becomes `false`, and every other field is removed. `replicas`
 * is the exception: taken out of the program it stays as it is and is no longer managed, and only `null` removes it
 * (`docs/merge-patch.md`). A value that breaks a rule is refused at the preview, before any request.
 */
export interface ContainerGroupUpdateArgs {
  /** The container: image, environment, resources, logs. */
  container?: ObjectInput<ContainerArgs | undefined>;
  /**
   * The countries in which instances may run: 1 to 500 lowercase ISO 3166-1 alpha-2 codes, listed in `docs/fields.md`. Removed:
   * anywhere. A change of the order alone is no change.
   */
  countryCodes?: pulumi.Input<pulumi.Input<string>[] | null | undefined>;
  /** The display name: 2 to 63 characters that match `^[ ,-.0-9A-Za-z]+$`. Removed: the service sets it to the name of the group. */
  displayName?: pulumi.Input<string | null | undefined>;
  /** Decides when an unhealthy container is restarted. */
  livenessProbe?: ObjectInput<ProbeArgs | null | undefined>;
  /** Networking: the port. */
  networking?: ObjectInput<NetworkingArgs | undefined>;
  /** Scales the group by the length of its queue. */
  queueAutoscaler?: ObjectInput<QueueAutoscalerArgs | null | undefined>;
  /** Decides whether a container may receive traffic. */
  readinessProbe?: ObjectInput<ProbeArgs | null | undefined>;
  /** The desired number of instances: an integer from 0 to 500. */
  replicas?: pulumi.Input<number | null | undefined>;
  /** Changes of `replicas` on a schedule, at most 100. The array is always sent whole. */
  scalingActions?: pulumi.Input<ObjectInput<ScalingActionArgs>[] | null | undefined>;
  /** Whether scheduled scaling, by `scalingActions`, is on. */
  scheduledScalingEnabled?: pulumi.Input<boolean | null | undefined>;
  /** Decides whether the application has started. */
  startupProbe?: ObjectInput<ProbeArgs | null | undefined>;
}
