import type { z } from "zod";
import { formatPath } from "../../../common/path";
import { describeType, describeValue } from "../json/describeValue";
import { isJsonObject, type JsonObject } from "../../../common/json";
import { isUnknown, valueAt } from "../json/object";
import { declaredTwice } from "../patch/declaration";
import { isDriftNote } from "../patch/foldDrift";
import { membersAlong, membersOf, type Member } from "../schema/members";
import { ADDITIONAL_MEMBERS, programPath, toWire } from "../schema/wireNames";
import { MASK } from "../secrets/redaction";
import type { SecretPaths } from "../secrets/secretPaths";
import { closestName } from "./closestName";

interface ValidationContext {
  args: JsonObject;
  root: Member;
  /** The paths whose values must not be shown. */
  secretPaths: SecretPaths;
}

/** The argument that holds an update: it takes no `additionalMembers`. */
const UPDATE_ONLY = "onDestroy";

/** The shown path ends at a secret value: the names inside it are secret. */
function failureAt(path: readonly PropertyKey[], rule: string, secretPaths: SecretPaths): string {
  const visible = secretPaths.visible(path);
  return `${formatPath(visible)}${visible.length < path.length ? " (inside a secret value)" : ""}: ${rule}`;
}

function unknownArgument(path: readonly PropertyKey[], key: string, { root, secretPaths }: ValidationContext): string {
  const along = membersAlong(root, path);
  const known = [...(along.at(-1)?.members.keys() ?? [])];
  const full = [...path, key];
  // A similar name would reveal a secret name.
  const isVisible = secretPaths.visible(full).length === full.length;
  const suggestion = isVisible ? closestName(key, known) : undefined;
  if (suggestion !== undefined) {
    return failureAt(full, `no such argument; did you mean ${formatPath([...path, suggestion])}?`, secretPaths);
  }
  const takesMore = along.some((member) => member?.members.has(ADDITIONAL_MEMBERS)) && !path.includes(UPDATE_ONLY);
  const elsewhere = takesMore ? `; what the API does not show goes into ${ADDITIONAL_MEMBERS}` : "";
  return failureAt(full, `no such argument; the arguments here are ${known.join(", ")}${elsewhere}`, secretPaths);
}

/** A value as a message shows it. Of a sensitive value only the type is shown, and only if the type is wrong. */
function given(value: unknown, isSensitive: boolean, member: Member | undefined): string {
  if (!isSensitive || value === null) {
    return describeValue(value);
  }
  return member?.kind === "leaf" && typeof value !== member.type ? describeType(value) : MASK;
}

function brokenRule({ code, path }: z.core.$ZodIssue, { args, root, secretPaths }: ValidationContext): string {
  const along = membersAlong(root, path);
  if (code === "invalid_key") {
    return `the name must be ${along.at(-2)?.keyRule ?? "valid"}`;
  }
  const value = valueAt(args, path.map(String));
  const member = along.at(-1);
  const rule = `must be ${member?.rule ?? "valid"}`;
  if (value === undefined) {
    return `is required and ${rule}`;
  }
  if (secretPaths.covers(path)) {
    return `${rule}, got ${MASK}`;
  }
  const isSensitive = along.some((each) => each?.secrecy !== undefined);
  const hint = value === null && member?.neverNull ? "; to unset fields in it, give null for each of them" : "";
  return `${rule}, got ${given(value, isSensitive, member)}${hint}`;
}

/**
 * All rules that `args` breaks, one failure for each path. Unknown values and notes of drift break none.
 * The values at `secretPaths` are not shown.
 */
export function validate(args: JsonObject, schema: z.ZodType, secretPaths: SecretPaths): string[] {
  const context = { args, root: membersOf(schema), secretPaths };
  const issues = schema.safeParse(args).error?.issues ?? [];
  const failures = issues.flatMap((issue) => {
    const value = valueAt(args, issue.path.map(String));
    if ((isUnknown(value) || isDriftNote(value)) && issue.code !== "invalid_key") {
      return [];
    }
    return issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => unknownArgument(issue.path, key, context))
      : [failureAt(issue.path, brokenRule(issue, context), secretPaths)];
  });
  // Failures that differ only in hidden names are reported once.
  return [...new Set(failures)];
}

/**
 * Failures for additional members that a typed argument declares too, for it is unclear which should hold.
 * `around` is the path of `args` in the program's arguments, and `secretPaths` are paths in those.
 */
export function validateAdditionalMembers(
  args: JsonObject,
  body: Member,
  secretPaths: SecretPaths,
  around: readonly string[] = [],
): string[] {
  const additional = args[ADDITIONAL_MEMBERS];
  if (!isJsonObject(additional)) {
    return [];
  }
  const failures = declaredTwice(toWire(args, body), additional).map((path) => {
    const at = [...around, ADDITIONAL_MEMBERS, ...path];
    // The typed argument would reveal a secret name.
    const isVisible = secretPaths.visible(at).length === at.length;
    const typed = formatPath(secretPaths.visible([...around, ...programPath(path, body)]));
    const argument = isVisible ? `the argument ${typed}` : "a typed argument";
    return failureAt(at, `is declared by ${argument} too; declare it in one place`, secretPaths);
  });
  return [...new Set(failures)];
}
