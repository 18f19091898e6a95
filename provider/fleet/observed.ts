import { jsonPointer } from "../../common/path";
import { isJsonObject, type JsonObject } from "../../common/json";
import { getOwn, setOwn } from "../core/json/object";
import type { Observed } from "../engine/outputValues";

/** Adds a value to the list of a key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) {
    lists.set(key, [value]);
  } else {
    list.push(value);
  }
}

/** The inverse of `observedByKey`: returns the observed part of one key. */
export function splitByKey({ fields, secrets }: Observed): (key: string) => Observed | undefined {
  const below = new Map<string, string[]>();
  for (const pointer of secrets) {
    const [prefix = ""] = /^\/[^/]*/.exec(pointer) ?? [];
    addTo(below, prefix, pointer.slice(prefix.length));
  }
  return (key) => {
    const part = getOwn(fields, key);
    return isJsonObject(part) ? { fields: part, secrets: below.get(jsonPointer([key])) ?? [] } : undefined;
  };
}

/** One observation of many objects, each below its own key. */
export function observedByKey(parts: Iterable<readonly [key: string, part: Observed]>): Observed {
  const fields: JsonObject = {};
  const secrets: string[] = [];
  for (const [key, part] of parts) {
    setOwn(fields, key, part.fields);
    secrets.push(...part.secrets.map((pointer) => jsonPointer([key]) + pointer));
  }
  return { fields, secrets };
}
