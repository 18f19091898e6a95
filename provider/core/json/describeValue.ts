import { isJsonObject } from "../../../common/json";

const MAX_SHOWN = 60;

/** A value's type, with its article. */
export function describeType(value: unknown): string {
  if (Array.isArray(value)) {
    return "an array";
  }
  return typeof value === "object" ? (value === null ? "null" : "an object") : `a ${typeof value}`;
}

/** The first characters of a text. A pair of surrogates is not cut in two. */
export const startOf = (text: string, limit: number): string => text.slice(0, limit).replace(/[\ud800-\udbff]$/, "");

/** A value for a message: long strings are cut; an array, object or function gives its type. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value) || isJsonObject(value) || typeof value === "function") {
    return describeType(value);
  }
  if (typeof value !== "string") {
    return Object.is(value, -0) ? "-0" : String(value);
  }
  if (value.length <= MAX_SHOWN) {
    return JSON.stringify(value);
  }
  return `${JSON.stringify(startOf(value, MAX_SHOWN))}… (${value.length} characters)`;
}
