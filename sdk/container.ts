import type * as pulumi from "@pulumi/pulumi";
import type { ObjectInput } from "./inputs";
import type { LoggingArgs } from "./logging";

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
  [variant: string]: ObjectInput<RegistryCredentialsArgs | null>;
}

/**
 * The container that a group runs. Only the fields that the program declares are changed; one that is `null`, or taken out of
 * the program, is removed (`docs/merge-patch.md`).
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
  logging?: ObjectInput<LoggingArgs | undefined>;
  /** Precedence in resource allocation and scheduling. In responses it is the priority of the group: `observed.priority`. */
  priority?: pulumi.Input<Priority | null | undefined>;
  /** How to log in to the registry of the image. Secret as a whole, whether the program marks it or not. */
  registryAuthentication?: pulumi.Input<RegistryAuthenticationArgs | undefined>;
  /** What each container may use. */
  resources?: ObjectInput<ResourcesArgs | undefined>;
}
