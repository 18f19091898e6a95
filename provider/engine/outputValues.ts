import { jsonPointer } from "../../common/path";
import { SECRET_SIGNATURE, SIGNATURE_KEY, UNKNOWN_MARKERS } from "../../common/pulumiMarkers";
import { isJsonObject, type Json, type JsonObject } from "../../common/json";
import { setOwn } from "../core/json/object";

/** Pulumi's own form of a secret value: the engine encrypts the value at any path of the outputs. */
export function secretValue(value: Json): JsonObject {
  return { [SIGNATURE_KEY]: SECRET_SIGNATURE, value };
}

/**
 * A value of a response as the dynamic-provider host can carry it. The host fails on half a surrogate pair, on an object with
 * Pulumi's signature key and on a string that Pulumi takes for an unknown value, and it fails *after* the request was made.
 * Such a string or key is left out (in an array it becomes `null`), half a pair becomes U+FFFD, and `changed` gets the path of
 * each.
 */
export function portable(value: Json, changed: (path: string[]) => void, path: string[] = []): Json | undefined {
  if (typeof value === "string") {
    return portableString(value, () => changed(path));
  }
  if (Array.isArray(value)) {
    return value.map((element, index) => portable(element, changed, [...path, String(index)]) ?? null);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const carried: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    const name = key.toWellFormed();
    const at = [...path, name];
    const inner = key === SIGNATURE_KEY ? undefined : portable(child, changed, at);
    if (name !== key || key === SIGNATURE_KEY) {
      changed(at);
    }
    if (inner !== undefined) {
      setOwn(carried, name, inner);
    }
  }
  return carried;
}

function portableString(text: string, changed: () => void): string | undefined {
  if (!text.isWellFormed()) {
    changed();
    return text.toWellFormed();
  }
  if (UNKNOWN_MARKERS.has(text)) {
    changed();
    return undefined;
  }
  return text;
}

/** The part of the last response that is kept. */
export interface Observed {
  fields: JsonObject;
  /** JSON pointers in `fields` of the values that are kept secret. */
  secrets: readonly string[];
}

export const NOTHING_OBSERVED: Observed = { fields: {}, secrets: [] };

/** The fields, of which the secret ones have Pulumi's own form of a secret value. */
export function withSecretValues({ fields, secrets }: Observed): Json {
  const pointers = new Set(secrets);
  const visit = (value: Json, pointer: string): Json => {
    if (pointers.has(pointer)) {
      return secretValue(value);
    }
    if (Array.isArray(value)) {
      return value.map((element, index) => visit(element, `${pointer}/${index}`));
    }
    if (!isJsonObject(value)) {
      return value;
    }
    const wrapped: JsonObject = {};
    for (const [key, child] of Object.entries(value)) {
      setOwn(wrapped, key, visit(child, pointer + jsonPointer([key])));
    }
    return wrapped;
  };
  return pointers.size === 0 ? fields : visit(fields, "");
}
