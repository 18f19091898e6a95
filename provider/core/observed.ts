import type { Json, JsonObject } from "./json";
import type { Member } from "./members";
import { isObject, own, setOwn } from "./object";

/** Reads what has the documented type, and leaves out what is missing, `null` or something else. */
function read(value: unknown, member: Member): Json | undefined {
  if (value === null || value === undefined) return undefined;
  if (member.decimal) {
    const digits = String(value as Json);
    return /^\d+$/.test(digits) ? digits : undefined;
  }
  switch (member.kind) {
    case "object":
      return isObject(value) ? observe(value as JsonObject, member) : undefined;
    case "array":
      return Array.isArray(value) ? readElements(value, member.element) : undefined;
    case "map":
      return undefined;
    case "leaf":
      return member.type === "json" || typeof value === member.type ? (value as Json) : undefined;
  }
}

function readElements(values: unknown[], element: Member | undefined): Json[] {
  if (element === undefined) return [];
  return values.map((value) => read(value, element)).filter((value) => value !== undefined);
}

/**
 * What is kept of an answer: the members that `shape` names, in camelCase. The service may send more, fewer and
 * others: what does not have the documented type is as good as missing.
 */
export function observe(answer: JsonObject, shape: Member): JsonObject {
  const observed: JsonObject = {};
  for (const member of shape.members.values()) {
    const value = read(own(answer, member.wire), member);
    if (value !== undefined) setOwn(observed, member.name, value);
  }
  return observed;
}

/** The members of `observed: summary`, for stacks in which the size of the state counts. */
const SUMMARY: ReadonlySet<string> = new Set(["id", "version", "pendingChange", "updateTime"]);

export function summarise(observed: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(observed).filter(([name]) => SUMMARY.has(name)));
}
