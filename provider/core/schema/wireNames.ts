import { isJsonObject, type Json, type JsonObject } from "../../../common/json";
import { memberAt, wireMemberAt, type Member } from "./members";
import { setOwn } from "../json/object";

/** The argument whose value is in wire form and is merged with the typed arguments. */
export const ADDITIONAL_MEMBERS = "additionalMembers";

type Step = (parent: Member, key: string) => { member: Member | undefined; key: string } | undefined;

function rename(value: unknown, member: Member | undefined, step: Step): Json | undefined {
  if (member === undefined) {
    return value as Json | undefined;
  }
  if (Array.isArray(value)) {
    return value.map((element) => rename(element, member.element, step) ?? null);
  }
  if (!isJsonObject(value)) {
    return value as Json | undefined;
  }
  const renamed: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    const next = step(member, key);
    if (next === undefined) {
      continue;
    }
    const result = rename(child, next.member, step);
    if (result !== undefined) {
      setOwn(renamed, next.key, result);
    }
  }
  return renamed;
}

const programToWire: Step = (parent, key) => {
  const member = memberAt(parent, key);
  if (parent.kind !== "object") {
    return { member, key };
  }
  return member && { member, key: member.wire };
};

const wireToProgram: Step = (parent, key) => {
  const member = wireMemberAt(parent, key);
  if (parent.kind !== "object") {
    return { member, key };
  }
  return member && { member, key: member.name };
};

/**
 * The body of a program's arguments: camelCase names become wire names, the user's own keys stay as they are, and
 * arguments that `body` does not name are left out.
 */
export function toWire(args: { [key: string]: unknown }, body: Member): JsonObject {
  return rename(args, body, programToWire) as JsonObject;
}

/** A body, or the value of `member` in one, in the names of programs, without fields that the schema lacks. */
export function fromWire<T extends Json>(value: T, member: Member | undefined): T {
  return rename(value, member, wireToProgram) as T;
}

/** A path of wire names in the names of programs: `container`, `environmentVariables`, `PATH`. */
export function programPath(path: readonly string[], body: Member): string[] {
  const names: string[] = [];
  let member: Member | undefined = body;
  for (const key of path) {
    const next: Member | undefined = wireMemberAt(member, key);
    names.push(member?.kind === "object" && next ? next.name : key);
    member = next;
  }
  return names;
}
