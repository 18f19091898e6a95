import { MAX_DEPTH } from "../../../common/json";
import { isDeeperThan } from "../json/depth";
import type { Json, JsonObject } from "../json/json";
import type { Member } from "./members";
import { isJsonObject, getOwn, setOwn } from "../json/object";

/** A whole number, however it came: in full, and without an exponent. */
function digitsOf(value: unknown): string | undefined {
  const digits = Number.isInteger(value) ? BigInt(value as number).toString() : value;
  return typeof digits === "string" && /^\d+$/.test(digits) ? digits : undefined;
}

/** Any JSON value is itself a value, `null` too. What the engine could not carry is as good as missing. */
function readJson(value: unknown, member: Member): Json | undefined {
  if (member.objectOnly && !isJsonObject(value)) {
    return undefined;
  }
  return isDeeperThan(MAX_DEPTH, value) ? undefined : (value as Json | undefined);
}

/** Reads what has the documented type, and leaves out what is missing, `null` or something else. */
function read(value: unknown, member: Member): Json | undefined {
  if (member.type === "json") {
    return readJson(value, member);
  }
  if (value === null || value === undefined) {
    return undefined;
  }
  if (member.decimal) {
    return digitsOf(value);
  }
  switch (member.kind) {
    case "object":
      return isJsonObject(value) ? observe(value, member) : undefined;
    case "array":
      return Array.isArray(value) ? readElements(value, member.element) : undefined;
    case "map":
      return undefined;
    case "leaf":
      return typeof value === member.type ? (value as Json) : undefined;
  }
}

function readElements(values: unknown[], element: Member | undefined): Json[] {
  if (element === undefined) {
    return [];
  }
  return values.map((value) => read(value, element)).filter((value) => value !== undefined);
}

/**
 * What is kept of an answer: the members that `shape` names, in camelCase. The service may send more, fewer and
 * others: what does not have the documented type is as good as missing.
 */
export function observe(answer: JsonObject, shape: Member): JsonObject {
  const observed: JsonObject = {};
  for (const member of shape.members.values()) {
    const value = read(getOwn(answer, member.wire), member);
    if (value !== undefined) {
      setOwn(observed, member.name, value);
    }
  }
  return observed;
}

/** The members of `observed: summary`, for stacks in which the size of the state counts. */
const SUMMARY: ReadonlySet<string> = new Set(["id", "version", "pendingChange", "updateTime"]);

export function summarise(observed: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(observed).filter(([name]) => SUMMARY.has(name)));
}
