import type { JsonObject } from "./core/json";
import { isObject } from "./core/object";
import { SecretPaths } from "./core/secrets";
import type { UnconfirmedPaths } from "./core/unconfirmed";

/**
 * What a resource keeps beside its arguments. Names that begin with `__` are not displayed by the CLI.
 *
 * - `__provider`: the provider's text, which the engine's process handles.
 * - `__secrets`: the paths that the program marks secret. Values only ever stand at their own path.
 * - `__replaceOnChanges`: the resource option of that name, where the program gives it.
 * - `__unconfirmed`: the paths of a patch that may not have arrived. Only after a failure.
 * - `__standing`: of a fleet, what stands of each group for which the arguments do not. Only after a failure, and encrypted.
 */
export interface Kept {
  /** The arguments, at the paths at which the program gives them. */
  args: JsonObject;
  marked: SecretPaths;
  /** The internal inputs, to be handed on as they are. */
  internal: JsonObject;
  unconfirmed: UnconfirmedPaths | undefined;
  standing: JsonObject | undefined;
  /** What the service answered last: outputs only. */
  observed: JsonObject | undefined;
}

/** Takes apart what the engine hands over: inputs or outputs. */
export function unpack(properties: { [key: string]: unknown }): Kept {
  const { observed, __unconfirmed, __standing, __secrets, __provider, __replaceOnChanges, ...rest } = properties;
  const args = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as JsonObject;
  return {
    args,
    marked: new SecretPaths(__secrets),
    // The provider's text too: what an error keeps of a resource reaches the state as it is.
    internal: {
      ...(typeof __provider === "string" && { __provider }),
      ...(Array.isArray(__secrets) && { __secrets: __secrets as string[] }),
      ...(Array.isArray(__replaceOnChanges) && { __replaceOnChanges: __replaceOnChanges as string[] }),
    },
    unconfirmed: isObject(__unconfirmed) ? (__unconfirmed as UnconfirmedPaths) : undefined,
    standing: isObject(__standing) ? (__standing as JsonObject) : undefined,
    observed: isObject(observed) ? (observed as JsonObject) : undefined,
  };
}

/** What a failure leaves behind in the outputs. */
type Failed = Partial<Pick<Kept, "unconfirmed" | "standing">>;

/** The outputs of a resource. */
export function pack(
  kept: Pick<Kept, "args" | "internal">,
  observed: JsonObject,
  { unconfirmed, standing }: Failed = {},
): JsonObject {
  return {
    ...kept.args,
    ...kept.internal,
    observed,
    ...(unconfirmed && { __unconfirmed: unconfirmed }),
    ...(standing && { __standing: encrypted(standing) }),
  } as JsonObject;
}

/** Pulumi's own form of a secret value: the engine encrypts what stands in it, at any path. */
function encrypted(value: JsonObject): JsonObject {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
}
