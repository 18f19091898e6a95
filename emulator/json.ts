import { LosslessNumber, parse } from "lossless-json";

/** Any JSON value, as `JSON.parse` gives it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object; a member that is `undefined` is absent. */
export interface JsonObject {
  [member: string]: JsonValue | undefined;
}

/** True for a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** How many levels deep arrays and objects may be nested in a body. */
export const MAX_DEPTH = 500;

/** The text as JSON.parse reads it; `undefined` when it is not JSON, or is nested deeper than `maxDepth` levels. */
export function parseJson(text: string, maxDepth = MAX_DEPTH): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return maxDepth < Infinity && isDeeperThan(value, maxDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}

/**
 * The JSON text with each number as it was written: those that a double would change are lossless numbers.
 * `value` is what JSON.parse has made of it, if that is known.
 */
export function parseLossless(text: string, value?: JsonValue): unknown {
  // Written back as it came, it has lost nothing; lossless-json takes seconds for a string of 20 MB.
  if (value !== undefined && JSON.stringify(value) === text) {
    return value;
  }
  return parse(text, undefined, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/** The number that these digits write: a lossless one where a double would change them. */
export function exactNumber(digits: string): number | LosslessNumber {
  return String(Number(digits)) === digits ? Number(digits) : new LosslessNumber(digits);
}

/** The JSON text for code to look at: an integer beyond ±(2^53 - 1) is a string of its digits. */
export function parseReadable(text: string): JsonValue {
  const parseNumber = (digits: string): number | string => {
    const value = Number(digits);
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? digits : value;
  };
  return parse(text, undefined, { parseNumber }) as JsonValue;
}

/** `value` without what stands at the path. A path through an array counts for each element. `value` is left as it is. */
export function omitPath(value: unknown, path: readonly string[]): unknown {
  const [name, ...below] = path;
  if (Array.isArray(value)) {
    return value.map((element) => omitPath(element, path));
  }
  if (name === undefined || !isJsonObject(value) || !Object.hasOwn(value, name)) {
    return value;
  }
  const { [name]: member, ...others } = value;
  return below.length === 0 ? others : { ...value, [name]: omitPath(member, below) };
}

/** True when arrays and objects are nested in `value` more than `limit` levels deep. Looks no deeper than that. */
function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  return limit === 0 || Object.values(value).some((member) => isDeeperThan(member, limit - 1));
}
