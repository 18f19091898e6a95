import type { JsonObject } from "../json/json";
import { getOwn, isJsonObject } from "../json/object";
import { wireMemberAt, type Member } from "../schema/members";
import { INDETERMINATE, isPreviousObject, isStructure, type PreviousObject } from "./mergePatch";

/**
 * The fields that were declared, are no longer, and are not in the patch, in wire names: the service keeps them, and nobody manages
 * them here any more.
 */
export function leftFields(
  { previous, declared, patch = {} }: { previous: PreviousObject; declared: JsonObject; patch?: JsonObject },
  member: Member | undefined,
): string[][] {
  return Object.entries(previous).flatMap(([key, before]) => {
    const child = wireMemberAt(member, key);
    const wanted = getOwn(declared, key);
    const change = getOwn(patch, key);
    if (before === null || before === INDETERMINATE || (change !== undefined && !isJsonObject(change))) {
      return [];
    }
    if (isPreviousObject(before) && (isJsonObject(wanted) || (wanted === undefined && isStructure(child)))) {
      const inside = { previous: before, declared: wanted ?? {}, patch: change ?? {} };
      return leftFields(inside, child).map((path) => [key, ...path]);
    }
    return wanted === undefined ? [[key]] : [];
  });
}
