import { equalJson } from "../json/equality";
import type { Json, JsonObject } from "../json/json";
import { wireMemberAt, type Member } from "../schema/members";
import { isEmpty, isJsonObject, getOwn, setOwn } from "../json/object";

/**
 * A value of which it is not known whether the service has it: a request that was to set it failed, and may or may
 * not have been processed. It equals nothing, so that it is always sent again.
 */
export const UNCONFIRMED = Symbol("unconfirmed");

/** What was declared before, as far as it is known. */
export type Previous = Json | typeof UNCONFIRMED | Previous[] | { [key: string]: Previous };
export type PreviousObject = { [key: string]: Previous };

/** An object that is patched member by member. What the schema does not show is taken as one, too. */
function isStructure(member: Member | undefined): boolean {
  return member === undefined || ((member.kind === "object" || member.kind === "map") && !member.entity);
}

function sameValue(member: Member | undefined, previous: Previous | undefined, declared: Json): boolean {
  if (previous === undefined || previous === UNCONFIRMED || isJsonObject(previous) !== isJsonObject(declared))
    return false;
  return equalJson(previous as Json, declared, member?.unordered);
}

/** Rows 1 to 3 of the design's table for an entity: nothing, or all that is declared and `null` for what is not any more. */
function entityPatch(previous: Previous | undefined, declared: JsonObject): JsonObject | undefined {
  if (!isJsonObject(previous)) return declared;
  return (
    structurePatch(undefined, previous as PreviousObject, declared) &&
    withRemovals(previous as PreviousObject, declared)
  );
}

function withRemovals(previous: PreviousObject, declared: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const [key, value] of Object.entries(declared)) {
    const before = getOwn(previous, key);
    setOwn(
      patch,
      key,
      isJsonObject(value) && isJsonObject(before) ? withRemovals(before as PreviousObject, value as JsonObject) : value,
    );
  }
  for (const [key, value] of Object.entries(previous)) {
    if (!Object.hasOwn(declared, key) && value !== null) setOwn(patch, key, null);
  }
  return patch;
}

function removal(member: Member | undefined, previous: Previous | undefined): Json | undefined {
  if (previous === undefined || previous === null) return undefined;
  if (isStructure(member) && isJsonObject(previous)) return structurePatch(member, previous as PreviousObject, {});
  return structuredClone(member?.unset ?? null);
}

function memberPatch(
  member: Member | undefined,
  previous: Previous | undefined,
  declared: Json | undefined,
): Json | undefined {
  if (declared === undefined) return removal(member, previous);
  if (declared === null) return previous === null ? undefined : null;
  if (isJsonObject(declared) && isStructure(member)) {
    const inside = structurePatch(
      member,
      isJsonObject(previous) ? (previous as PreviousObject) : {},
      declared as JsonObject,
    );
    const otherKind = previous !== undefined && previous !== null && !isJsonObject(previous);
    return otherKind ? (inside ?? {}) : inside;
  }
  if (isJsonObject(declared) && member?.entity) return entityPatch(previous, declared as JsonObject);
  return sameValue(member, previous, declared) ? undefined : declared;
}

function structurePatch(
  member: Member | undefined,
  previous: PreviousObject,
  declared: JsonObject,
): JsonObject | undefined {
  const patch: JsonObject = {};
  for (const key of new Set([...Object.keys(previous), ...Object.keys(declared)])) {
    const change = memberPatch(wireMemberAt(member, key), getOwn(previous, key), getOwn(declared, key));
    if (change !== undefined) setOwn(patch, key, change);
  }
  return isEmpty(patch) ? undefined : patch;
}

/**
 * The RFC 7396 merge patch that turns what was declared into what is declared now, or nothing when there is nothing
 * to change. Both are bodies in wire form. Pure: the only place where a change becomes a patch.
 *
 * It holds paths of `previous` and of `declared` only: what the program never declared is never touched.
 */
export function mergePatch(body: Member, previous: PreviousObject, declared: JsonObject): JsonObject | undefined {
  return structurePatch(body, previous, declared);
}
