import { equalJson, type Json } from "../json/json";
import { getOwn, isEmpty, isJsonObject } from "../json/object";
import { wireMemberAt, type Member } from "../schema/members";

/** Whether nothing is said: absent, `null`, or an empty string, array or object. */
export function isBlank(value: Json | undefined): boolean {
  if (typeof value === "object" && value !== null) {
    return isEmpty(value);
  }
  return value === undefined || value === null || value === "";
}

/** Whether a response cannot tell what was declared: it never shows the field, or not to be relied on. */
export function isNeverCompared(member: Member | undefined): boolean {
  return member?.writeOnly === true || member?.secrecy === "credential";
}

const INTEGER = /^-?\d+$/;

/** A value that is not made of others, in the one spelling in which it is compared. */
function normalize(value: Json, member: Member | undefined): Json {
  if (typeof value !== "string") {
    return value;
  }
  const trimmed = value.trim();
  if (member?.type === "number" && INTEGER.test(trimmed)) {
    return Number(trimmed);
  }
  return member?.ignoreCase ? trimmed.toLowerCase() : trimmed;
}

/** Whether each element declared is shown, and no other: in the same order, or in any. */
function sameElements(declared: Json[], actual: Json[], member: Member | undefined): boolean {
  if (declared.length !== actual.length) {
    return false;
  }
  if (!member?.unordered && !member?.shownInAnyOrder) {
    return declared.every((element, index) => saysTheSame(element, actual[index], member?.element));
  }
  // An element that declares little may match several: then it gives way to one that matches fewer.
  const takenBy = new Map<number, number>();
  const place = (index: number, tried: Set<number>): boolean =>
    actual.some((other, at) => {
      if (tried.has(at) || !saysTheSame(declared[index] ?? null, other, member.element)) {
        return false;
      }
      tried.add(at);
      const holder = takenBy.get(at);
      const isFree = holder === undefined || place(holder, tried);
      if (isFree) {
        takenBy.set(at, index);
      }
      return isFree;
    });
  return declared.every((_, index) => place(index, new Set()));
}

/**
 * Whether a response shows what was declared, if in other writing: what the schema says of order and letter case does not count, nor
 * does white space around a string, nor an integer as a string, nor which of the ways to say nothing is used. Of an object, only what
 * was declared is compared: the service may complete it.
 */
export function saysTheSame(declared: Json, actual: Json | undefined, member: Member | undefined): boolean {
  if (isBlank(declared) || actual === undefined) {
    return isBlank(declared) && isBlank(actual);
  }
  if (Array.isArray(declared)) {
    return Array.isArray(actual) && sameElements(declared, actual, member);
  }
  if (isJsonObject(declared)) {
    const isSame = ([key, value]: [string, Json]) => {
      const child = wireMemberAt(member, key);
      return (
        isNeverCompared(child) || saysTheSame(value, isJsonObject(actual) ? getOwn(actual, key) : undefined, child)
      );
    };
    return isJsonObject(actual) && Object.entries(declared).every(isSame);
  }
  return equalJson(normalize(declared, member), normalize(actual, member));
}
