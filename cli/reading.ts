import type { z } from "zod";
import { formatPath } from "../common/path";
import { isJsonObject, type Json, type JsonObject } from "../common/json";
import { getOwn, isEmpty, setOwn, valueAt } from "../provider/core/json/object";
import { isBlank } from "../provider/core/patch/drift";
import { isStructure } from "../provider/core/patch/mergePatch";
import { membersAlong, membersOf, wireMemberAt, type Member } from "../provider/core/schema/members";
import { fromWire, programPath } from "../provider/core/schema/wireNames";

/** The declaration that a response allows. */
export interface Description {
  args: JsonObject;
  /** One sentence for each value left out. */
  notes: string[];
}

/** Whether a response may have left a value out, or blanked it, although the service has it. */
function isHidden({ writeOnly, secrecy }: Member, value: Json | undefined): boolean {
  const isAbsent = value === undefined || value === null;
  return secrecy === "credential" ? isBlank(value) : writeOnly === true && isAbsent;
}

/** The field that makes the service change this one by itself. */
function moverOf({ movedBy = [] }: Member, response: JsonObject): string | undefined {
  return movedBy.find((wire) => {
    const value = getOwn(response, wire);
    return value === true || (isJsonObject(value) && !isEmpty(value));
  });
}

/** Whether the service shows a value that nobody has set. */
const isDefault = ({ defaultsTo }: Member, value: Json, response: JsonObject): boolean =>
  defaultsTo !== undefined && value === getOwn(response, defaultsTo);

/**
 * Whether an element of a list is shown whole, in fields that the schema knows. An update, which replaces the list, would lose
 * the rest.
 */
function isWhole(value: Json, member: Member | undefined): boolean {
  const isField = ([key, field]: [string, Json]) => field === null || isWhole(field, wireMemberAt(member, key));
  const isShown = member !== undefined && !isHidden(member, value);
  return isShown && (!isJsonObject(value) || Object.entries(value).every(isField));
}

/** Reads one response by the schema of the update, in wire names, so that the declaration can be sent again. */
function readFields(response: JsonObject, body: Member, notes: string[]): JsonObject {
  const note = (path: readonly string[], text: string) => {
    notes.push(`${formatPath(programPath(path, body))} ${text}`);
  };

  const readObject = (member: Member, shown: JsonObject, path: readonly string[]): JsonObject | undefined => {
    const read: JsonObject = {};
    for (const child of member.members.values()) {
      const at = [...path, child.wire];
      // A structure may be absent although the response shows a field of it elsewhere.
      const empty = isStructure(child) && child.secrecy !== "credential" ? {} : undefined;
      const value = (child.readAs ? getOwn(response, child.readAs) : getOwn(shown, child.wire)) ?? empty;
      const mover = moverOf(child, response);
      if (isHidden(child, value)) {
        note(at, "is not in the response. It is not declared, so it stays as it is.");
      } else if (mover !== undefined && value !== undefined) {
        const name = formatPath(programPath([mover], body));
        note(at, `is not declared, because ${name} changes it. It is ${JSON.stringify(value)} now.`);
      } else if (value !== undefined && !isDefault(child, value, response)) {
        set(read, child.wire, readValue(child, value, at));
      }
    }
    return isEmpty(read) ? undefined : read;
  };

  const readValue = (member: Member, value: Json, path: readonly string[]): Json | undefined => {
    if (Array.isArray(value)) {
      if (!value.every((element) => isWhole(element, member.element))) {
        note(
          path,
          "is not declared: an update replaces the list, and the response or the API does not show all of it.",
        );
        return undefined;
      }
      return value.map((element) => (member.element && readValue(member.element, element, path)) ?? element);
    }
    if (!isJsonObject(value)) {
      const isDigits = member.type === "number" && typeof value === "string" && /^-?\d+$/.test(value);
      return isDigits ? Number(value) : value;
    }
    if (member.element === undefined) {
      return readObject(member, value, path);
    }
    const read: JsonObject = {};
    for (const [key, child] of Object.entries(value)) {
      set(read, key, readValue(member.element, child, [...path, key]));
    }
    return isEmpty(read) ? undefined : read;
  };

  return readObject(body, response, []) ?? {};
}

function set(target: JsonObject, key: string, value: Json | undefined): void {
  if (value !== undefined && value !== null) {
    setOwn(target, key, value);
  }
}

/**
 * Removes values that the API would refuse, because a service may show values that break its own rules.
 */
function removeInvalid({ args, notes }: Description, schema: z.ZodType): void {
  for (;;) {
    const issue = schema.safeParse(args).error?.issues[0];
    if (issue === undefined) {
      return;
    }
    const members = membersAlong(membersOf(schema), issue.path);
    // A list is declared whole or not at all.
    const list = members.findIndex((member) => member?.kind === "array");
    const path = issue.path.slice(0, list === -1 ? undefined : list).map(String);
    const around = valueAt(args, path.slice(0, -1)) as JsonObject;
    const name = path.at(-1) ?? "";
    if (!Object.hasOwn(around, name)) {
      throw new Error(`the value at ${formatPath(path)} is refused, and is not there`);
    }
    const isEmptyList = Array.isArray(around[name]) && around[name].length === 0;
    delete around[name];
    if (!isEmptyList) {
      const rule = members.at(-1)?.rule;
      notes.push(
        `${formatPath(path)} is not declared: the response shows what the API does not take (it must be ${rule}).`,
      );
    }
  }
}

/** The fields of a response that an update can change. Absent and `null` fields are left out. */
export function readResponse(response: JsonObject, schema: z.ZodType): Description {
  const body = membersOf(schema);
  const notes: string[] = [];
  const declaration = { args: fromWire(readFields(response, body, notes), body), notes };
  removeInvalid(declaration, schema);
  return declaration;
}
