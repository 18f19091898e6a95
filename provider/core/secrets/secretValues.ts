import { formatPath } from "../../../common/path";
import type { Json, JsonObject } from "../json/json";
import type { Member } from "../schema/members";
import { visitSecrets } from "./visitSecrets";
import type { SecretTexts } from "./redaction";
import type { SecretPaths } from "./secretPaths";

function textsOf(value: Json): string[] {
  if (typeof value === "string" || typeof value === "number") {
    return [String(value)];
  }
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((child) => textsOf(child as Json))
    : [];
}

/**
 * The values that must stay out of what is shown: credentials and what the program marks, named by the argument, and apart from
 * them values of environment variables and headers that are not marked.
 */
export function secretValues(args: JsonObject, schema: Member, secretPaths: SecretPaths): SecretTexts {
  const credentials: SecretTexts["credentials"][number][] = [];
  const plain: string[] = [];
  visitSecrets(args, schema, secretPaths, (value, reason, path) => {
    const texts = textsOf(value);
    if (reason === "sensitive") {
      plain.push(...texts);
    } else {
      credentials.push(...texts.map((text) => ({ text, name: formatPath(path) || "the arguments" })));
    }
  });
  return { credentials, plain };
}
