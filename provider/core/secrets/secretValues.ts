import type { Json, JsonObject } from "../json/json";
import type { Member } from "../schema/members";
import { mapSecrets } from "./mapSecrets";
import type { SecretPaths } from "./secretPaths";

function collect(value: Json, found: Set<string>): void {
  if (typeof value === "string" || typeof value === "number") {
    found.add(String(value));
  } else if (typeof value === "object" && value !== null) {
    Object.values(value).forEach((child) => collect(child as Json, found));
  }
}

/**
 * Every value of the arguments that could be a credential, so that it can be kept out of the strings of others. With
 * `secretOnly` those that are secret in the state: environment values and headers count only where they are marked.
 */
export function secretValues(
  args: JsonObject,
  schema: Member,
  secretPaths: SecretPaths,
  { secretOnly = false }: { secretOnly?: boolean } = {},
): Set<string> {
  const found = new Set<string>();
  mapSecrets(args, schema, secretPaths, (value, reason) => {
    if (reason !== "sensitive" || !secretOnly) {
      collect(value, found);
    }
    return value;
  });
  return found;
}
