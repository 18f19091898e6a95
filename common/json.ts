/** A JSON value: a string, number, boolean, null, array or object. */
export type Json = JsonScalar | Json[] | { [key: string]: Json };

/** A JSON value that holds no other. */
export type JsonScalar = null | boolean | number | string;

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** The engine cannot carry values that are nested deeper. In arguments they are refused, and in a response left out. */
export const MAX_DEPTH = 200;

/** Whether `value` is an object with fields: not an array, not `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
