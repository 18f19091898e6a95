import type * as pulumi from "@pulumi/pulumi";
import type { ObjectInput } from "./inputs";
import type { NameValueArgs } from "./nameValue";

/** Logs go to Axiom (interface section 2.4). */
export interface AxiomLoggingArgs {
  /** The token. Secret without being asked. */
  apiToken?: pulumi.Input<string | null | undefined>;
  /** The data set. */
  dataset?: pulumi.Input<string | null | undefined>;
  /** The host. */
  host?: pulumi.Input<string | null | undefined>;
}

/** Logs go to Datadog (interface section 2.4). */
export interface DatadogLoggingArgs {
  /** The key. Secret without being asked. */
  apiKey?: pulumi.Input<string | null | undefined>;
  /** The host. */
  host?: pulumi.Input<string | null | undefined>;
  /** Tags on each log line. A list is always sent whole. */
  tags?: pulumi.Input<ObjectInput<NameValueArgs>[] | null | undefined>;
}

/** Logs go to an HTTP server (interface section 2.4). */
export interface HttpLoggingArgs {
  /** Headers of each request. They may carry credentials: the whole list is secret without being asked. */
  headers?: pulumi.Input<ObjectInput<NameValueArgs>[] | null | undefined>;
  /** The host. */
  host?: pulumi.Input<string | null | undefined>;
  /** The password. Secret without being asked. */
  password?: pulumi.Input<string | null | undefined>;
  /** The path. */
  path?: pulumi.Input<string | null | undefined>;
  /** The user's name. Not secret: wrap it in `pulumi.secret` if it should be. */
  user?: pulumi.Input<string | null | undefined>;
  /** The port, an integer. Range: not shown. */
  port?: pulumi.Input<number | null | undefined>;
  /** The compression, in the service's own spelling. The interface shows that a "none" kind exists, and no more. */
  compression?: pulumi.Input<string | null | undefined>;
  /** The format, in the service's own spelling. The interface shows that a "json" kind exists, and no more. */
  format?: pulumi.Input<string | null | undefined>;
}

/** Logs go to New Relic (interface section 2.4). */
export interface NewRelicLoggingArgs {
  /** The host. */
  host?: pulumi.Input<string | null | undefined>;
  /** The key. Secret without being asked. */
  ingestionKey?: pulumi.Input<string | null | undefined>;
}

/** Logs go to Splunk (interface section 2.4). */
export interface SplunkLoggingArgs {
  /** The host. */
  host?: pulumi.Input<string | null | undefined>;
  /** The token. Secret without being asked. */
  token?: pulumi.Input<string | null | undefined>;
}

/** Logs go to a TCP server (interface section 2.4). */
export interface TcpLoggingArgs {
  /** The host. */
  host?: pulumi.Input<string | null | undefined>;
  /** The port, an integer. Range: not shown. */
  port?: pulumi.Input<number | null | undefined>;
}

/**
 * Where a group's logs go (interface section 2.4). Each destination is one unit: when any of its members changes, all its
 * declared members are sent. A destination that the program does not declare is not touched.
 */
export interface LoggingArgs {
  /** Axiom. */
  axiom?: ObjectInput<AxiomLoggingArgs | null | undefined>;
  /** Datadog. */
  datadog?: ObjectInput<DatadogLoggingArgs | null | undefined>;
  /** An HTTP server. */
  http?: ObjectInput<HttpLoggingArgs | null | undefined>;
  /** New Relic. */
  newRelic?: ObjectInput<NewRelicLoggingArgs | null | undefined>;
  /** Splunk. */
  splunk?: ObjectInput<SplunkLoggingArgs | null | undefined>;
  /** A TCP server. */
  tcp?: ObjectInput<TcpLoggingArgs | null | undefined>;
}
