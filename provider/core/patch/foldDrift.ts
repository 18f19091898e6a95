import type { Declaration } from "./declaration";
import type { Drift } from "./drift";
import type { Json, JsonObject } from "../json/json";
import type { Member } from "../schema/members";
import { isEmpty, isJsonObject, getOwn, setOwn } from "../json/object";
import type { SecretPaths } from "../secrets/secretPaths";
import { wireNodeAt, wireRoot, type WireNode } from "../secrets/wireSecrecy";
import { ADDITIONAL_MEMBERS, fromWire, programPath } from "../schema/wireNames";
/** Stands for a value that the service shows and that must not be copied into the state. */
const CHANGED_OUTSIDE = "[changed outside of the program]";

/** A value of a response without what could be a credential in it, at any depth. */
function withoutSecrets(value: Json, node: WireNode): Json {
  if (node.secrecy !== undefined) {
    return CHANGED_OUTSIDE;
  }
  if (Array.isArray(value)) {
    return value.map((element, index) => withoutSecrets(element, wireNodeAt(node, index)));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const kept: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    setOwn(kept, key, withoutSecrets(child, wireNodeAt(node, key)));
  }
  return kept;
}

function valueAt(value: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((below, key) => (isJsonObject(below) ? getOwn(below, key) : undefined), value);
}

/** `args` with the value at `path` replaced, or taken out; everything around it is left as it is. */
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

/** A value that stands at `path` of a body, with the names below it as programs write them. */
function toProgram(value: Json, path: readonly string[], body: Member): Json | undefined {
  const alone = path.reduceRight<Json>((inner, key) => {
    const around: JsonObject = {};
    setOwn(around, key, inner);
    return around;
  }, value);
  return valueAt(fromWire(alone as JsonObject, body), programPath(path, body));
}

function foldOne(args: JsonObject, { path, actual }: Drift, secretPaths: SecretPaths, body: Member): JsonObject {
  const typed = programPath(path, body);
  const additional = [ADDITIONAL_MEMBERS, ...path];
  const hide = (value: Json | undefined, where: readonly string[]) =>
    value !== undefined && secretPaths.overlaps(where) ? CHANGED_OUTSIDE : value;
  const node = path.reduce<WireNode>(wireNodeAt, wireRoot(body));
  const value = actual === undefined ? undefined : withoutSecrets(actual, node);
  if (valueAt(args, typed) === undefined) {
    return replaceAt(args, additional, hide(value, additional));
  }
  // Where an object is declared in part by each, the service's value stands for both.
  const rest = valueAt(args, additional) === undefined ? args : replaceAt(args, additional, undefined);
  return replaceAt(rest, typed, hide(value === undefined ? undefined : toProgram(value, path, body), typed));
}

/**
 * The arguments as the service has them: what drifted, with the service's value in its place, so that the next
 * preview shows both. A value that could be a credential is replaced by a note that it differs.
 */
export function foldDrift(declaration: Declaration, drift: readonly Drift[], body: Member): JsonObject {
  return drift.reduce<JsonObject>((args, each) => foldOne(args, each, declaration.secretPaths, body), declaration.args);
}

/** Whether the note stands in a value: then it is not what anyone declared. */
function holdsNote(value: Json): boolean {
  return value === CHANGED_OUTSIDE || (Array.isArray(value) && value.some(holdsNoteAnywhere));
}

function holdsNoteAnywhere(value: Json): boolean {
  return holdsNote(value) || (isJsonObject(value) && Object.values(value).some(holdsNoteAnywhere));
}

/**
 * A patch without the notes that a refresh has put in place of values: `ignoreChanges` hands them back as if they were declared. What
 * is left out of a merge patch stays as the service has it.
 */
export function withoutDriftNotes(patch: JsonObject): JsonObject | undefined {
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(patch)) {
    if (holdsNote(value)) {
      continue;
    }
    const inner = isJsonObject(value) && !isEmpty(value) ? withoutDriftNotes(value) : value;
    if (inner !== undefined) {
      setOwn(kept, key, inner);
    }
  }
  return isEmpty(kept) ? undefined : kept;
}
