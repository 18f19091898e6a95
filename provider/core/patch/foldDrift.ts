import { isJsonObject, type Json, type JsonObject } from "../../../common/json";
import { getOwn, isEmpty, setOwn, valueAt } from "../json/object";
import { wireMemberAt, type Member } from "../schema/members";
import { ADDITIONAL_MEMBERS, fromWire, programPath } from "../schema/wireNames";
import { secrecyByName } from "../secrets/secretNames";
import type { Declaration, SecretPaths } from "../secrets/secretPaths";
import type { Drift } from "./drift";

/** The note in place of a service's value that must not be kept. */
const CHANGED_OUTSIDE = "[changed outside of the program]";

/** Whether a value is the note. It may stand in place of a list or a number, too. */
export const isDriftNote = (value: unknown): boolean => value === CHANGED_OUTSIDE;

/** A value of a response with the note in place of each possible credential inside. */
function withoutSecrets(value: Json, body: Member): Json {
  if (Array.isArray(value)) {
    return value.map((element) => withoutSecrets(element, body));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const kept: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    setOwn(kept, key, secrecyByName(key, body) === undefined ? withoutSecrets(child, body) : CHANGED_OUTSIDE);
  }
  return kept;
}

/** A copy of `args` with the value at `path` replaced, or removed if `value` is undefined. */
function replaceAt(args: JsonObject, path: readonly string[], value: Json | undefined): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined) {
    return args;
  }
  const changed: JsonObject = { ...args };
  if (rest.length > 0) {
    const below = getOwn(args, key);
    setOwn(changed, key, replaceAt(isJsonObject(below) ? below : {}, rest, value));
  } else if (value === undefined) {
    delete changed[key];
  } else {
    setOwn(changed, key, value);
  }
  return changed;
}

function foldOne(args: JsonObject, { path, actual }: Drift, secretPaths: SecretPaths, body: Member): JsonObject {
  const typed = programPath(path, body);
  const additional = [ADDITIONAL_MEMBERS, ...path];
  const valueIn = (place: readonly string[], member?: Member): Json | undefined => {
    if (actual === undefined) {
      return undefined;
    }
    const isSecret = secretPaths.overlaps(place) || path.some((key) => secrecyByName(key, body) !== undefined);
    return isSecret ? CHANGED_OUTSIDE : fromWire(withoutSecrets(actual, body), member);
  };
  if (valueAt(args, typed) === undefined) {
    return replaceAt(args, additional, valueIn(additional));
  }
  // If each declares a part of the object, the service's value replaces both.
  const rest = valueAt(args, additional) === undefined ? args : replaceAt(args, additional, undefined);
  return replaceAt(rest, typed, valueIn(typed, path.reduce<Member | undefined>(wireMemberAt, body)));
}

/**
 * The arguments with the service's value of each drifted field. A value that could be a credential is replaced by a note that it
 * differs.
 */
export function foldDrift(declaration: Declaration, drift: readonly Drift[], body: Member): JsonObject {
  return drift.reduce<JsonObject>((args, each) => foldOne(args, each, declaration.secretPaths, body), declaration.args);
}

const holdsNote = (value: Json): boolean => JSON.stringify(value).includes(JSON.stringify(CHANGED_OUTSIDE));

/**
 * A patch without the notes of an earlier `foldDrift`, which may come back as if they were declared; undefined if nothing is
 * left. The service keeps its value of fields that are left out.
 */
export function withoutDriftNotes(patch: JsonObject): JsonObject | undefined {
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(patch)) {
    const isObject = isJsonObject(value) && !isEmpty(value);
    const inside = isObject ? withoutDriftNotes(value) : holdsNote(value) ? undefined : value;
    if (inside !== undefined) {
      setOwn(kept, key, inside);
    }
  }
  return isEmpty(kept) ? undefined : kept;
}
