import { equalJson, type Json, type JsonObject } from "../core/json/json";
import { isUnknown } from "../core/json/object";
import { parsePropertyPaths } from "../../common/propertyPaths";
import type { ResourceState } from "../engine/state";

const childOf = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;

const keysOf = (value: Json | undefined): string[] =>
  typeof value === "object" && value !== null ? Object.keys(value) : [];

function differsAt(path: readonly string[], before: Json | undefined, after: Json | undefined): boolean {
  const [key, ...rest] = path;
  if (key === undefined) {
    return !equalJson(before, after);
  }
  const keys = key === "*" ? [...new Set([...keysOf(before), ...keysOf(after)])] : [key];
  return keys.some((each) => differsAt(rest, childOf(before, each), childOf(after, each)));
}

/**
 * The arguments that differ at a path of the resource option `replaceOnChanges`. The engine sees no difference but
 * those that a provider names, and the dynamic-provider host names none but replacements: so the SDK hands the option on.
 */
export function replacedOnChange(option: Json | undefined, before: JsonObject, after: JsonObject): string[] {
  const paths = parsePropertyPaths(option);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) =>
    paths.some(([first, ...rest]) => (first === "*" || first === name) && differsAt(rest, before[name], after[name])),
  );
}

/**
 * The arguments whose change makes another resource: those of `place`, which say what object is meant, and those that the
 * program lists in `replaceOnChanges`. `sameObject`: the new resource means the object that the old one meant.
 */
export function replacements(
  place: readonly string[],
  before: Pick<ResourceState, "args">,
  after: Pick<ResourceState, "args" | "internal">,
): { replaces: string[]; sameObject: boolean } {
  const moved = place.filter((name) => isUnknown(after.args[name]) || !equalJson(before.args[name], after.args[name]));
  const forced = replacedOnChange(after.internal["__replaceOnChanges"], before.args, after.args);
  return { replaces: [...new Set([...moved, ...forced])], sameObject: moved.length === 0 && forced.length > 0 };
}
