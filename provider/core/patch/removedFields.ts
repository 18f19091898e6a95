import { isJsonObject, type JsonObject } from "../../../common/json";
import { getOwn, isEmpty } from "../json/object";
import type { Removed } from "../schema/annotation";
import { wireMemberAt, type Member } from "../schema/members";
import { becomesUnmanaged, isStructure } from "./mergePatch";

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

/** The removed fields that no patch unsets, in wire names: they are no longer managed. */
export function unmanagedFields(
  body: Member | undefined,
  previous: JsonObject,
  declared: JsonObject,
  removed: Removed,
): string[][] {
  return Object.entries(previous).flatMap(([key, before]) => {
    const member = wireMemberAt(body, key);
    const wanted = getOwn(declared, key);
    if (isJsonObject(before) && (isJsonObject(wanted) || (wanted === undefined && isStructure(member)))) {
      return unmanagedFields(member, before, wanted ?? {}, removed).map((path) => [key, ...path]);
    }
    return wanted === undefined && becomesUnmanaged(member, removed) ? [[key]] : [];
  });
}
