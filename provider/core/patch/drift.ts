import { isJsonObject, type Json, type JsonObject } from "../../../common/json";
import { equalJson, sortedBy, stringifyCanonical } from "../json/json";
import { getOwn, isEmpty } from "../json/object";
import { wireMemberAt, type Member } from "../schema/members";
import { isStructure, withUnsetValue } from "./mergePatch";

/** A declared field that the service shows with another value; `actual` is undefined if the field is gone. */
export interface Drift {
  /** Wire names. */
  path: string[];
  actual: Json | undefined;
}

/** How much a response shows around a field. */
interface ResponseContext {
  /** The whole response. */
  response: JsonObject;
  /** Whether a field that is missing here is gone. A response shows an entity in full. */
  isComplete: boolean;
  /** Whether the response shows other fields of this object. If so, a missing structure is gone. */
  showsNeighbours: boolean;
}

/** Whether responses do not reliably show the field. */
function isWriteOnly(member: Member | undefined): boolean {
  return member?.writeOnly === true || member?.secrecy === "credential";
}

/** Whether a value is absent, `null`, or an empty string, array or object: services show one for another. */
export function isBlank(value: Json | undefined): boolean {
  if (typeof value === "object" && value !== null) {
    return isEmpty(value);
  }
  return value === undefined || value === null || value === "";
}

/** The text by which list elements are sorted: their documented fields, in lower case. */
function sortText(element: Json, member: Member | undefined): string {
  const isDocumented = member?.kind === "object" && isJsonObject(element);
  const value = isDocumented ? [...member.byWire.keys()].map((name) => getOwn(element, name) ?? null) : element;
  return stringifyCanonical(value).toLowerCase();
}

function showsElements(declared: Json[], actual: Json[], { order, element }: Partial<Member>): boolean {
  const arranged = (elements: Json[]) =>
    order === undefined ? elements : sortedBy(elements, (each) => sortText(each, element));
  const shown = arranged(actual);
  return (
    declared.length === actual.length && arranged(declared).every((each, index) => shows(shown[index], each, element))
  );
}

/**
 * Whether a response shows what was declared. Only the declared fields of an object are compared, because the service
 * may add others. Letter case and the order of a list do not count where the schema says so.
 */
function shows(actual: Json | undefined, declared: Json, member: Member | undefined): boolean {
  if (isBlank(declared) || actual === undefined) {
    return isBlank(declared) && isBlank(actual);
  }
  if (Array.isArray(declared)) {
    return Array.isArray(actual) && showsElements(declared, actual, member ?? {});
  }
  if (isJsonObject(declared)) {
    const showsField = ([key, value]: [string, Json]) => {
      const child = wireMemberAt(member, key);
      return isWriteOnly(child) || (isJsonObject(actual) && shows(getOwn(actual, key), value, child));
    };
    return isJsonObject(actual) && Object.entries(declared).every(showsField);
  }
  if (member?.ignoreCase && typeof declared === "string" && typeof actual === "string") {
    return declared.toLowerCase() === actual.toLowerCase();
  }
  return equalJson(declared, actual);
}

function showsFields(actual: JsonObject, member: Member | undefined): boolean {
  return Object.entries(actual).some(([key, value]) => value !== null && member?.byWire.has(key));
}

/** The drift of a field that the response lacks or shows as `null`. */
function driftOfMissing(
  member: Member | undefined,
  declared: Json,
  actual: null | undefined,
  context: ResponseContext,
  path: string[],
): Drift[] {
  if (isJsonObject(declared) && isStructure(member)) {
    const isGone = actual === null || (member !== undefined && context.showsNeighbours);
    const inside = { response: context.response, isComplete: true, showsNeighbours: true };
    return isGone ? driftOfFields(declared, {}, member, inside, path) : [];
  }
  // A `readAs` field is shown outside this object and not gone with it.
  const isComplete = context.isComplete && member?.readAs === undefined;
  const isGone = actual === null || isComplete || member?.absentMeansRemoved;
  return isGone ? [{ path, actual: undefined }] : [];
}

function driftOfField(
  member: Member | undefined,
  declared: Json,
  shown: Json | undefined,
  context: ResponseContext,
  path: string[],
): Drift[] {
  const actual = member?.readAs === undefined ? shown : getOwn(context.response, member.readAs);
  const wanted = withUnsetValue(member, declared);
  if (isWriteOnly(member) || (isBlank(declared) && isBlank(actual))) {
    return [];
  }
  if (wanted === null) {
    // The service may put a default for `null`, but an object in an entity, such as a probe's `exec`, is still set.
    const isStillThere = member?.absentMeansRemoved || (context.isComplete && isJsonObject(actual));
    return isStillThere ? [{ path, actual }] : [];
  }
  if (actual === undefined || actual === null) {
    return driftOfMissing(member, wanted, actual, context, path);
  }
  if (isJsonObject(wanted) && isJsonObject(actual)) {
    const isComplete = context.isComplete || member?.entity === true;
    const inside = { ...context, isComplete, showsNeighbours: showsFields(actual, member) };
    return driftOfFields(wanted, actual, member, inside, path);
  }
  return shows(actual, wanted, member) ? [] : [{ path, actual }];
}

function driftOfFields(
  declared: JsonObject,
  actual: JsonObject,
  member: Member | undefined,
  context: ResponseContext,
  path: string[],
): Drift[] {
  return Object.entries(declared).flatMap(([key, value]) =>
    driftOfField(wireMemberAt(member, key), value, getOwn(actual, key), context, [...path, key]),
  );
}

/**
 * The declared fields that a response shows with another value. A field that no response shows has not drifted. A missing field
 * has drifted only where its absence means that it is gone: by the schema, inside an object that responses show whole, or below a
 * structure that is gone. Fields that are not declared are not compared.
 */
export function driftOf(declared: JsonObject, response: JsonObject, body: Member): Drift[] {
  const context = { response, isComplete: false, showsNeighbours: showsFields(response, body) };
  return isEmpty(response) ? [] : driftOfFields(declared, response, body, context, []);
}
