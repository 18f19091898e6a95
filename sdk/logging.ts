import type * as pulumi from "@pulumi/pulumi";
import type { ObjectInput } from "./inputs";
import type { NameValueArgs } from "./nameValue";

/** Sends logs to Axiom. */
export interface AxiomLoggingArgs {
  /** The API token. Always secret. */
  apiToken?: pulumi.Input<string | null | undefined>;
  /** The dataset. */
  dataset?: pulumi.Input<string | null | undefined>;
  /** The host. */
  host?: pulumi.Input<string | null | undefined>;
}

/** Sends logs to Datadog. */
export interface DatadogLoggingArgs {
  /** The API key. Always secret. */
  apiKey?: pulumi.Input<string | null | undefined>;
  /** The host. */
  host?: pulumi.Input<string | null | undefined>;
  /** Tags. The array is always sent whole; a change of the order that others make is not drift. */
  tags?: pulumi.Input<ObjectInput<NameValueArgs>[] | null | undefined>;
}

/** Sends logs to an HTTP server. */
export interface HttpLoggingArgs {
  /** Headers of each request. They may carry credentials, so the array is always secret as a whole. It is always sent whole. */
  headers?: pulumi.Input<ObjectInput<NameValueArgs>[] | null | undefined>;
  /** The host. */
  host?: pulumi.Input<string | null | undefined>;
  /** The password. Always secret. */
  password?: pulumi.Input<string | null | undefined>;
  /** The path. */
  path?: pulumi.Input<string | null | undefined>;
  /** The user name. Plain in the state unless the program wraps it in `pulumi.secret`. */
  user?: pulumi.Input<string | null | undefined>;
  /** The port, an integer. The API documents no range. */
  port?: pulumi.Input<number | null | undefined>;
  /** The compression. The API documents that there is a choice for none, but not how the values are written. */
  compression?: pulumi.Input<string | null | undefined>;
  /** The format. The API documents that there is a choice for JSON, but not how the values are written. */
  format?: pulumi.Input<string | null | undefined>;
}

/** Sends logs to New Relic. */
export interface NewRelicLoggingArgs {
  /** The host. */
  host?: pulumi.Input<string | null | undefined>;
  /** The ingestion key. Always secret. */
  ingestionKey?: pulumi.Input<string | null | undefined>;
}

/** Sends logs to Splunk. */
export interface SplunkLoggingArgs {
  /** The host. */
  host?: pulumi.Input<string | null | undefined>;
  /** The token. Always secret. */
  token?: pulumi.Input<string | null | undefined>;
}

/** Sends logs to a TCP server. */
export interface TcpLoggingArgs {
  /** The host. */
  host?: pulumi.Input<string | null | undefined>;
  /** The port, an integer. The API documents no range. */
  port?: pulumi.Input<number | null | undefined>;
}

/**
 * The destinations of the logs of a group. Each destination is one unit: when one of its fields changes, all that are declared
 * are sent, and those that are no longer declared are removed. A destination that the program does not declare is not
 * changed; declare it as `null` to remove it. The API documents no lengths and no defaults.
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
