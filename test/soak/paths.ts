import type { JsonObject } from "../../emulator";

/** Whether a value is an object with fields: no array, and nothing of a class of its own. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** What stands at a path; `undefined` where nothing does. */
export const valueAt = (document: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), document);

/** A copy with this value at the path; `undefined` takes it out. */
export function withValue<T extends object>(document: T, [key = "", ...rest]: readonly string[], value: unknown): T {
  const { [key]: inner, ...others } = document as Record<string, unknown>;
  const after = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value);
  return { ...others, ...(after !== undefined && { [key]: after }) } as T;
}
