import { SECRET_SIGNATURE, SIGNATURE_KEY, UNKNOWN_MARKERS } from "../../common/pulumiMarkers";
import type { Json, JsonObject } from "../core/json/json";
import { isJsonObject, setOwn } from "../core/json/object";

/** Pulumi's own form of a secret value: the engine encrypts what stands in it, at any path of the outputs. */
export function secretValue(value: Json): JsonObject {
  return { [SIGNATURE_KEY]: SECRET_SIGNATURE, value };
}

/**
 * A value of a response as the dynamic-provider host can carry it. The host fails on half a surrogate pair, on an object with
 * Pulumi's signature key and on a string that Pulumi takes for an unknown value, and it fails *after* the request was made.
 * Such a string or key is left out (of an array: `null` stands for it), half a pair becomes U+FFFD, and `changed` is told
 * the path of each.
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
