import type * as pulumi from "@pulumi/pulumi";

/**
 * Scales a group by the length of its queue (interface section 2.7). It is one unit: when any member changes, all the
 * declared members are sent. All members are integers. Bounds, units and defaults: not shown.
 *
 * An autoscaler moves `replicas` by itself: either leave `replicas` out of the declaration, or give the resource the
 * option `ignoreChanges: ["replicas"]`.
 */
export interface QueueAutoscalerArgs {
  /** The queue length that the autoscaler aims at. */
  desiredQueueLength?: pulumi.Input<number | null | undefined>;
  /** The most replicas it may run. */
  maxReplicas?: pulumi.Input<number | null | undefined>;
  /** The fewest replicas it may run. */
  minReplicas?: pulumi.Input<number | null | undefined>;
  /** The most replicas it may take away in a minute. */
  maxDownscalePerMinute?: pulumi.Input<number | null | undefined>;
  /** The most replicas it may add in a minute. */
  maxUpscalePerMinute?: pulumi.Input<number | null | undefined>;
  /** The time between two looks at the queue. Unit: not shown. */
  pollingPeriod?: pulumi.Input<number | null | undefined>;
}

/** One planned change of the replica count (interface section 2.8). Both members are required. */
export interface ScalingActionArgs {
  /** The replica count from then on, an integer. Range: not shown for this member. */
  replicas: pulumi.Input<number>;
  /** When, in the service's own format, which the interface does not show. */
  schedule: pulumi.Input<string>;
}
