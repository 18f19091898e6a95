import type { JsonObject } from "../json/json";
import { getOwn, isEmpty, isJsonObject } from "../json/object";

/** The fields that a patch unsets, in wire names: `declared` does not have them, or has `null` for them. */
export function unsetFields(patch: JsonObject, declared: JsonObject): string[][] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const wanted = getOwn(declared, key);
    if (isJsonObject(value) && !isEmpty(value)) {
      return unsetFields(value, isJsonObject(wanted) ? wanted : {}).map((path) => [key, ...path]);
    }
    return wanted === undefined || wanted === null ? [[key]] : [];
  });
}
