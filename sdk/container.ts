import type * as pulumi from "@pulumi/pulumi";
import type { ObjectInput } from "./inputs";
import type { LoggingArgs } from "./logging";

/** Resource allocation and scheduling precedence (interface section 2.1). */
export type Priority = "high" | "medium" | "low" | "batch";

/** What a container may use (interface section 2.3). Bounds and units: not shown. All numbers are integers. */
export interface ResourcesArgs {
  /** Processors. Unit: not shown. */
  cpu?: pulumi.Input<number | null | undefined>;
  /** The GPU classes, a UUID each. A list is always sent whole. */
  gpuClasses?: pulumi.Input<pulumi.Input<string>[] | null | undefined>;
  /** Memory. Unit: not shown. */
  memory?: pulumi.Input<number | null | undefined>;
  /** Shared memory. Unit: not shown. */
  shmSize?: pulumi.Input<number | null | undefined>;
  /** Storage. Unit: not shown. */
  storageAmount?: pulumi.Input<number | null | undefined>;
}

/**
 * The credentials of one registry variant (interface section 2.2): the union of the members that the variants have. Which
 * members belong together: an access key and its secret; a user and a password; a user and a token; a service key.
 */
export interface RegistryCredentialsArgs {
  /** The access key's id (cloud registry, access-key kind). */
  accessKeyId?: pulumi.Input<string | null | undefined>;
  /** The access key's secret (cloud registry, access-key kind). */
  secretAccessKey?: pulumi.Input<string | null | undefined>;
  /** The user (basic, and public hub). */
  username?: pulumi.Input<string | null | undefined>;
  /** The password (basic). */
  password?: pulumi.Input<string | null | undefined>;
  /** The token (public hub). */
  personalAccessToken?: pulumi.Input<string | null | undefined>;
  /** The service key (cloud registries, service-key kind). */
  serviceKey?: pulumi.Input<string | null | undefined>;
}

/**
 * How to log in to the image's registry, by variant. The interface does not show the variants' wire names, so the key is
 * the wire name as the service knows it (such as `basic`), never renamed; its members are in camelCase. The service never
 * answers this member, so drift of it cannot be seen. Secret as a whole, without being asked.
 */
export interface RegistryAuthenticationArgs {
  [variant: string]: ObjectInput<RegistryCredentialsArgs | null>;
}

/**
 * The container of a group (interface section 2.2, update form). Only declared members are ever changed; a member that is
 * no longer declared is removed (`null` in the patch), and `null` removes it too.
 */
export interface ContainerArgs {
  /** The command with its arguments, one string each. A list is always sent whole. */
  command?: pulumi.Input<pulumi.Input<string>[] | null | undefined>;
  /**
   * Environment variables. Names are the user's and are never renamed. Each variable is managed alone: those that
   * others set beside the declared ones survive, and `null` removes one. Not secret by themselves: wrap a value in
   * `pulumi.secret` to keep it out of plain state, errors and printed patches.
   */
  environmentVariables?: pulumi.Input<{ [name: string]: pulumi.Input<string | null> } | null | undefined>;
  /** The image reference. */
  image?: pulumi.Input<string | null | undefined>;
  /** Whether the image is cached. Default: the service's, not shown. */
  imageCaching?: pulumi.Input<boolean | null | undefined>;
  /** Where logs go. */
  logging?: ObjectInput<LoggingArgs | null | undefined>;
  /** Resource allocation and scheduling precedence. The service answers it as the group's priority. */
  priority?: pulumi.Input<Priority | null | undefined>;
  /** How to log in to the image's registry. Secret as a whole, without being asked. */
  registryAuthentication?: pulumi.Input<RegistryAuthenticationArgs | null | undefined>;
  /** What the container may use. */
  resources?: ObjectInput<ResourcesArgs | null | undefined>;
}
