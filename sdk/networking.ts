import type * as pulumi from "@pulumi/pulumi";

/**
 * The networking of a group, as far as the API documents how to update it. Other fields that the service may accept go into
 * `ContainerGroupArgs.additionalMembers`.
 */
export interface NetworkingArgs {
  /** The port, an integer. The API documents no range. */
  port?: pulumi.Input<number | null | undefined>;
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
