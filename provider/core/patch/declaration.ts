import { isJsonObject, type Json, type JsonObject } from "../../../common/json";
import { equalJson } from "../json/json";
import type { Member } from "../schema/members";
import { getOwn, isEmpty, isUnknown, setOwn } from "../json/object";
import { ADDITIONAL_MEMBERS, toWire } from "../schema/wireNames";

/** Both declarations as one: objects are merged field by field, everything else is taken whole, and `over` wins. */
export function mergeDeep(under: JsonObject, over: JsonObject): JsonObject {
  const merged: JsonObject = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = getOwn(under, key);
    setOwn(merged, key, isJsonObject(below) && isJsonObject(value) ? mergeDeep(below, value) : value);
  }
  return merged;
}

/** The smallest `over` with which `mergeDeep(under, over)` gives `wanted`; `null` marks keys that `wanted` lacks. */
export function overlay(under: JsonObject, wanted: JsonObject): JsonObject {
  const over: JsonObject = {};
  for (const [key, value] of Object.entries(wanted)) {
    const below = getOwn(under, key);
    if (isJsonObject(below) && isJsonObject(value)) {
      const inside = overlay(below, value);
      if (!isEmpty(inside)) {
        setOwn(over, key, inside);
      }
    } else if (!equalJson(below, value)) {
      setOwn(over, key, value);
    }
  }
  for (const key of Object.keys(under)) {
    if (!Object.hasOwn(wanted, key)) {
      setOwn(over, key, null);
    }
  }
  return over;
}

/** The typed arguments and additional members as one body in wire form. */
export function declaredBody(args: { [key: string]: unknown }, body: Member): JsonObject {
  const typed = toWire(args, body);
  const additional = getOwn(args, ADDITIONAL_MEMBERS);
  return isJsonObject(additional) ? mergeDeep(additional, typed) : typed;
}

/**
 * The paths, in wire names, that both sides declare and at which they are not both objects. An unknown value gives
 * none.
 */
export function declaredTwice(typed: Json, additional: Json, path: readonly string[] = []): string[][] {
  if (isUnknown(typed) || isUnknown(additional)) {
    return [];
  }
  if (!isJsonObject(typed) || !isJsonObject(additional)) {
    return [[...path]];
  }
  return Object.entries(additional).flatMap(([key, value]) => {
    const other = getOwn(typed, key);
    return other === undefined ? [] : declaredTwice(other, value, [...path, key]);
  });
}
