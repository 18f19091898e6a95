import type { Json, JsonObject } from "../../../common/json";
import { UNKNOWN } from "../../../common/unknown";

/** The own field `key`, or undefined; never an inherited one. */
export function getOwn<T>(value: { [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Sets an own field of any name, even `__proto__`. */
export function setOwn<T>(target: { [key: string]: T }, key: string, value: T): void {
  // An assignment is many times faster, and does the same for other names.
  if (key !== "__proto__") {
    target[key] = value;
  } else {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  }
}

export function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** The value at a path of object keys and array indices, or undefined if there is none. */
export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce(
    (around, key) => (typeof around === "object" && around !== null ? getOwn(around as JsonObject, key) : undefined),
    value,
  );
}

export const isUnknown = (value: unknown): boolean => value === UNKNOWN;

/** Whether `value` is or contains an unknown value. */
export function hasUnknown(value: unknown): boolean {
  if (isUnknown(value)) {
    return true;
  }
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnknown);
}
