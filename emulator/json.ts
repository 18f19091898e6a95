/** Any JSON value, as `JSON.parse` gives it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object; a member that is `undefined` is absent. */
export interface JsonObject {
  [member: string]: JsonValue | undefined;
}

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy of `value` without the members named. The original is left as it is. */
export function without(value: JsonObject, members: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !members.includes(name)));
}

/** True when arrays and objects are nested in `value` more than `limit` levels deep. Never overflows the stack. */
export function isDeeperThan(value: JsonValue | undefined, limit: number): boolean {
  let level: (JsonValue | undefined)[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    const next: (JsonValue | undefined)[] = [];
    for (const entry of level) {
      if (typeof entry !== "object" || entry === null) continue;
      for (const child of Object.values(entry)) if (typeof child === "object" && child !== null) next.push(child);
    }
    level = next;
  }
  return false;
}
