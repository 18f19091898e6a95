import type { Json, JsonObject } from "../json/json";
import { getOwn, isEmpty, isJsonObject } from "../json/object";
import type { Member } from "../schema/members";
import { hidesNames, maskedWire } from "./masking";
import { MASK } from "./redaction";
import type { SecretPaths } from "./secretPaths";

function holdsMask(masked: Json | undefined): boolean {
  return masked === MASK || (typeof masked === "object" && masked !== null && Object.values(masked).some(holdsMask));
}

function pathsIn(patch: Json, masked: Json | undefined): string[][] {
  if (masked === MASK) {
    return [[]];
  }
  if (!isJsonObject(patch) || isEmpty(patch)) {
    return Array.isArray(patch) && holdsMask(masked) ? [[]] : [];
  }
  return Object.entries(patch).flatMap(([key, value]) => {
    const below = isJsonObject(masked) ? getOwn(masked, key) : undefined;
    const isHidden = below === undefined && value !== null && hidesNames(masked);
    return isHidden ? [[]] : pathsIn(value, below).map((path) => [key, ...path]);
  });
}

/**
 * The fields that a patch sets to a value that is secret in the state, in wire names: credentials, and what the program marks. A path ends
 * where the names in it are secret, too.
 */
export function secretFields(
  patch: JsonObject,
  args: JsonObject,
  { schema, body, secretPaths }: { schema: Member; body: Member; secretPaths: SecretPaths },
): string[][] {
  const masked = maskedWire(args, schema, body, secretPaths, (value, reason) =>
    reason === "sensitive" ? value : MASK,
  );
  return pathsIn(patch, masked);
}
