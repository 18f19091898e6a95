import { isJsonObject, MAX_DEPTH, type Json, type JsonObject } from "../../../common/json";
import type { Member } from "./members";
import { getOwn, setOwn } from "../json/object";

/** The digits of a whole number that came as a number or as a string; undefined for other values. */
function digitsOf(value: unknown): string | undefined {
  const digits = Number.isInteger(value) ? BigInt(value as number).toString() : value;
  return typeof digits === "string" && /^\d+$/.test(digits) ? digits : undefined;
}

/** Whether objects and arrays are nested more than `levels` deep. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  if (levels <= 0) {
    return true;
  }
  // `Object.values` and `some` take four times as long as this loop, which runs for each listed job.
  for (const key in value) {
    if (isDeeperThan(levels - 1, (value as { [key: string]: unknown })[key])) {
      return true;
    }
  }
  return false;
}

/** Drops a value that is nested too deep to be kept. */
const shallow = (value: unknown): Json | undefined =>
  isDeeperThan(MAX_DEPTH, value) ? undefined : (value as Json | undefined);

/** The value if it has the documented type, else undefined. Only a `json` value may be `null`. */
function read(value: unknown, member: Member): Json | undefined {
  if (member.type === "json") {
    return shallow(value);
  }
  if (member.decimal) {
    return digitsOf(value);
  }
  switch (member.kind) {
    case "object":
      return isJsonObject(value) ? observe(value, member) : undefined;
    case "array":
      return Array.isArray(value) ? readElements(value, member.element as Member) : undefined;
    case "map":
      return isJsonObject(value) ? shallow(value) : undefined;
    case "leaf":
      return typeof value === member.type ? (value as Json) : undefined;
  }
}

function readElements(values: unknown[], element: Member): Json[] {
  return values.map((value) => read(value, element)).filter((value) => value !== undefined);
}

/** The fields that the API does not document, unchanged; undefined if there are none. */
function readRest(response: JsonObject, { byWire }: Member, rest: Member["rest"]): JsonObject | undefined {
  let kept: JsonObject | undefined;
  // The loop makes no array, because it runs for each listed job.
  for (const name in response) {
    const value = response[name];
    if (byWire.has(name) || value === undefined || isDeeperThan(rest === "scalars" ? 0 : MAX_DEPTH, value)) {
      continue;
    }
    kept ??= {};
    setOwn(kept, name, value);
  }
  return kept;
}

/**
 * The fields of a response that `shape` names, in camelCase. A value without the documented type is left out.
 * Undocumented fields are kept if `shape` has a `rest` field.
 */
export function observe(response: JsonObject, shape: Member): JsonObject {
  const observed: JsonObject = {};
  for (const member of shape.members.values()) {
    const value = member.rest ? readRest(response, shape, member.rest) : read(getOwn(response, member.wire), member);
    if (value !== undefined) {
      setOwn(observed, member.name, value);
    }
  }
  return observed;
}

/** The fields that `summarise` keeps, for callers who must keep little. */
const SUMMARY: ReadonlySet<string> = new Set(["id", "version", "pendingChange", "updateTime"]);

export function summarise(observed: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(observed).filter(([name]) => SUMMARY.has(name)));
}
