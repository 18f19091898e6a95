import { isJsonObject, type Json, type JsonObject } from "../../../common/json";
import { formatPath } from "../../../common/path";
import { isUnknown } from "../json/object";
import type { Annotation } from "../schema/annotation";
import { memberAt, type Member } from "../schema/members";
import { ADDITIONAL_MEMBERS } from "../schema/wireNames";
import type { SecretTexts } from "./redaction";
import { secrecyByName } from "./secretNames";
import type { Declaration, SecretPaths } from "./secretPaths";

/** Why a value is hidden: the schema says so, or the program marks it secret. */
type SecretReason = "credential" | "sensitive" | "marked";

/**
 * Visits every value of the arguments that could be a credential. A value marked secret is visited whole. `null`, unknown values
 * and the names of headers are left out.
 */
export function visitSecrets(
  args: JsonObject,
  schema: Member,
  secretPaths: SecretPaths,
  visit: (value: Json, reason: SecretReason, path: readonly PropertyKey[]) => void,
): void {
  const walk = (
    value: Json,
    path: readonly PropertyKey[],
    member: Member | "additional" | undefined,
    secrecy: Annotation["secrecy"],
  ): void => {
    if (isUnknown(value) || value === null) {
      return;
    }
    if (secretPaths.has(path)) {
      visit(value, "marked", path);
    } else if (Array.isArray(value)) {
      value.forEach((element, index) => walkBelow(element, index, path, member, secrecy));
    } else if (isJsonObject(value)) {
      Object.entries(value).forEach(([key, child]) => walkBelow(child, key, path, member, secrecy));
    } else if (secrecy !== undefined && !(member !== "additional" && member?.notSecret)) {
      visit(value, secrecy, path);
    }
  };
  const walkBelow = (
    value: Json,
    key: string | number,
    path: readonly PropertyKey[],
    around: Member | "additional" | undefined,
    secrecy: Annotation["secrecy"],
  ): void => {
    if (around === "additional") {
      const byName = secrecyByName(key, schema);
      walk(value, [...path, key], around, byName === "credential" ? byName : (secrecy ?? byName));
      return;
    }
    const member = memberAt(around, key);
    const isAdditional = member?.name === ADDITIONAL_MEMBERS;
    walk(value, [...path, key], isAdditional ? "additional" : member, secrecy ?? member?.secrecy);
  };
  walk(args, [], schema, undefined);
}

function textsOf(value: Json): string[] {
  if (typeof value === "string" || typeof value === "number") {
    return [String(value)];
  }
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((child) => textsOf(child as Json))
    : [];
}

/**
 * The values of declarations that messages must not show: credentials and marked values, with the names of their arguments, and
 * apart from them values of environment variables and headers that are not marked.
 */
export function secretValues(declarations: readonly Declaration[], schema: Member): SecretTexts {
  const credentials: SecretTexts["credentials"][number][] = [];
  const plain: string[] = [];
  for (const { args, secretPaths } of declarations) {
    visitSecrets(args, schema, secretPaths, (value, reason, path) => {
      const texts = textsOf(value);
      if (reason === "sensitive") {
        plain.push(...texts);
      } else {
        credentials.push(...texts.map((text) => ({ text, name: formatPath(path) || "the arguments" })));
      }
    });
  }
  return { credentials, plain };
}
