import type * as pulumi from "@pulumi/pulumi";

/**
 * What can be changed of a group's networking (interface sections 2.6 and 4.1). The interface names `port` alone; for
 * other members the service may take, see `ContainerGroupArgs.additionalMembers`.
 */
export interface NetworkingArgs {
  /** The port on which the containers serve, an integer. Range: not shown. */
  port?: pulumi.Input<number | null | undefined>;
}

/** A group's networking as the service last answered it (interface section 2.6). */
export interface NetworkingObserved {
  /** Whether requests need authentication. */
  auth: boolean | undefined;
  /** The DNS name. */
  dns: string | undefined;
  /** The kind of load balancer. Its values: not shown. */
  loadBalancer: string | undefined;
  /** The port on which the containers serve. */
  port: number | undefined;
  /** The time limit of a client's request. Unit: not shown. */
  clientRequestTimeout: number | undefined;
  /** The time limit of the server's response. Unit: not shown. */
  serverResponseTimeout: number | undefined;
  /** Whether an instance takes one connection at a time. */
  singleConnectionLimit: boolean | undefined;
}
