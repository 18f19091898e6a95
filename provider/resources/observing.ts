import { formatPath, jsonPointer } from "../../common/path";
import type { Settings } from "../settings/rules";
import { isJsonObject, type Json, type JsonObject } from "../../common/json";
import { memberAt, type Member } from "../core/schema/members";
import { observe, summarise } from "../core/schema/observed";
import { ADDITIONAL_MEMBERS } from "../core/schema/wireNames";
import { MIN_SECRET_LENGTH } from "../core/secrets/redaction";
import { secretValues } from "../core/secrets/secretValues";
import { NOTHING_OBSERVED, portable, type Observed } from "../engine/outputValues";
import type { Declaration } from "../core/secrets/secretPaths";

/** How responses of one kind of object are kept. */
export interface ObservedShape {
  arguments: Member;
  observed: Member;
  /** Fields of a response that repeat arguments at other paths, and these paths. */
  repeats?: Readonly<Record<string, readonly (readonly string[])[]>>;
}

/**
 * JSON pointers of the secrets of the program that `fields` repeat. The engine encrypts a secret at its own path only, but a
 * response may repeat it elsewhere.
 */
function repeatedSecrets(fields: JsonObject, declaration: Declaration, shape: ObservedShape): string[] {
  const { secretPaths } = declaration;
  const { credentials } = secretValues([declaration], shape.arguments);
  const texts = credentials.map(({ text }) => text).filter((text) => text.length >= MIN_SECRET_LENGTH);
  const holdsSecret = (text: string) => texts.some((secret) => text.includes(secret));
  const isSecret = (value: Json, path: string[]): boolean => {
    const [field = ""] = path;
    const repeated = path.length === 1 && (shape.repeats?.[field] ?? []).some((at) => secretPaths.overlaps(at));
    if (repeated || secretPaths.covers(path) || secretPaths.covers([ADDITIONAL_MEMBERS, ...wirePath(path, shape)])) {
      return true;
    }
    if (isJsonObject(value)) {
      return Object.keys(value).some(holdsSecret);
    }
    // The service may reorder a list, so that a secret element is at another index.
    return secretPaths.overlaps(path) || (!Array.isArray(value) && holdsSecret(String(value)));
  };
  const visit = (value: Json, path: string[]): string[] => {
    if (isSecret(value, path)) {
      return [jsonPointer(path)];
    }
    return typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, child]) => visit(child as Json, [...path, key]))
      : [];
  };
  return secretPaths.isEmpty && texts.length === 0 ? [] : visit(fields, []);
}

function wirePath(path: readonly string[], { observed }: ObservedShape): string[] {
  let member: Member | undefined = observed;
  return path.map((key) => {
    member = memberAt(member, key);
    return member?.wire || key;
  });
}

/** The kept part of a response, as the setting `observed` says, and the paths of the secrets that it repeats. */
export function observeResponse(
  response: JsonObject,
  declaration: Declaration,
  settings: Pick<Settings, "observed">,
  shape: ObservedShape,
  warn: (message: string) => void,
): Observed {
  const observed = observe(response, shape.observed);
  const changed: string[] = [];
  const fields = portable(settings.observed === "summary" ? summarise(observed) : observed, (path) =>
    changed.push(formatPath(path)),
  ) as JsonObject;
  if (changed.length > 0) {
    warn(
      `the response holds text that Pulumi cannot carry; it is left out of observed, or its broken characters are ` +
        `replaced: ${changed.slice(0, 10).join(", ")}${changed.length > 10 ? ", …" : ""}`,
    );
  }
  return { fields, secrets: repeatedSecrets(fields, declaration, shape) };
}

/** The previous observation, with its secrets and those of the declaration marked. */
export function keepObserved(before: Observed | undefined, declaration: Declaration, shape: ObservedShape): Observed {
  const { fields, secrets } = before ?? NOTHING_OBSERVED;
  return { fields, secrets: [...new Set([...secrets, ...repeatedSecrets(fields, declaration, shape)])] };
}
