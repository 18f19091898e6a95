import { apply } from "json-merge-patch";
import { isObject, type JsonObject, type JsonValue } from "./json";

/**
 * RFC 7396 MergePatch: the document that `patch` makes of `target`. Neither is changed. A member may have any name:
 * `__proto__`, `constructor` and the like are plain data and reach no prototype.
 */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  return unguard(apply(guard(target), guard(patch)) as JsonValue) as JsonValue;
}

// The library stops at a member called "constructor", "prototype" or "__proto__" and trips over "hasOwnProperty", all of
// them possible names of environment variables. With one character put before each name it meets none of them.
// Arrays are left as they are: a merge patch replaces them whole.

function guard(value: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(value)) return value;
  const guarded: JsonObject = {};
  for (const name of Object.keys(value)) guarded[`.${name}`] = guard(value[name]);
  return guarded;
}

function unguard(value: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(value)) return value;
  const plain: JsonObject = {};
  for (const guardedName of Object.keys(value)) {
    const name = guardedName.slice(1);
    const member = unguard(value[guardedName]);
    // Assigned, it would become the prototype.
    if (name === "__proto__") Object.defineProperty(plain, name, { value: member, ...PLAIN });
    else plain[name] = member;
  }
  return plain;
}

const PLAIN = { enumerable: true, configurable: true, writable: true };
