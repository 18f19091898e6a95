import type { Json, JsonObject } from "../json/json";
import { isJsonObject } from "../../../common/json";
import { getOwn, isEmpty, isUnknown, setOwn } from "../json/object";
import type { Member } from "../schema/members";
import { ADDITIONAL_MEMBERS, toWire } from "../schema/wireNames";
import { mapSecrets, type SecretReason } from "./mapSecrets";
import { MASK } from "./redaction";
import type { SecretPaths } from "./secretPaths";

/** What stands in a message in place of a value that is not known yet. */
const UNKNOWN_MASK = "[unknown]";

/**
 * Whether a masked object has fields whose names are secret: those of additional members that are secret as a whole. One entry with the
 * mask as its name and value stands for all of them.
 */
function hidesNames(masked: Json | undefined): masked is JsonObject {
  return isJsonObject(masked) && Object.hasOwn(masked, MASK);
}

const fieldOf = (masked: Json | undefined, key: string) => (isJsonObject(masked) ? getOwn(masked, key) : undefined);

/** Typed arguments beside additional members that are secret as a whole, which may add fields to any of their objects. */
function withHiddenNames(typed: JsonObject): JsonObject {
  const marked: JsonObject = { [MASK]: MASK };
  for (const [key, value] of Object.entries(typed)) {
    setOwn(marked, key, isJsonObject(value) ? withHiddenNames(value) : value);
  }
  return marked;
}

/** Typed arguments and additional members as one body, both masked. */
function mergeMasked(typed: JsonObject, additional: Json): JsonObject {
  if (!isJsonObject(additional)) {
    return additional === MASK ? withHiddenNames(typed) : typed;
  }
  const merged: JsonObject = { ...typed };
  for (const [key, shown] of Object.entries(additional)) {
    const beside = getOwn(typed, key);
    setOwn(merged, key, isJsonObject(beside) ? mergeMasked(beside, shown) : (beside ?? shown));
  }
  return merged;
}

/** The arguments in wire form, additional members among them, with every value masked that could be a credential. */
export function maskedWire(
  args: JsonObject,
  schema: Member,
  body: Member,
  secretPaths: SecretPaths,
  mask?: (value: Json, reason: SecretReason) => Json,
): Json {
  const masked = mapSecrets(args, schema, secretPaths, mask);
  if (!isJsonObject(masked)) {
    return masked;
  }
  return mergeMasked(toWire(masked, body), getOwn(masked, ADDITIONAL_MEMBERS) ?? {});
}

/**
 * A body as it may be printed. `masked` is the declaration that it is made of, by `maskedWire`; `before` is the one before, whose fields
 * the body may unset.
 */
export function maskBody(body: Json, masked: Json | undefined, before?: Json): Json {
  if (isUnknown(body)) {
    return UNKNOWN_MASK;
  }
  if (body === null) {
    return null;
  }
  if (masked === MASK || (masked === undefined && before === MASK)) {
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
    const [now, then] = [fieldOf(masked, key), fieldOf(before, key)];
    const isHidden = now === undefined && then === undefined && (hidesNames(masked) || hidesNames(before));
    setOwn(shown, isHidden ? MASK : key, isHidden ? MASK : maskBody(child, now, then));
  }
  return shown;
}

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
    const below = fieldOf(masked, key);
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
