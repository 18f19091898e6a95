import type * as pulumi from "@pulumi/pulumi";
import type { ObjectInput } from "./inputs";
import type { NameValueArgs } from "./nameValue";

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
  headers?: pulumi.Input<ObjectInput<NameValueArgs>[] | null | undefined>;
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
 * A health probe: its numbers, and one of `exec`, `grpc`, `http` and `tcp`. It is one unit: when one of its fields changes, all that
 * are declared are sent, and those that are no longer declared are removed. The numbers are integers; the API documents neither
 * their ranges nor their defaults. Another kind of probe that the service has stays until the program declares it as `null`.
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
  exec?: ObjectInput<ExecProbeArgs | null | undefined>;
  /** Probe over gRPC. */
  grpc?: ObjectInput<GrpcProbeArgs | null | undefined>;
  /** Probe by an HTTP request. */
  http?: ObjectInput<HttpProbeArgs | null | undefined>;
  /** Probe by a TCP connection. */
  tcp?: ObjectInput<TcpProbeArgs | null | undefined>;
}
