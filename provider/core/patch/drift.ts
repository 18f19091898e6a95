import { equalJson } from "../json/equality";
import type { Json, JsonObject } from "../json/json";
import { wireMemberAt, type Member } from "../schema/members";
import { isEmpty, isJsonObject, getOwn } from "../json/object";

/** One declared member that the service shows with another value. `actual` is absent when the service has it no more. */
export interface Drift {
  /** In wire names. */
  path: string[];
  declared: Json;
  actual: Json | undefined;
}

/** An array of objects whose elements the service may complete: ours differ only where a declared member does. */
function elementsEqual(declared: Json, actual: Json): boolean {
  if (!Array.isArray(declared) || !Array.isArray(actual) || declared.length !== actual.length) return false;
  return declared.every((element, index) => {
    const other = actual[index];
    if (!isJsonObject(element) || !isJsonObject(other)) return equalJson(element, other);
    return Object.entries(element).every(([key, value]) => equalJson(value, getOwn(other, key)));
  });
}

function compare(
  member: Member | undefined,
  declared: Json,
  actual: Json | undefined,
  whole: JsonObject,
  path: string[],
  inside: boolean,
): Drift[] {
  if (member?.answered === false || member?.secrecy === "credential") return [];
  if (typeof member?.answered === "string") actual = getOwn(whole, member.answered);
  const gone = actual === undefined || actual === null;
  if (declared === null) {
    const shownAnyway = inside || member?.absentMeansRemoved || (Array.isArray(actual) && actual.length > 0);
    return !gone && shownAnyway ? [{ path, declared, actual }] : [];
  }
  if (gone) return inside || member?.absentMeansRemoved ? [{ path, declared, actual: undefined }] : [];
  if (isJsonObject(declared) && isJsonObject(actual)) {
    // Within an entity, and in a map of the user's keys, the answer is complete: what is not there is gone.
    const complete = inside || member?.entity === true;
    return Object.entries(declared).flatMap(([key, value]) =>
      compare(
        wireMemberAt(member, key),
        value as Json,
        getOwn(actual as JsonObject, key),
        whole,
        [...path, key],
        complete,
      ),
    );
  }
  const same = equalJson(declared, actual, member?.unordered) || elementsEqual(declared, actual as Json);
  return same ? [] : [{ path, declared, actual }];
}

/**
 * The declared members that an answer shows with another value. Members that the interface never answers, and
 * members that the answer leaves out though it should have them, are none. What others own is never looked at.
 */
export function driftOf(declared: JsonObject, answer: JsonObject, body: Member): Drift[] {
  if (isEmpty(answer)) return [];
  return Object.entries(declared).flatMap(([key, value]) =>
    compare(wireMemberAt(body, key), value, getOwn(answer, key), answer, [key], false),
  );
}
