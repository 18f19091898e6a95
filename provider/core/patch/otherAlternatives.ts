import type { JsonObject } from "../json/json";
import { getOwn, isJsonObject } from "../json/object";
import { wireMemberAt, type Member } from "../schema/members";
import { isBlank } from "./equivalence";

/** Those of alternatives that an object holds: a probe's kinds, the destinations of logs. */
function alternativesIn(value: JsonObject, member: Member): string[] {
  return Object.keys(value).filter((key) => member.byWire.get(key)?.kind === "object" && !isBlank(getOwn(value, key)));
}

/**
 * What a response shows beside a declared alternative, such as `liveness_probe.http` beside a declared `tcp`, in wire names: a merge
 * patch leaves it where it is, and a service may refuse both. Declared as `null` it goes.
 */
export function otherAlternatives(declared: JsonObject, response: JsonObject, member: Member | undefined): string[][] {
  const ours = member?.alternatives ? alternativesIn(declared, member) : [];
  const others =
    member === undefined || ours.length === 0
      ? []
      : alternativesIn(response, member).filter((key) => !Object.hasOwn(declared, key));
  const inside = Object.entries(declared).flatMap(([key, value]) => {
    const shown = getOwn(response, key);
    const child = wireMemberAt(member, key);
    return isJsonObject(value) && isJsonObject(shown)
      ? otherAlternatives(value, shown, child).map((path) => [key, ...path])
      : [];
  });
  return [...others.map((key) => [key]), ...inside];
}
