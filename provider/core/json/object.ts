import { isJsonObject } from "../../../common/json";
import { UNKNOWN } from "../../../common/pulumiMarkers";
import type { Json } from "./json";

/** The field `key` of its own: never one that the prototype has. */
export function getOwn<T>(value: { [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Sets a field of any name: `__proto__` becomes data like all others. */
export function setOwn<T>(target: { [key: string]: T }, key: string, value: T): void {
  // An assignment is many times as fast, and does the same for every other name.
  if (key !== "__proto__") {
    target[key] = value;
  } else {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  }
}

export function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** The value at a path of object keys, or undefined where the path leads to none. */
export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce((around, key) => (isJsonObject(around) ? getOwn(around, key) : undefined), value);
}

export const isUnknown = (value: unknown): boolean => value === UNKNOWN;

/** Whether a value that is not known yet stands anywhere in `value`. */
export function hasUnknown(value: unknown): boolean {
  if (isUnknown(value)) {
    return true;
  }
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnknown);
}
