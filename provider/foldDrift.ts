import type { Drift } from "./core/drift";
import type { Json, JsonObject } from "./core/json";
import { memberAt, type Member } from "./core/members";
import { isObject, own, setOwn } from "./core/object";
import type { SecretPaths } from "./core/secrets";
import { fromWire, programPath } from "./core/wireNames";
import type { Kept } from "./state";

/** Stands for a value that the service shows and that must not be copied into the state. */
const CHANGED_OUTSIDE = "[changed outside of the program]";

function isSecret(path: readonly string[], schema: Member, marked: SecretPaths): boolean {
  let member: Member | undefined = schema;
  return path.some((key, index) => {
    member = memberAt(member, key);
    return member?.secrecy !== undefined || marked.has(path.slice(0, index + 1));
  });
}

/** `args` with the value at `path` replaced, or taken out; everything around it is left as it is. */
function replaceAt(args: JsonObject, path: readonly string[], value: Json | undefined): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined) return args;
  const changed: JsonObject = { ...args };
  if (rest.length > 0) {
    const below = own(args, key);
    setOwn(changed, key, replaceAt(isObject(below) ? (below as JsonObject) : {}, rest, value));
  } else if (value === undefined) delete changed[key];
  else setOwn(changed, key, value);
  return changed;
}

/** A value that stands at `path` of a body, with the names below it as programs write them. */
function toProgram(value: Json, path: readonly string[], body: Member): Json | undefined {
  const alone = path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value) as JsonObject;
  return programPath(path, body).reduce<Json | undefined>(
    (below, key) => (isObject(below) ? own(below as JsonObject, key) : undefined),
    fromWire(alone, body),
  );
}

function isDeclaredAt(additional: Json | undefined, path: readonly string[]): boolean {
  let value: Json | undefined = additional;
  for (const key of path) value = isObject(value) ? own(value as JsonObject, key) : undefined;
  return value !== undefined;
}

/**
 * The arguments as the service has them: what drifted, with the service's value in its place, so that the next
 * preview shows both. A value that could be a credential is replaced by a note that it differs.
 */
export function foldDrift(kept: Kept, drift: readonly Drift[], schema: Member, body: Member): JsonObject {
  return drift.reduce<JsonObject>((args, { path, actual }) => {
    const names = programPath(path, body);
    const additional = isDeclaredAt(kept.args["additionalMembers"], path);
    const where = additional ? ["additionalMembers", ...path] : names;
    if (actual === undefined) return replaceAt(args, where, undefined);
    if (isSecret(where, schema, kept.marked)) return replaceAt(args, where, CHANGED_OUTSIDE);
    return replaceAt(args, where, additional ? actual : toProgram(actual, path, body));
  }, kept.args);
}
