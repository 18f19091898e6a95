import { isDeeperThan, isObject, type JsonObject, type JsonValue } from "./json";
import { mergePatch } from "./mergePatch";
import { invalidBody } from "./problem";
import { violations, type Leniency, type ObjectRule } from "./rules";

const DEEPEST = 64;

/**
 * What a merge patch makes of a stored document. Throws the 400 Problem that lists every violation of the patch itself and of
 * the document that it would make; `stored` is never changed.
 */
export function applyUpdate(
  rule: ObjectRule,
  stored: JsonObject,
  patch: JsonValue | undefined,
  leniency: Leniency = {},
): JsonObject {
  if (!isObject(patch)) throw invalidBody([{ pointer: "", detail: "must be an object" }]);
  if (isDeeperThan(patch, DEEPEST)) throw invalidBody([{ pointer: "", detail: "is nested too deeply" }]);
  const merged = mergePatch(stored, patch) as JsonObject;
  const found = violations(rule, patch, "patch", leniency);
  const pointers = new Set(found.map(({ pointer }) => pointer));
  for (const violation of violations(rule, merged, "document", leniency))
    if (!pointers.has(violation.pointer)) found.push(violation);
  if (found.length > 0) throw invalidBody(found);
  return merged;
}

/** A seed as a stored document of its own. Throws a TypeError that lists what is wrong with it. */
export function readSeed(what: string, rule: ObjectRule, seed: object, leniency: Leniency): JsonObject {
  // Through JSON text: the document shares nothing with the seed, and `undefined` members are gone.
  const document = JSON.parse(JSON.stringify(seed)) as JsonObject;
  const found = violations(rule, document, "document", leniency);
  if (found.length === 0) return document;
  throw new TypeError(`${what}: ${found.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ")}`);
}
