import type { JsonObject } from "../json/json";
import { getOwn, isJsonObject } from "../json/object";
import { wireMemberAt, type Member } from "../schema/members";
import { isStructure, type Removed } from "./mergePatch";

/** The fields that are taken out of the program and for which a patch holds nothing, in wire names: they are no longer managed. */
export function leftFields(
  body: Member | undefined,
  previous: JsonObject,
  declared: JsonObject,
  { removed }: { removed?: Removed | undefined } = {},
): string[][] {
  return Object.entries(previous).flatMap(([key, before]) => {
    const member = wireMemberAt(body, key);
    const wanted = getOwn(declared, key);
    if (isJsonObject(before) && (isJsonObject(wanted) || (wanted === undefined && isStructure(member)))) {
      return leftFields(member, before, wanted ?? {}, { removed }).map((path) => [key, ...path]);
    }
    const isLeft = removed === "leave" || member?.leftWhenRemoved === true;
    return wanted === undefined && isLeft ? [[key]] : [];
  });
}
