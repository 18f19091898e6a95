import { isJsonObject, type JsonValue } from "./json";

/** MergePatch of RFC 7396, section 2: the document that `patch` makes of `target`. Neither is changed. */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) {
    return patch;
  }
  const members = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) {
      members.delete(name);
    } else {
      members.set(name, mergePatch(members.get(name), value as JsonValue));
    }
  }
  // fromEntries defines members and assigns none: `__proto__` is a name like any other.
  return Object.fromEntries(members);
}
