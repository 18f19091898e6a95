import type { Json, JsonObject } from "../json/json";
import { getOwn, isEmpty, isJsonObject } from "../json/object";
import { wireMemberAt, type Member } from "../schema/members";
import { isBlank, isNeverCompared, saysTheSame } from "./equivalence";
import { isStructure, withUnsetValue } from "./mergePatch";

/** One declared field that the service shows with another value. `actual` is absent when the service has it no more. */
export interface Drift {
  /** In wire names. */
  path: string[];
  declared: Json;
  actual: Json | undefined;
}

/** What a response says of the object around a field. */
interface ResponseContext {
  /** The whole response. */
  response: JsonObject;
  /** A field that is not shown is gone: within an entity, a response is complete. */
  isComplete: boolean;
  /** A structure that is not shown is gone: the fields beside it are shown. */
  showsNeighbours: boolean;
}

/** Whether a value that is shown contradicts a declared `null`, and was not merely filled in by the service. */
function contradictsNull(actual: Json | undefined, member: Member | undefined, isComplete: boolean): boolean {
  // Within an entity an object is an alternative, such as the kind of a probe.
  return !!member?.absentMeansRemoved || !!member?.emptyWhenNull || (isComplete && isJsonObject(actual));
}

function showsFields(actual: JsonObject, member: Member | undefined): boolean {
  return Object.entries(actual).some(([key, value]) => value !== null && member?.byWire.has(key));
}

/** The declared fields of a structure that the response does not show. */
function goneFields(declared: JsonObject, member: Member | undefined, response: JsonObject, path: string[]): Drift[] {
  const context = { response, isComplete: true, showsNeighbours: true };
  return Object.entries(declared).flatMap(([key, value]) =>
    compare(wireMemberAt(member, key), value, undefined, context, [...path, key]),
  );
}

function compare(
  member: Member | undefined,
  declared: Json,
  shown: Json | undefined,
  context: ResponseContext,
  path: string[],
): Drift[] {
  if (isNeverCompared(member)) {
    return [];
  }
  const actual = member?.readAs === undefined ? shown : getOwn(context.response, member.readAs);
  const wanted = withUnsetValue(member, declared);
  if (isBlank(declared) && isBlank(actual)) {
    return [];
  }
  if (wanted === null) {
    return contradictsNull(actual, member, context.isComplete) ? [{ path, declared, actual }] : [];
  }
  if (actual === undefined || actual === null) {
    if (isJsonObject(wanted) && isStructure(member)) {
      const isGone = actual === null || (member !== undefined && context.showsNeighbours);
      return isGone ? goneFields(wanted, member, context.response, path) : [];
    }
    // The group shows its own priority, whatever it shows of the container.
    const isComplete = context.isComplete && member?.readAs === undefined;
    const isGone = actual === null || isComplete || member?.absentMeansRemoved;
    return isGone ? [{ path, declared, actual: undefined }] : [];
  }
  if (isJsonObject(wanted) && isJsonObject(actual)) {
    const isComplete = context.isComplete || member?.entity === true;
    return Object.entries(wanted).flatMap(([key, value]) => {
      const inside = { ...context, isComplete, showsNeighbours: showsFields(actual, member) };
      return compare(wireMemberAt(member, key), value, getOwn(actual, key), inside, [...path, key]);
    });
  }
  return saysTheSame(wanted, actual, member) ? [] : [{ path, declared, actual }];
}

/**
 * The declared fields that a response shows with another value. Fields that no response ever shows, and fields that the response leaves
 * out though it should have them, are none; nor are those whose value is only written in another way (equivalence.ts). What others own
 * is never looked at.
 */
export function driftOf(declared: JsonObject, response: JsonObject, body: Member): Drift[] {
  if (isEmpty(response)) {
    return [];
  }
  const context = { response, isComplete: false, showsNeighbours: showsFields(response, body) };
  return Object.entries(declared).flatMap(([key, value]) =>
    compare(wireMemberAt(body, key), value, getOwn(response, key), context, [key]),
  );
}
