import type { Json, JsonObject } from "../json/json";
import { getOwn, isJsonObject, isUnknown, setOwn } from "../json/object";
import { ADDITIONAL_MEMBERS, toWire } from "../schema/wireNames";
import type { Member } from "../schema/members";
import { mapSecrets, type SecretReason } from "./mapSecrets";
import { MASK } from "./redaction";
import type { SecretPaths } from "./secretPaths";

/** What stands in a message in place of a value that is not known yet. */
const UNKNOWN_MASK = "[unknown]";

/** The arguments with every value that could be a credential masked; names and `null` stay readable. All in one where all is secret. */
export function maskArguments(
  args: JsonObject,
  schema: Member,
  secretPaths: SecretPaths,
  mask: (value: Json, reason: SecretReason) => Json = () => MASK,
): Json {
  return mapSecrets(args, schema, secretPaths, mask);
}

/** A body as it may be printed. `masked` is what it is taken from, masked, in wire form: where that is a mask, so is this. */
export function maskBody(body: Json, masked: Json | undefined): Json {
  if (isUnknown(body)) {
    return UNKNOWN_MASK;
  }
  if (body === null) {
    return null;
  }
  if (masked === MASK) {
    return MASK;
  }
  if (Array.isArray(body)) {
    return body.map((element, index) => maskBody(element, Array.isArray(masked) ? masked[index] : undefined));
  }
  if (!isJsonObject(body)) {
    return body;
  }
  const shown: JsonObject = {};
  for (const [key, child] of Object.entries(body)) {
    setOwn(shown, key, maskBody(child, isJsonObject(masked) ? getOwn(masked, key) : undefined));
  }
  return shown;
}

/** Additional members and typed ones as one body, all masked. What stands for a secret object stands for all its fields. */
function mergeMasked(additional: JsonObject, masked: Json | undefined, typed: JsonObject): JsonObject {
  const merged: JsonObject = { ...typed };
  for (const [key, value] of Object.entries(additional)) {
    const shown = isJsonObject(masked) ? (getOwn(masked, key) ?? MASK) : MASK;
    const beside = getOwn(typed, key);
    if (beside === undefined) {
      setOwn(merged, key, shown);
    } else if (isJsonObject(beside) && isJsonObject(value)) {
      setOwn(merged, key, mergeMasked(value, shown, beside));
    }
  }
  return merged;
}

/** The masked arguments in wire form, additional members among them. */
export function maskedWire(
  args: JsonObject,
  schema: Member,
  body: Member,
  secretPaths: SecretPaths,
  mask?: (value: Json, reason: SecretReason) => Json,
): Json {
  const masked = maskArguments(args, schema, secretPaths, mask);
  if (!isJsonObject(masked)) {
    return masked;
  }
  const additional = getOwn(args, ADDITIONAL_MEMBERS);
  const typed = toWire(masked, body);
  return isJsonObject(additional) ? mergeMasked(additional, getOwn(masked, ADDITIONAL_MEMBERS), typed) : typed;
}
