import type * as pulumi from "@pulumi/pulumi";
import type { ObjectInput } from "./inputs";
import type { NameValueArgs } from "./nameValue";

/** A probe that runs a command in the container (interface section 2.5). */
export interface ExecProbeArgs {
  /** The command with its arguments, one string each. */
  command?: pulumi.Input<pulumi.Input<string>[] | null | undefined>;
}

/** A probe over gRPC (interface section 2.5). */
export interface GrpcProbeArgs {
  /** The port, an integer. Range: not shown. */
  port?: pulumi.Input<number | null | undefined>;
  /** The name of the gRPC service. */
  service?: pulumi.Input<string | null | undefined>;
}

/** A probe that makes an HTTP request (interface section 2.5). */
export interface HttpProbeArgs {
  /** The headers of the request. A list is always sent whole. Not secret. */
  headers?: pulumi.Input<ObjectInput<NameValueArgs>[] | null | undefined>;
  /** The path of the request. */
  path?: pulumi.Input<string | null | undefined>;
  /** The port, an integer. Range: not shown. */
  port?: pulumi.Input<number | null | undefined>;
  /** The scheme, of an http or an https kind, in the service's own spelling, which the interface does not show. */
  scheme?: pulumi.Input<string | null | undefined>;
}

/** A probe that opens a TCP connection (interface section 2.5). */
export interface TcpProbeArgs {
  /** The port, an integer. Range: not shown. */
  port?: pulumi.Input<number | null | undefined>;
}

/**
 * A health probe (interface section 2.5). It is one unit: when any member changes, all the declared members are sent, and
 * those that are no longer declared are removed. Bounds, units and defaults of the numbers: not shown.
 */
export interface ProbeArgs {
  /** How many failures in a row make the probe fail, an integer. */
  failureThreshold?: pulumi.Input<number | null | undefined>;
  /** How long to wait before the first probe, in whole seconds. */
  initialDelaySeconds?: pulumi.Input<number | null | undefined>;
  /** The time between two probes, in whole seconds. */
  periodSeconds?: pulumi.Input<number | null | undefined>;
  /** How many successes in a row make the probe succeed, an integer. */
  successThreshold?: pulumi.Input<number | null | undefined>;
  /** The time limit of one probe, in whole seconds. */
  timeoutSeconds?: pulumi.Input<number | null | undefined>;
  /** Probe by running a command. */
  exec?: ObjectInput<ExecProbeArgs | null | undefined>;
  /** Probe over gRPC. */
  grpc?: ObjectInput<GrpcProbeArgs | null | undefined>;
  /** Probe by an HTTP request. */
  http?: ObjectInput<HttpProbeArgs | null | undefined>;
  /** Probe by a TCP connection. */
  tcp?: ObjectInput<TcpProbeArgs | null | undefined>;
}
