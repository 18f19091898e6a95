import { equalJson, type Json, type JsonObject } from "../json/json";
import { getOwn, isJsonObject } from "../json/object";
import { wireMemberAt, type Member } from "../schema/members";
import { isBlank, isNeverCompared, saysTheSame } from "./equivalence";
import { INDETERMINATE, isPreviousObject, type Previous, type PreviousObject } from "./mergePatch";
import { unsetFields } from "./unsetFields";

/** Whether a response still shows what was there before. */
function isStillShown(before: Previous | undefined, actual: Json | undefined, member: Member | undefined): boolean {
  if (before === INDETERMINATE || isBlank(before as Json | undefined)) {
    return false;
  }
  if (!isPreviousObject(before)) {
    return saysTheSame(before as Json, actual, member);
  }
  const compared = Object.entries(before).filter(
    ([key, value]) => !isNeverCompared(wireMemberAt(member, key)) && !isBlank(value as Json),
  );
  const isShown = ([key, value]: [string, Previous]) =>
    isJsonObject(actual) && isStillShown(value, getOwn(actual, key), wireMemberAt(member, key));
  return compared.length > 0 && compared.every(isShown);
}

/**
 * The fields that a patch unset and that the response shows with the values they had, in wire names: the service kept them. One that no
 * response shows is none, nor is one of which it was not known whether the service had it.
 */
export function keptFields(
  patch: JsonObject,
  { previous, declared }: { previous: PreviousObject; declared: JsonObject },
  response: JsonObject,
  body: Member,
): string[][] {
  return unsetFields(patch, declared).filter((path) => {
    let member: Member | undefined = body;
    let before: Previous | undefined = previous;
    let actual: Json | undefined = response;
    for (const key of path) {
      member = wireMemberAt(member, key);
      before = isPreviousObject(before) ? getOwn(before, key) : undefined;
      actual = isJsonObject(actual) ? getOwn(actual, key) : undefined;
      if (isNeverCompared(member)) {
        return false;
      }
    }
    if (member?.readAs !== undefined) {
      actual = getOwn(response, member.readAs);
    }
    const isDefault = member?.defaultsTo !== undefined && equalJson(actual, getOwn(response, member.defaultsTo));
    return !isDefault && isStillShown(before, actual, member);
  });
}
