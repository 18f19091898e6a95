import type * as pulumi from "@pulumi/pulumi";

/** An HTTP header or a tag: a name and its value. Both are required. */
export interface NameValueArgs {
  /** The name. The API documents no limits. The letter case of a header does not count when drift is looked for. */
  name: pulumi.Input<string>;
  /** The value. The API documents no limits. Always secret in the headers of the `http` log destination. */
  value: pulumi.Input<string>;
}

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
  tags?: pulumi.Input<pulumi.Input<NameValueArgs>[] | null | undefined>;
}

/** Sends logs to an HTTP server. */
export interface HttpLoggingArgs {
  /** Headers of each request. They may carry credentials, so the array is always secret as a whole. It is always sent whole. */
  headers?: pulumi.Input<pulumi.Input<NameValueArgs>[] | null | undefined>;
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
  axiom?: pulumi.Input<AxiomLoggingArgs | null | undefined>;
  /** Datadog. */
  datadog?: pulumi.Input<DatadogLoggingArgs | null | undefined>;
  /** An HTTP server. */
  http?: pulumi.Input<HttpLoggingArgs | null | undefined>;
  /** New Relic. */
  newRelic?: pulumi.Input<NewRelicLoggingArgs | null | undefined>;
  /** Splunk. */
  splunk?: pulumi.Input<SplunkLoggingArgs | null | undefined>;
  /** A TCP server. */
  tcp?: pulumi.Input<TcpLoggingArgs | null | undefined>;
}

/** The precedence of a group when the service allocates resources and schedules containers. */
export type Priority = "high" | "medium" | "low" | "batch";

/**
 * What each container of a group may use. Each field is changed alone; one that is `null`, or taken out of the program, is
 * removed. All numbers are integers; the API documents neither their units nor their ranges nor their defaults.
 */
export interface ResourcesArgs {
  /** Processors. */
  cpu?: pulumi.Input<number | null | undefined>;
  /** The GPU classes, a UUID each, in any letter case. The array is always sent whole. */
  gpuClasses?: pulumi.Input<pulumi.Input<string>[] | null | undefined>;
  /** Memory. */
  memory?: pulumi.Input<number | null | undefined>;
  /** Shared memory. */
  shmSize?: pulumi.Input<number | null | undefined>;
  /** Storage. */
  storageAmount?: pulumi.Input<number | null | undefined>;
}

/**
 * The credentials for one kind of registry. Each kind takes its own fields: an access key's id and secret; a user name and a
 * password; a user name and a token; or a service key. They are one unit: when one of them changes, all that are declared
 * are sent. Secret as a whole, whether the program marks them or not.
 */
export interface RegistryCredentialsArgs {
  /** The id of an access key (cloud registry with access keys). */
  accessKeyId?: pulumi.Input<string | null | undefined>;
  /** The secret of that access key (cloud registry with access keys). */
  secretAccessKey?: pulumi.Input<string | null | undefined>;
  /** The user name (basic authentication, and public hub). */
  username?: pulumi.Input<string | null | undefined>;
  /** The password (basic authentication). */
  password?: pulumi.Input<string | null | undefined>;
  /** The personal access token (public hub). */
  personalAccessToken?: pulumi.Input<string | null | undefined>;
  /** The service key (the two kinds of cloud registry with service keys). */
  serviceKey?: pulumi.Input<string | null | undefined>;
}

/**
 * How to log in to the registry of the image: the credentials by kind of registry. The API documents which fields each kind
 * has, but not the names of the kinds. So the key is sent exactly as the program writes it, such as `basic`, and the fields
 * under it are written in camelCase. Responses never hold credentials, so a change that others make to them is not found
 * (`docs/drift.md`). Secret as a whole, whether the program marks it or not.
 */
export interface RegistryAuthenticationArgs {
  [variant: string]: pulumi.Input<RegistryCredentialsArgs | null>;
}

/**
 * The container that a group runs. Only the fields that the program declares are changed; one that is `null`, or taken out of
 * the program, is removed (`docs/merge-patch.md`). `environmentVariables`, `logging`, `registryAuthentication` and `resources` take
 * no `null`: give it for their fields.
 */
export interface ContainerArgs {
  /** The command with its arguments, one string each. The array is always sent whole. */
  command?: pulumi.Input<pulumi.Input<string>[] | null | undefined>;
  /**
   * Environment variables by name; names are sent as they are. Each variable is changed alone: variables that others set
   * beside the declared ones stay, and `null` removes one. A value is plain in the state unless the program wraps it in
   * `pulumi.secret` (`docs/secrets.md`).
   */
  environmentVariables?: pulumi.Input<{ [name: string]: pulumi.Input<string | null> } | undefined>;
  /** The image reference, such as `registry.example.com/web:1.4.2`. */
  image?: pulumi.Input<string | null | undefined>;
  /** Whether the image is cached. The API documents no default. */
  imageCaching?: pulumi.Input<boolean | null | undefined>;
  /** Where logs are sent. */
  logging?: pulumi.Input<LoggingArgs | undefined>;
  /** Precedence in resource allocation and scheduling. In responses it is the priority of the group: `observed.priority`. */
  priority?: pulumi.Input<Priority | null | undefined>;
  /** How to log in to the registry of the image. Secret as a whole, whether the program marks it or not. */
  registryAuthentication?: pulumi.Input<RegistryAuthenticationArgs | undefined>;
  /** What each container may use. */
  resources?: pulumi.Input<ResourcesArgs | undefined>;
}
