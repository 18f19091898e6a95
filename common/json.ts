/** A JSON value: a string, number, boolean, null, array or object. */
export type Json = JsonScalar | Json[] | { [key: string]: Json };

/** A JSON value that holds no other. */
export type JsonScalar = null | boolean | number | string;

/** A JSON object. Its keys are data: `__proto__` is a key like any other. */
export type JsonObject = { [key: string]: Json };

/** Values nested deeper than this are refused: deeper ones cannot pass through the engine. */
export const MAX_DEPTH = 200;

/** Whether `value` is an object with fields: not an array, not `null`. */
export function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
