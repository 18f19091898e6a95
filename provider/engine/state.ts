import { parsePropertyPaths, type PropertyPath } from "../../common/propertyPaths";
import { isJsonObject, type JsonObject } from "../../common/json";
import type { IndeterminatePaths } from "../core/patch/indeterminatePaths";
import { SecretPaths, type Declaration } from "../core/secrets/secretPaths";
import { secretValue, withSecretValues, type Observed } from "./outputValues";

/** Inputs or outputs of a resource as the engine hands them over, secrets unwrapped. */
export type Properties = { [key: string]: unknown };

/**
 * The state that a resource keeps. Names that begin with `__` are not displayed by the CLI.
 *
 * - `__provider`: the provider's text, which the dynamic-provider host handles.
 * - `__secrets`: the paths that the program marks secret.
 * - `__ignoreChanges`: the resource option, where the program gives it.
 * - `__resourceName`: of a fleet, its name in the program.
 * - `__service`: a short hash of the base URL that the declaration was sent to. Outputs only.
 * - `__observedSecrets`: the paths of the secret values in `observed`. Outputs only.
 * - `__unconfirmed`: the paths of a patch that may not have been applied; of a fleet, those of each group. Only after a failure,
 *   and encrypted, because a path may hold a name of the user's.
 *
 * A fleet keeps more (fleet/state.ts).
 */
export interface ResourceState extends Declaration {
  /** The internal inputs, to be handed on as they are. */
  internal: JsonObject;
  /** The paths of the option `ignoreChanges`. */
  ignored: readonly PropertyPath[];
  service: string | undefined;
  unconfirmed: IndeterminatePaths | undefined;
  /** The last response: outputs only. */
  observed: Observed | undefined;
}

/** `__provider` is among them, because the host adds it to every output but those of an error. */
const INTERNAL_INPUTS = ["__provider", "__secrets", "__ignoreChanges", "__resourceName"];

const isHandedOn = (value: unknown): boolean => typeof value === "string" || Array.isArray(value);

/** Reads inputs or outputs from the engine. */
export function fromProperties(properties: Properties): ResourceState {
  const { observed, __observedSecrets, __service, __unconfirmed } = properties;
  const args: Properties = {};
  const internal: Properties = {};
  for (const [name, value] of Object.entries(properties)) {
    if (INTERNAL_INPUTS.includes(name)) {
      if (isHandedOn(value)) {
        internal[name] = value;
      }
      // Other names with `__` may come from another release. They are no arguments: one that only the old or only the new
      // properties have would post a job again.
    } else if (value !== undefined && name !== "observed" && !name.startsWith("__")) {
      args[name] = value;
    }
  }
  const secrets = Array.isArray(__observedSecrets) ? __observedSecrets.filter((each) => typeof each === "string") : [];
  return {
    args: args as JsonObject,
    secretPaths: new SecretPaths(properties["__secrets"]),
    internal: internal as JsonObject,
    ignored: parsePropertyPaths(properties["__ignoreChanges"]),
    service: typeof __service === "string" ? __service : undefined,
    unconfirmed: isJsonObject(__unconfirmed) ? (__unconfirmed as IndeterminatePaths) : undefined,
    observed: isJsonObject(observed) ? { fields: observed, secrets } : undefined,
  };
}

/** The outputs of a resource. `unconfirmed` holds paths left indeterminate. */
export function toOutputs(
  { args, internal, service }: Pick<ResourceState, "args" | "internal"> & Partial<Pick<ResourceState, "service">>,
  observed: Observed,
  unconfirmed?: IndeterminatePaths,
): JsonObject {
  return {
    ...args,
    ...internal,
    ...(service !== undefined && { __service: service }),
    observed: withSecretValues(observed),
    ...(observed.secrets.length > 0 && { __observedSecrets: [...observed.secrets] }),
    ...(unconfirmed && { __unconfirmed: secretValue(unconfirmed) }),
  };
}
