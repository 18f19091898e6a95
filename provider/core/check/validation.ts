import type { z } from "zod";
import { MAX_DEPTH } from "../../../common/json";
import { isDeeperThan } from "../json/depth";
import { describeType, describeValue } from "../json/describeValue";
import type { JsonObject } from "../json/json";
import { isJsonObject, isUnknown } from "../json/object";
import { declaredTwice } from "../patch/declaration";
import { MASK } from "../secrets/redaction";
import type { SecretPaths } from "../secrets/secretPaths";
import { ADDITIONAL_MEMBERS, programPath, toWire } from "../schema/wireNames";
import { closestName } from "./closestName";
import { memberAt, membersOf, type Member } from "../schema/members";
import { formatPath } from "../../../common/path";

/** One rule that one value breaks. `reason` begins with the path, so that it can stand alone. */
export interface Failure {
  path: string;
  reason: string;
}

interface ValidationContext {
  root: Member;
  /** The paths whose values must not be shown. */
  secretPaths: SecretPaths;
}

/** JavaScript's own name for an object's prototype. */
const LOST_NAME = "__proto__";

/** An update that is kept for later: what it may hold is what the API shows, and no more. */
const UPDATE_ONLY = "onDestroy";

/** A path ends at the value that is secret, whatever the names in it are. */
function failureAt(path: readonly PropertyKey[], rule: string, secretPaths: SecretPaths): Failure {
  const visible = secretPaths.visible(path);
  const shown = formatPath(visible);
  return { path: shown, reason: `${shown}: ${visible.length < path.length ? "at a secret path in it: " : ""}${rule}` };
}

/** Failures that are the same as far as they may be shown are told once. */
function uniqueByReason(failures: readonly Failure[]): Failure[] {
  return [...new Map(failures.map((failure) => [failure.reason, failure])).values()];
}

/** The value at a path of the schema's own walk, which names no field that is missing but the last. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((around, key) => (around as { [key: PropertyKey]: unknown })[key], value);
}

/** What the schema says at each step of a path, from the root on. */
function membersAlong(root: Member, path: readonly PropertyKey[]): (Member | undefined)[] {
  const along: (Member | undefined)[] = [root];
  for (const key of path) {
    along.push(memberAt(along.at(-1), key));
  }
  return along;
}

/** What the API does not show has a place beside the typed arguments, except in an update that is kept for later. */
function additionalMembersHint(root: Member, path: readonly PropertyKey[]): string {
  const isTaken = membersAlong(root, path).some((member) => member?.members.has(ADDITIONAL_MEMBERS));
  return isTaken && !path.includes(UPDATE_ONLY) ? `; what the API does not show goes into ${ADDITIONAL_MEMBERS}` : "";
}

function unknownArgument(path: readonly PropertyKey[], key: string, { root, secretPaths }: ValidationContext): Failure {
  const known = [...(membersAlong(root, path).at(-1)?.members.keys() ?? [])];
  const full = [...path, key];
  // What the name is like would tell the name.
  const isVisible = secretPaths.visible(full).length === full.length;
  const suggestion = isVisible ? closestName(key, known) : undefined;
  const help = suggestion
    ? `did you mean ${formatPath([...path, suggestion])}?`
    : `the arguments here are ${known.join(", ")}${additionalMembersHint(root, path)}`;
  return failureAt(full, `no such argument; ${help}`, secretPaths);
}

/** Names that the way to the service cannot carry, whatever the schema says: the schema's own walk passes over them. */
function lostNames(value: unknown, path: readonly PropertyKey[], secretPaths: SecretPaths): Failure[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    return key === LOST_NAME
      ? [failureAt(at, "an argument of this name is lost on the way to the service", secretPaths)]
      : lostNames(inner, at, secretPaths);
  });
}

/**
 * All rules that `args` breaks, one failure for each path. Values that are not known yet break none.
 * The values at `secretPaths` are not shown.
 */
export function validate(args: JsonObject, schema: z.ZodType, secretPaths: SecretPaths): Failure[] {
  // Beyond this depth nothing can be looked at without the stack running out.
  const deep = Object.keys(args).filter((name) => isDeeperThan(MAX_DEPTH, args[name]));
  if (deep.length > 0) {
    const rule = `must not be nested deeper than ${MAX_DEPTH} levels`;
    return deep.map((name) => failureAt([name], rule, secretPaths));
  }
  return uniqueByReason([...brokenRules(args, schema, secretPaths), ...lostNames(args, [], secretPaths)]);
}

function brokenRules(args: JsonObject, schema: z.ZodType, secretPaths: SecretPaths): Failure[] {
  const context = { root: membersOf(schema), secretPaths };
  const issues = schema.safeParse(args).error?.issues ?? [];
  return issues.flatMap((issue) => {
    if (isUnknown(valueAt(args, issue.path))) {
      return [];
    }
    if (issue.code === "unrecognized_keys") {
      const keys = issue.keys.filter((name) => name !== LOST_NAME);
      return keys.map((key) => unknownArgument(issue.path, key, context));
    }
    return [failureAt(issue.path, brokenRule(issue, args, context), secretPaths)];
  });
}

function brokenRule({ code, message, path }: z.core.$ZodIssue, args: JsonObject, context: ValidationContext): string {
  const along = membersAlong(context.root, path);
  if (code === "invalid_key") {
    return `the name must be ${along.at(-2)?.keyRule ?? "valid"}`;
  }
  const value = valueAt(args, path);
  const member = along.at(-1);
  const rule = code === "custom" && message.startsWith("must ") ? message : `must be ${member?.rule ?? "valid"}`;
  if (value === undefined) {
    return `is required and ${rule}`;
  }
  if (context.secretPaths.covers(path)) {
    return `${rule}, got ${MASK}`;
  }
  const isSensitive = along.some((each) => each?.secrecy !== undefined);
  return `${rule}, got ${isSensitive ? describeSensitive(value, member) : describeValue(value)}`;
}

/** Of a value that may be a credential the type alone is shown, and that where it is the mistake. */
function describeSensitive(value: unknown, member: Member | undefined): string {
  return member?.kind === "leaf" && typeof value !== member.type ? describeType(value) : MASK;
}

/**
 * Additional members that a typed argument declares too: which of the two holds would be anybody's guess. `around` is
 * where `args` stand in the program's arguments, and `secretPaths` are those of these arguments.
 */
export function validateAdditionalMembers(
  args: JsonObject,
  body: Member,
  secretPaths: SecretPaths,
  around: readonly string[] = [],
): Failure[] {
  const additional = args[ADDITIONAL_MEMBERS];
  if (!isJsonObject(additional)) {
    return [];
  }
  const failures = declaredTwice(toWire(args, body), additional).map((path) => {
    const typed = formatPath(secretPaths.visible([...around, ...programPath(path, body)]));
    const rule = `is declared by the argument ${typed} too; declare it in one place`;
    return failureAt([...around, ADDITIONAL_MEMBERS, ...path], rule, secretPaths);
  });
  return uniqueByReason(failures);
}
