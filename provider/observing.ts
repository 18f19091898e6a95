import type { z } from "zod";
import type { Settings } from "./core/configuration";
import type { Declaration } from "./core/declaration";
import type { Json, JsonObject } from "./core/json";
import { membersOf } from "./core/members";
import { isJsonObject, own as getOwn, setOwn } from "./core/object";
import { observe, summarise } from "./core/observed";
import { pointerOf, secretValues } from "./core/secrets";
import { portable, secretValue } from "./outputValues";

/** Shorter texts occur by chance in what the service owns. */
const MIN_SECRET_LENGTH = 8;

/** What is kept of the service's last response. */
export interface Observed {
  fields: JsonObject;
  /** JSON pointers in `fields` of the values that are kept secret. */
  secrets: readonly string[];
}

/** Fields of a response that repeat arguments which stand at another path, and the paths of those. */
export type RepeatedArguments = Readonly<Record<string, readonly (readonly string[])[]>>;

/** What is kept of responses of one kind of object. */
export interface ObservedShape {
  arguments: z.ZodType;
  observed: z.ZodType;
  repeats?: RepeatedArguments;
}

const NOTHING_OBSERVED: Observed = { fields: {}, secrets: [] };

/**
 * Where `fields` repeat what the program keeps secret: JSON pointers. The engine encrypts a secret at its own path only, and a
 * response repeats it at another.
 */
function repeatedSecrets(fields: JsonObject, declaration: Declaration, shape: ObservedShape): string[] {
  const { args, secretPaths } = declaration;
  const found = secretValues(args, membersOf(shape.arguments), secretPaths, { secretOnly: true });
  const texts = [...found].filter((text) => text.length >= MIN_SECRET_LENGTH);
  const holdsSecret = (text: string) => texts.some((secret) => text.includes(secret));
  const isSecret = (value: Json, path: string[]): boolean => {
    const [field = ""] = path;
    const repeated = path.length === 1 && (shape.repeats?.[field] ?? []).some((at) => secretPaths.touches(at));
    if (repeated || secretPaths.covers(path)) return true;
    if (isJsonObject(value)) return Object.keys(value).some(holdsSecret);
    // The order of a list is the service's, so that a secret element may stand at another index.
    return secretPaths.touches(path) || (!Array.isArray(value) && holdsSecret(String(value)));
  };
  const visit = (value: Json, path: string[]): string[] => {
    if (isSecret(value, path)) return [pointerOf(path)];
    return typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, child]) => visit(child as Json, [...path, key]))
      : [];
  };
  return secretPaths.isEmpty && texts.length === 0 ? [] : visit(fields, []);
}

/** What is kept of a response, as the setting `observed` says. No value is edited; what repeats a secret is listed. */
export function observeResponse(
  response: JsonObject,
  declaration: Declaration,
  settings: Pick<Settings, "observed">,
  shape: ObservedShape,
  warn: (message: string) => void,
): Observed {
  const observed = observe(response, membersOf(shape.observed));
  const changed: string[] = [];
  const fields = portable(settings.observed === "summary" ? summarise(observed) : observed, (path) =>
    changed.push(path.join(".")),
  ) as JsonObject;
  if (changed.length > 0) {
    warn(
      `the response holds text that Pulumi cannot carry; it is left out of observed, or its broken characters are ` +
        `replaced: ${changed.slice(0, 10).join(", ")}${changed.length > 10 ? ", …" : ""}`,
    );
  }
  return { fields, secrets: repeatedSecrets(fields, declaration, shape) };
}

/** What was observed before, where there is no response to read: what was secret in it then is so now. */
export function keepObserved(before: Observed | undefined, declaration: Declaration, shape: ObservedShape): Observed {
  const { fields, secrets } = before ?? NOTHING_OBSERVED;
  return { fields, secrets: [...new Set([...secrets, ...repeatedSecrets(fields, declaration, shape)])] };
}

/** The outputs in which what is secret is in Pulumi's own form of a secret value. */
export function withSecretValues({ fields, secrets }: Observed): Json {
  const pointers = new Set(secrets);
  const visit = (value: Json, pointer: string): Json => {
    if (pointers.has(pointer)) return secretValue(value);
    if (Array.isArray(value)) return value.map((element, index) => visit(element, `${pointer}/${index}`));
    if (!isJsonObject(value)) return value;
    const wrapped: JsonObject = {};
    for (const [key, child] of Object.entries(value)) setOwn(wrapped, key, visit(child, pointer + pointerOf([key])));
    return wrapped;
  };
  return pointers.size === 0 ? fields : visit(fields, "");
}

/** What was observed of each of many objects, as `observedByKey` has put it together. */
export function splitByKey({ fields, secrets }: Observed): (key: string) => Observed | undefined {
  const below = new Map<string, string[]>();
  for (const pointer of secrets) {
    const [prefix = ""] = /^\/[^/]*/.exec(pointer) ?? [];
    below.set(prefix, [...(below.get(prefix) ?? []), pointer.slice(prefix.length)]);
  }
  return (key) => {
    const part = getOwn(fields, key);
    return isJsonObject(part) ? { fields: part, secrets: below.get(pointerOf([key])) ?? [] } : undefined;
  };
}

/** What was observed of many objects, each below its own key. */
export function observedByKey(parts: Iterable<readonly [key: string, part: Observed]>): Observed {
  const fields: JsonObject = {};
  const secrets: string[] = [];
  for (const [key, part] of parts) {
    setOwn(fields, key, part.fields);
    secrets.push(...part.secrets.map((pointer) => pointerOf([key]) + pointer));
  }
  return { fields, secrets };
}
