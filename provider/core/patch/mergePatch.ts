import { isJsonObject, type Json, type JsonObject } from "../../../common/json";
import { equalJson } from "../json/json";
import { getOwn, isEmpty, setOwn } from "../json/object";
import type { Removed } from "../schema/annotation";
import { wireMemberAt, type Member } from "../schema/members";

/**
 * Stands for a value that the service may or may not have, because the request that set it failed but may have been
 * processed. It equals no value, so that the field is always sent again.
 */
export const INDETERMINATE = Symbol("indeterminate");

/** A value declared before, perhaps indeterminate. */
export type Previous = Json | typeof INDETERMINATE | Previous[] | { [key: string]: Previous };
export type PreviousObject = { [key: string]: Previous };

const isPreviousObject = (value: Previous | undefined): value is PreviousObject => isJsonObject(value);

/** Whether a value of this member, or one unknown to the schema, is patched field by field. */
export function isStructure(member: Member | undefined): boolean {
  return member === undefined || ((member.kind === "object" || member.kind === "map") && !member.entity);
}

/** Whether nothing is sent for a field that the program no longer declares. */
export const becomesUnmanaged = (member: Member | undefined, removed: Removed): boolean =>
  removed === "leave" || member?.unmanagedWhenRemoved === true;

/** The value to send: for `null` it is the schema's `unset` value, because some fields may not be null. */
export const withUnsetValue = (member: Member | undefined, declared: Json): Json =>
  declared === null && member !== undefined ? structuredClone(member.unset) : declared;

function equals(previous: Previous | undefined, declared: Json, unordered?: boolean): boolean {
  const isComparable = previous !== INDETERMINATE && !isPreviousObject(previous);
  return isComparable && equalJson(previous as Json | undefined, declared, unordered);
}

/** Whether two values of an entity, or in one, differ. To declare an empty object where there was none is no change. */
function differs(previous: Previous | undefined, declared: Json | undefined, removed: Removed): boolean {
  if (declared === undefined) {
    return removed === "unset" && previous !== undefined && previous !== null;
  }
  if (isJsonObject(declared)) {
    if (previous !== undefined && previous !== null && !isPreviousObject(previous)) {
      return true;
    }
    const before = previous ?? {};
    const keys = new Set([...Object.keys(before), ...Object.keys(declared)]);
    return [...keys].some((key) => differs(getOwn(before, key), getOwn(declared, key), removed));
  }
  return !equals(previous, declared);
}

/** The declared fields, and `null` for each removed field. */
function withRemovals(previous: PreviousObject, declared: JsonObject, removed: Removed): JsonObject {
  const patch: JsonObject = {};
  for (const [key, value] of Object.entries(declared)) {
    const before = getOwn(previous, key);
    const isObjectInBoth = isJsonObject(value) && isPreviousObject(before);
    setOwn(patch, key, isObjectInBoth ? withRemovals(before, value, removed) : value);
  }
  for (const [key, value] of Object.entries(previous)) {
    if (removed === "unset" && !Object.hasOwn(declared, key) && value !== null) {
      setOwn(patch, key, null);
    }
  }
  return patch;
}

/** The value that the patch holds for one field; undefined if the field is not in the patch. */
function patchOfField(
  member: Member | undefined,
  previous: Previous | undefined,
  declared: Json | undefined,
  removed: Removed,
): Json | undefined {
  if (declared === undefined) {
    return patchOfRemoval(member, previous, removed);
  }
  if (declared === null && previous === null) {
    return undefined;
  }
  if (isJsonObject(declared) && isStructure(member)) {
    const inside = mergePatch(member, isPreviousObject(previous) ? previous : {}, declared, removed);
    const wasOtherType = previous !== undefined && previous !== null && !isPreviousObject(previous);
    return wasOtherType ? (inside ?? {}) : inside;
  }
  if (isJsonObject(declared) && isPreviousObject(previous)) {
    return differs(previous, declared, removed) ? withRemovals(previous, declared, removed) : undefined;
  }
  const wanted = withUnsetValue(member, declared);
  return equals(previous, wanted, member?.order === "meaningless") ? undefined : wanted;
}

function patchOfRemoval(
  member: Member | undefined,
  previous: Previous | undefined,
  removed: Removed,
): Json | undefined {
  if (previous === undefined || previous === null) {
    return undefined;
  }
  if (isStructure(member) && isPreviousObject(previous)) {
    return mergePatch(member, previous, {}, removed);
  }
  const unset = withUnsetValue(member, null);
  return becomesUnmanaged(member, removed) || equals(previous, unset) ? undefined : unset;
}

/**
 * The RFC 7396 merge patch that turns the `previous` value of a structure into the `declared` one, both in wire form; undefined
 * if there is nothing to change. No other function turns a change into a patch.
 *
 * It holds paths of `previous` and of `declared` only: a field that the program never declared is never sent.
 */
export function mergePatch(
  member: Member | undefined,
  previous: PreviousObject,
  declared: JsonObject,
  removed: Removed = "unset",
): JsonObject | undefined {
  const patch: JsonObject = {};
  for (const key of new Set([...Object.keys(previous), ...Object.keys(declared)])) {
    const change = patchOfField(wireMemberAt(member, key), getOwn(previous, key), getOwn(declared, key), removed);
    if (change !== undefined) {
      setOwn(patch, key, change);
    }
  }
  return isEmpty(patch) ? undefined : patch;
}
