import { distance } from "fastest-levenshtein";
import type { z } from "zod";
import { declaredTwice } from "../patch/declaration";
import { MAX_DEPTH } from "../../../common/json";
import { isDeeperThan } from "../json/depth";
import type { JsonObject } from "../json/json";
import { memberAt, membersOf, type Member } from "./members";
import { isObject } from "../json/object";
import { MASK, type SecretPaths } from "../secrets/secrets";
import { isUnknown } from "../json/unknown";
import { formatPath } from "../../../common/path";
import { programPath, toWire } from "./wireNames";

/** One rule that one value breaks. `reason` begins with the path, so that it can stand alone. */
export interface Failure {
  path: string;
  reason: string;
}

/** A path ends at the value that is marked secret, whatever the names in it are. */
function failureAt(path: readonly PropertyKey[], rule: string, marked: SecretPaths): Failure {
  const visible = marked.visible(path);
  const shown = formatPath(visible);
  return { path: shown, reason: `${shown}: ${visible.length < path.length ? "at a secret path in it: " : ""}${rule}` };
}

/** Failures that are the same as far as they may be shown are told once. */
function once(failures: readonly Failure[]): Failure[] {
  return [...new Map(failures.map((failure) => [failure.reason, failure])).values()];
}

const LONGEST_SHOWN = 60;

/** JavaScript's own name for an object's prototype. */
const LOST_NAME = "__proto__";

/** An update that is kept for later: what it may hold is what the interface shows, and no more. */
const UPDATE_ONLY = "onDestroy";

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((below, key) => {
    if (Array.isArray(below)) return below[Number(key)] as unknown;
    return isObject(below) && Object.hasOwn(below, key) ? below[String(key)] : undefined;
  }, value);
}

function memberOf(root: Member, path: readonly PropertyKey[]): { member: Member | undefined; secret: boolean } {
  let member: Member | undefined = root;
  let secret = root.secrecy !== undefined;
  for (const key of path) {
    member = memberAt(member, key);
    secret ||= member?.secrecy !== undefined;
  }
  return { member, secret };
}

/** A value as it stands in a message; anything that a program can hold, for the functions' arguments come unread. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (isObject(value)) return "an object";
  if (typeof value === "string") return shownText(value);
  if (typeof value === "function") return "a function";
  return Object.is(value, -0) ? "-0" : String(value);
}

function shownText(text: string): string {
  if (text.length <= LONGEST_SHOWN) return JSON.stringify(text);
  const start = text.slice(0, LONGEST_SHOWN).replace(/[\ud800-\udbff]$/, "");
  return `${JSON.stringify(start)}… (${text.length} characters)`;
}

/** The name that was probably meant: close enough for a slip of the finger, or the interface's own spelling. */
function closest(name: string, known: Iterable<string>): string | undefined {
  const plain = (text: string) => text.replace(/[-_]/g, "").toLowerCase();
  const limit = name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3));
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const far = distance(plain(name), plain(candidate));
    if (far <= limit && (best === undefined || far < best.distance)) best = { name: candidate, distance: far };
  }
  return best?.name;
}

/** What the interface does not show has a place beside the typed arguments, except in an update that is kept for later. */
function additionalMembersHint(root: Member, path: readonly PropertyKey[]): string {
  const around = path.map((_, index) => memberOf(root, path.slice(0, index)).member);
  const taken = [...around, memberOf(root, path).member].some((member) => member?.members.has("additionalMembers"));
  return taken && !path.includes(UPDATE_ONLY) ? "; what the interface does not show goes into additionalMembers" : "";
}

function unknownMember(path: readonly PropertyKey[], key: string, root: Member, marked: SecretPaths): Failure {
  const parent = memberOf(root, path).member;
  const hint = additionalMembersHint(root, path);
  const full = [...path, key];
  // What the name is like would tell the name.
  const named = marked.visible(full).length === full.length;
  const suggestion = named ? closest(key, parent?.members.keys() ?? []) : undefined;
  const members = [...(parent?.members.keys() ?? [])].join(", ");
  const help = suggestion
    ? `did you mean ${formatPath([...path, suggestion])}?`
    : `the members here are ${members}${hint}`;
  return failureAt(full, `no such member; ${help}`, marked);
}

/** Members that the way to the service cannot carry, whatever the schema says: the schema's own walk passes over them. */
function lostMembers(value: unknown, path: readonly PropertyKey[], marked: SecretPaths): Failure[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (key !== LOST_NAME) return lostMembers(inner, at, marked);
    return [failureAt(at, "a member of this name is lost on the way to the service", marked)];
  });
}

/**
 * All rules that `args` breaks, one failure for each path. Values that are not known yet break none.
 * `marked` are the paths whose values must not be shown.
 */
export function validate(args: JsonObject, schema: z.ZodType, marked: SecretPaths): Failure[] {
  // Beyond this depth nothing can be looked at without the stack running out.
  const deep = Object.keys(args).filter((name) => isDeeperThan(MAX_DEPTH, args[name]));
  if (deep.length > 0) {
    const rule = `must not be nested deeper than ${MAX_DEPTH} levels`;
    return deep.map((name) => failureAt([name], rule, marked));
  }
  return once([...brokenRules(args, schema, marked), ...lostMembers(args, [], marked)]);
}

function brokenRules(args: JsonObject, schema: z.ZodType, marked: SecretPaths): Failure[] {
  const result = schema.safeParse(args);
  if (result.success) return [];
  const root = membersOf(schema);
  const failures = new Map<string, Failure>();
  for (const issue of result.error.issues) {
    const value = at(args, issue.path);
    if (isUnknown(value)) continue;
    const { member, secret } = memberOf(root, issue.path);
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys.filter((name) => name !== LOST_NAME)) {
        failures.set(formatPath([...issue.path, key]), unknownMember(issue.path, key, root, marked));
      }
      continue;
    }
    const path = formatPath(issue.path);
    if (issue.code === "invalid_key") {
      const rule = memberOf(root, issue.path.slice(0, -1)).member?.keyRule ?? "valid";
      failures.set(path, failureAt(issue.path, `the name must be ${rule}`, marked));
      continue;
    }
    const rule =
      issue.code === "custom" && issue.message.startsWith("must ")
        ? issue.message
        : `must be ${member?.rule ?? "valid"}`;
    const got = () => (secret || isMarked(marked, issue.path) ? MASK : shown(value));
    const broken = value === undefined ? `is required and ${rule}` : `${rule}, got ${got()}`;
    if (!failures.has(path)) failures.set(path, failureAt(issue.path, broken, marked));
  }
  return [...failures.values()];
}

function isMarked(marked: SecretPaths, path: readonly PropertyKey[]): boolean {
  return path.some((_, index) => marked.has(path.slice(0, index + 1)));
}

/**
 * Additional members that a typed argument declares too: which of the two holds would be anybody's guess. `around` is
 * where `args` stand in the program's arguments, and `marked` are the secret paths of these.
 */
export function validateAdditionalMembers(
  args: JsonObject,
  body: Member,
  marked: SecretPaths,
  around: readonly string[] = [],
): Failure[] {
  const additional = args["additionalMembers"];
  if (!isObject(additional)) return [];
  const failures = declaredTwice(toWire(args, body), additional as JsonObject)
    .filter((path) => path.length > 0)
    .map((path) => {
      const typed = formatPath(marked.visible([...around, ...programPath(path, body)]));
      const rule = `is declared by the argument ${typed} too; declare it in one place`;
      return failureAt([...around, "additionalMembers", ...path], rule, marked);
    });
  return once(failures);
}
