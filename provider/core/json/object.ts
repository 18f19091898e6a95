import type { JsonObject } from "./json";

/** Whether `value` is an object with fields: not an array, not `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

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
