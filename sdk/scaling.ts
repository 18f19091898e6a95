import type * as pulumi from "@pulumi/pulumi";

/**
 * Scales a group so that its queue stays at a desired length. It is one unit: when one of its fields changes, all that are
 * declared are sent, and those that are no longer declared are removed. All fields are integers; the API documents neither their
 * ranges nor their defaults.
 *
 * The autoscaler changes the number of instances. So leave `replicas` out of the program, or give the resource the option
 * `ignoreChanges: ["replicas"]` (`docs/handing-over.md`).
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
