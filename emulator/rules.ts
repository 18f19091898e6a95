import { isObject, type JsonObject, type JsonValue } from "./json";

/** One rule that a value breaks. Repeats no value, only names. */
export interface Violation {
  /** RFC 6901 JSON pointer to the member; empty for the body itself. */
  pointer: string;
  /** What the member must be, to be read after its pointer. */
  detail: string;
}

interface Common {
  /** False: a merge patch may not remove the member with null. Default true. */
  removable?: boolean;
}

/** What a member may be. Rules are data: one table for a resource, read here for patches and for whole documents. */
export type Rule = Common &
  (
    | { type: "any" }
    | { type: "boolean" }
    | { type: "integer"; minimum?: number; maximum?: number }
    | {
        type: "string";
        minLength?: number;
        maxLength?: number;
        pattern?: RegExp;
        oneOf?: ReadonlySet<string>;
        format?: { is: (text: string) => boolean; words: string };
      }
    | { type: "array"; items: Rule; minItems?: number; maxItems?: number }
    | { type: "map"; values: Rule }
    | ObjectRule
  );

/** An object with known members. */
export interface ObjectRule extends Common {
  type: "object";
  members: Readonly<Record<string, Rule>>;
  /** Members that a whole document must have. */
  required?: readonly string[];
  /** What holds between the members of a whole document: the words for what is broken, or undefined. */
  unit?: (value: JsonObject) => string | undefined;
}

/**
 * How a value is looked at. `patch`: a merge patch, where null removes and required members may be absent. `document`: a
 * whole, where null is a value like others, and what is required and what holds between members must be so.
 */
export type Mode = "patch" | "document";

/** What may be let through. */
export interface Leniency {
  /** Members that no rule knows are let through, whatever they hold. */
  unknownMembers?: boolean;
}

/** Every violation of `rule` in `value`, in document order; empty when there is none. */
export function violations(rule: Rule, value: JsonValue | undefined, mode: Mode, leniency: Leniency = {}): Violation[] {
  const found: Violation[] = [];
  check(rule, value, { mode, leniency, found, path: [] });
  return found;
}

interface Look {
  mode: Mode;
  leniency: Leniency;
  found: Violation[];
  /** The names on the way to the value looked at now. */
  path: string[];
}

/** A name as one step of a JSON pointer (RFC 6901 section 3). */
export function pointerStep(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function refuse(look: Look, detail: string, ...below: string[]): void {
  look.found.push({ pointer: [...look.path, ...below].map(pointerStep).join(""), detail });
}

function check(rule: Rule, value: JsonValue | undefined, look: Look): void {
  switch (rule.type) {
    case "any":
      return;
    case "boolean":
      if (typeof value !== "boolean") refuse(look, "must be true or false");
      return;
    case "integer": {
      const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = rule;
      if (!Number.isSafeInteger(value) || (value as number) < minimum || (value as number) > maximum)
        refuse(look, `must be an integer from ${minimum} to ${maximum}`);
      return;
    }
    case "string": {
      const wrong = stringFault(rule, value);
      if (wrong !== undefined) refuse(look, wrong);
      return;
    }
    case "array": {
      const { minItems = 0, maxItems = Infinity } = rule;
      if (!Array.isArray(value)) return refuse(look, "must be an array");
      if (value.length < minItems) refuse(look, `must have at least ${minItems} element(s)`);
      if (value.length > maxItems) refuse(look, `must have at most ${maxItems} elements`);
      // RFC 7396 replaces arrays whole: inside one, null is a value and removes nothing.
      const inside: Look = { ...look, mode: "document" };
      value.forEach((element, index) => checkMember(rule.items, String(index), element, inside));
      return;
    }
    case "map":
      if (!isObject(value)) return refuse(look, "must be an object");
      for (const name of Object.keys(value)) checkMember(rule.values, name, value[name], look);
      return;
    case "object":
      return checkObject(rule, value, look);
  }
}

function checkObject(rule: ObjectRule, value: JsonValue | undefined, look: Look): void {
  if (!isObject(value)) return refuse(look, "must be an object");
  for (const name of Object.keys(value)) {
    const memberRule = Object.hasOwn(rule.members, name) ? rule.members[name] : undefined;
    if (memberRule !== undefined) checkMember(memberRule, name, value[name], look);
    else if (look.leniency.unknownMembers !== true) refuse(look, "is not a known member", name);
  }
  if (look.mode === "patch") return;
  for (const name of rule.required ?? []) if (!Object.hasOwn(value, name)) refuse(look, "is required", name);
  const wrong = rule.unit?.(value);
  if (wrong !== undefined) refuse(look, wrong);
}

function checkMember(rule: Rule, name: string, member: JsonValue | undefined, look: Look): void {
  if (member === null && look.mode === "patch") {
    if (rule.removable === false) refuse(look, "must not be null", name);
    return;
  }
  look.path.push(name);
  check(rule, member, look);
  look.path.pop();
}

function stringFault(rule: Rule & { type: "string" }, value: JsonValue | undefined): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, oneOf, format } = rule;
  if (typeof value !== "string") return "must be a string";
  if (oneOf !== undefined && !oneOf.has(value))
    return oneOf.size > 20 ? "is not a known value" : `must be one of ${[...oneOf].join(", ")}`;
  // A length in a schema counts characters, a JavaScript length counts UTF-16 units.
  const length = value.length > minLength * 2 && value.length <= maxLength ? value.length : [...value].length;
  if (length < minLength) return `must have at least ${minLength} character(s)`;
  if (length > maxLength) return `must have at most ${maxLength} characters`;
  if (pattern !== undefined && !pattern.test(value)) return `must match ${pattern.source}`;
  if (format !== undefined && !format.is(value)) return `must be ${format.words}`;
  return undefined;
}
