import type * as pulumi from "@pulumi/pulumi";
import type { NameValueArgs } from "./nameValue";

/** Logs go to Axiom (interface section 2.4). */
export interface AxiomLoggingArgs {
  /** The token. Secret without being asked. */
  apiToken?: pulumi.Input<string | null>;
  /** The data set. */
  dataset?: pulumi.Input<string | null>;
  /** The host. */
  host?: pulumi.Input<string | null>;
}

/** Logs go to Datadog (interface section 2.4). */
export interface DatadogLoggingArgs {
  /** The key. Secret without being asked. */
  apiKey?: pulumi.Input<string | null>;
  /** The host. */
  host?: pulumi.Input<string | null>;
  /** Tags on each log line. A list is always sent whole. */
  tags?: pulumi.Input<pulumi.Input<NameValueArgs>[] | null>;
}

/** Logs go to an HTTP server (interface section 2.4). */
export interface HttpLoggingArgs {
  /** Headers of each request. They may carry credentials: the whole list is secret without being asked. */
  headers?: pulumi.Input<pulumi.Input<NameValueArgs>[] | null>;
  /** The host. */
  host?: pulumi.Input<string | null>;
  /** The password. Secret without being asked. */
  password?: pulumi.Input<string | null>;
  /** The path. */
  path?: pulumi.Input<string | null>;
  /** The user's name. Not secret: wrap it in `pulumi.secret` if it should be. */
  user?: pulumi.Input<string | null>;
  /** The port, an integer. Range: not shown. */
  port?: pulumi.Input<number | null>;
  /** The compression, in the service's own spelling. The interface shows that a "none" kind exists, and no more. */
  compression?: pulumi.Input<string | null>;
  /** The format, in the service's own spelling. The interface shows that a "json" kind exists, and no more. */
  format?: pulumi.Input<string | null>;
}

/** Logs go to New Relic (interface section 2.4). */
export interface NewRelicLoggingArgs {
  /** The host. */
  host?: pulumi.Input<string | null>;
  /** The key. Secret without being asked. */
  ingestionKey?: pulumi.Input<string | null>;
}

/** Logs go to Splunk (interface section 2.4). */
export interface SplunkLoggingArgs {
  /** The host. */
  host?: pulumi.Input<string | null>;
  /** The token. Secret without being asked. */
  token?: pulumi.Input<string | null>;
}

/** Logs go to a TCP server (interface section 2.4). */
export interface TcpLoggingArgs {
  /** The host. */
  host?: pulumi.Input<string | null>;
  /** The port, an integer. Range: not shown. */
  port?: pulumi.Input<number | null>;
}

/**
 * Where a group's logs go (interface section 2.4). Each destination is one unit: when any of its members changes, all its
 * declared members are sent. A destination that the program does not declare is not touched.
 */
export interface LoggingArgs {
  /** Axiom. */
  axiom?: pulumi.Input<AxiomLoggingArgs | null>;
  /** Datadog. */
  datadog?: pulumi.Input<DatadogLoggingArgs | null>;
  /** An HTTP server. */
  http?: pulumi.Input<HttpLoggingArgs | null>;
  /** New Relic. */
  newRelic?: pulumi.Input<NewRelicLoggingArgs | null>;
  /** Splunk. */
  splunk?: pulumi.Input<SplunkLoggingArgs | null>;
  /** A TCP server. */
  tcp?: pulumi.Input<TcpLoggingArgs | null>;
}
