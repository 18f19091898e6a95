import type { DeclaredGroups } from "../../common/declaredGroups";
import type { Declaration } from "../core/patch/declaration";
import type { Json, JsonObject } from "../core/json/json";
import { isJsonObject } from "../core/json/object";
import { SecretPaths } from "../core/secrets/secretPaths";
import type { IndeterminatePaths } from "../core/patch/indeterminatePaths";
import { secretValue } from "./outputValues";
import { parsePropertyPaths, type PropertyPath } from "../../common/propertyPaths";
import { withSecretValues, type Observed } from "./observed";

/**
 * What a resource keeps beside its arguments. Names that begin with `__` are not displayed by the CLI.
 *
 * - `__provider`: the provider's text, which the dynamic-provider host handles.
 * - `__secrets`: the paths that the program marks secret. Values only ever stand at their own path.
 * - `__replaceOnChanges`, `__ignoreChanges`: the resource options of these names, where the program gives them.
 * - `__resourceName`: of a fleet, its name in the program.
 * - `__declaredElsewhere`: of a fleet, the groups that other resources of the program declare. The check takes it out.
 * - `__service`: a short hash of the base URL that the declaration was sent to. Outputs only.
 * - `__observedSecrets`: the paths in `observed` of what is kept secret there. Outputs only.
 * - `__unconfirmed`: the paths of a patch that may not have been applied; of a fleet, those of each group. Only after a
 *   failure, and encrypted, for a path may hold a name of the user's.
 * - `__prior`: of a fleet, what was declared before of the groups for which the arguments do not hold. Only after a failure,
 *   and encrypted.
 */
export interface ResourceState extends Declaration {
  /** The internal inputs, to be handed on as they are. */
  internal: JsonObject;
  /** The groups that other resources of the program declare: known in the check of a fleet only. */
  declaredElsewhere: readonly DeclaredGroups[];
  /** The paths of the option `ignoreChanges`. */
  ignored: readonly PropertyPath[];
  service: string | undefined;
  unconfirmed: IndeterminatePaths | undefined;
  prior: Json[] | undefined;
  /** The last response: outputs only. */
  observed: Observed | undefined;
}

const strings = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((element) => typeof element === "string") : undefined;

/** Reads what the engine hands over: inputs or outputs. */
export function fromProperties(properties: { [key: string]: unknown }): ResourceState {
  const { observed, ...rest } = properties;
  const {
    __observedSecrets,
    __service,
    __unconfirmed,
    __prior,
    __secrets,
    __provider,
    __replaceOnChanges,
    __ignoreChanges,
    __resourceName,
    __declaredElsewhere,
  } = rest;
  // Another release may keep more under such names than this one. An argument that only one side has would post a job again.
  const given = Object.entries(rest).filter(([name, value]) => value !== undefined && !name.startsWith("__"));
  return {
    args: Object.fromEntries(given) as JsonObject,
    secretPaths: new SecretPaths(__secrets),
    // The provider's text too: what an error keeps of a resource reaches the state as it is.
    internal: {
      ...(typeof __provider === "string" && { __provider }),
      ...(Array.isArray(__secrets) && { __secrets: __secrets as string[] }),
      ...(Array.isArray(__replaceOnChanges) && { __replaceOnChanges: __replaceOnChanges as string[] }),
      ...(Array.isArray(__ignoreChanges) && { __ignoreChanges: __ignoreChanges as string[] }),
      ...(typeof __resourceName === "string" && { __resourceName }),
    },
    declaredElsewhere: Array.isArray(__declaredElsewhere) ? (__declaredElsewhere as DeclaredGroups[]) : [],
    ignored: parsePropertyPaths(__ignoreChanges),
    service: typeof __service === "string" ? __service : undefined,
    unconfirmed: isJsonObject(__unconfirmed) ? (__unconfirmed as IndeterminatePaths) : undefined,
    prior: Array.isArray(__prior) ? (__prior as Json[]) : undefined,
    observed: isJsonObject(observed) ? { fields: observed, secrets: strings(__observedSecrets) ?? [] } : undefined,
  };
}

/** What a failure leaves behind in the outputs. */
type Failed = Partial<Pick<ResourceState, "unconfirmed" | "prior">>;

/** The outputs of a resource. */
export function toOutputs(
  { args, internal, service }: Pick<ResourceState, "args" | "internal"> & Partial<Pick<ResourceState, "service">>,
  observed: Observed,
  { unconfirmed, prior }: Failed = {},
): JsonObject {
  return {
    ...args,
    ...internal,
    ...(service !== undefined && { __service: service }),
    observed: withSecretValues(observed),
    ...(observed.secrets.length > 0 && { __observedSecrets: [...observed.secrets] }),
    ...(unconfirmed && { __unconfirmed: secretValue(unconfirmed) }),
    ...(prior && { __prior: secretValue(prior) }),
  };
}
