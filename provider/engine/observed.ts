import type { Json, JsonObject } from "../core/json/json";
import { isJsonObject, getOwn, setOwn } from "../core/json/object";
import { jsonPointer } from "../../common/path";
import { secretValue } from "./outputValues";

/** What is kept of the service's last response. */
export interface Observed {
  fields: JsonObject;
  /** JSON pointers in `fields` of the values that are kept secret. */
  secrets: readonly string[];
}

export const NOTHING_OBSERVED: Observed = { fields: {}, secrets: [] };

/** The outputs in which what is secret is in Pulumi's own form of a secret value. */
export function withSecretValues({ fields, secrets }: Observed): Json {
  const pointers = new Set(secrets);
  const visit = (value: Json, pointer: string): Json => {
    if (pointers.has(pointer)) {
      return secretValue(value);
    }
    if (Array.isArray(value)) {
      return value.map((element, index) => visit(element, `${pointer}/${index}`));
    }
    if (!isJsonObject(value)) {
      return value;
    }
    const wrapped: JsonObject = {};
    for (const [key, child] of Object.entries(value)) {
      setOwn(wrapped, key, visit(child, pointer + jsonPointer([key])));
    }
    return wrapped;
  };
  return pointers.size === 0 ? fields : visit(fields, "");
}

/** What was observed of each of many objects, as `observedByKey` has put it together. */
export function splitByKey({ fields, secrets }: Observed): (key: string) => Observed | undefined {
  const below = new Map<string, string[]>();
  for (const pointer of secrets) {
    const [prefix = ""] = /^\/[^/]*/.exec(pointer) ?? [];
    below.set(prefix, [...(below.get(prefix) ?? []), pointer.slice(prefix.length)]);
  }
  return (key) => {
    const part = getOwn(fields, key);
    return isJsonObject(part) ? { fields: part, secrets: below.get(jsonPointer([key])) ?? [] } : undefined;
  };
}

/** What was observed of many objects, each below its own key. */
export function observedByKey(parts: Iterable<readonly [key: string, part: Observed]>): Observed {
  const fields: JsonObject = {};
  const secrets: string[] = [];
  for (const [key, part] of parts) {
    setOwn(fields, key, part.fields);
    secrets.push(...part.secrets.map((pointer) => jsonPointer([key]) + pointer));
  }
  return { fields, secrets };
}
