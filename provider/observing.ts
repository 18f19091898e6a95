import type { z } from "zod";
import type { Settings } from "./core/configuration";
import type { Json, JsonObject } from "./core/json";
import { membersOf, type Member } from "./core/members";
import { isObject, setOwn } from "./core/object";
import { observe, summarise } from "./core/observed";
import { redact } from "./core/redaction";
import { secretValues } from "./core/secrets";
import type { Kept } from "./state";

type Declared = Pick<Kept, "args" | "marked">;

function withheld(value: Json, path: string[], kept: Declared, secrets: ReadonlySet<string>): Json | undefined {
  if (typeof value === "string") return redact(value, secrets);
  if (kept.marked.has(path)) return undefined;
  if (Array.isArray(value)) {
    return value.map((element, index) => withheld(element, [...path, String(index)], kept, secrets) ?? null);
  }
  if (!isObject(value)) return value;
  const shown: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    const left = withheld(child, [...path, key], kept, secrets);
    if (left !== undefined) setOwn(shown, key, left);
  }
  return shown;
}

/**
 * What the service answered, without what the program keeps secret: the engine encrypts a secret at its own path only,
 * and an answer repeats it at another. Texts are redacted, other values at the path of a secret argument left out.
 */
export function withholdSecrets(observed: JsonObject, kept: Declared, schema: Member): JsonObject {
  const secrets = secretValues(kept.args, schema, kept.marked, { secretOnly: true });
  return secrets.size === 0 ? observed : (withheld(observed, [], kept, secrets) as JsonObject);
}

/** What is kept of an answer, as the setting `observed` says. */
export function keepObserved(
  answer: JsonObject,
  shape: z.ZodType,
  settings: Settings,
  kept: Declared,
  schema: Member,
): JsonObject {
  const observed = observe(answer, membersOf(shape));
  return withholdSecrets(settings.observed === "summary" ? summarise(observed) : observed, kept, schema);
}
