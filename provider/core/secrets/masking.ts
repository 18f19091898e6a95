import { isJsonObject, type Json, type JsonObject } from "../../../common/json";
import { isUnknown, setOwn, valueAt } from "../json/object";
import type { Annotation } from "../schema/annotation";
import { wireMemberAt, type Member } from "../schema/members";
import { ADDITIONAL_MEMBERS, programPath } from "../schema/wireNames";
import { MASK } from "./redaction";
import { secrecyByName } from "./secretNames";
import type { Declaration } from "./secretPaths";

/** The text that messages show in place of an unknown value. */
const UNKNOWN_MASK = "[unknown]";

/** Where the values of a body come from. */
export interface BodySource {
  body: Member;
  /** The declaration that the body is made of, and the one before, whose fields it may unset. */
  declarations: readonly Declaration[];
  /** The argument that holds the body, unless the arguments are the body. */
  argument?: string;
}

interface Position {
  /** Wire names and indices of arrays. */
  path: readonly string[];
  member: Member | undefined;
  isAdditional: boolean;
  /** Values inside a secret value are secret too. */
  secrecy: Annotation["secrecy"];
}

function positionBelow(position: Position, key: string, { body, declarations }: BodySource): Position {
  const path = [...position.path, key];
  const child = wireMemberAt(position.member, key);
  const isUnknownToSchema = position.member?.kind === "object" && child === undefined;
  // Additional members are secret by name also where the schema knows the path.
  const isAdditional =
    position.isAdditional ||
    isUnknownToSchema ||
    declarations.some(({ args }) => {
      const isDeclared = valueAt(args, [ADDITIONAL_MEMBERS, ...path]) !== undefined;
      return isDeclared && valueAt(args, programPath(path, body)) === undefined;
    });
  const found = [position.secrecy, child?.secrecy, isAdditional ? secrecyByName(key, body) : undefined];
  return {
    path,
    member: child,
    isAdditional,
    secrecy: found.includes("credential") ? "credential" : found.find((each) => each !== undefined),
  };
}

type Visibility = "shown" | "valueHidden" | "nameHidden";

/**
 * What may be shown of a path. The first declaration that has a value there decides. If none has one, a mark in any of them hides
 * it.
 */
function visibilityOf(path: readonly string[], { body, declarations, argument }: BodySource): Visibility {
  if (declarations.every(({ secretPaths }) => secretPaths.isEmpty)) {
    return "shown";
  }
  const typed = [...(argument === undefined ? [] : [argument]), ...programPath(path, body)];
  // Typed arguments stay visible beside additional members that are secret as a whole.
  const places = [typed, [ADDITIONAL_MEMBERS, ...path]];
  const candidates = declarations.flatMap(({ args, secretPaths }) =>
    places.map((place) => ({ place, secretPaths, isHere: valueAt(args, place) !== undefined })),
  );
  const holder = candidates.find(({ isHere }) => isHere);
  const asked = holder ? [holder] : candidates;
  if (asked.some(({ place, secretPaths }) => secretPaths.covers(place.slice(0, -1)))) {
    return "nameHidden";
  }
  return asked.some(({ place, secretPaths }) => secretPaths.has(place)) ? "valueHidden" : "shown";
}

/** A wire path in the names of programs, cut where a secret begins: the names inside a secret value are secret too. */
export function visiblePath(path: readonly string[], source: BodySource): readonly string[] {
  const lengths = [...path.keys()].map((index) => index + 1);
  const hidden = lengths.find((length) => visibilityOf(path.slice(0, length), source) === "nameHidden");
  return programPath(path, source.body).slice(0, hidden === undefined ? undefined : hidden - 1);
}

/**
 * A body as it may be printed: credentials and values that the program marks secret are masked, and all secret names
 * of an object share one masked entry. `masked` receives the path of each masked value, up to the array around it.
 */
export function maskBody(
  body: Json,
  source: BodySource,
  masked: (path: readonly string[]) => void = () => undefined,
): Json {
  const mask = (value: Json, position: Position, array?: readonly string[]): Json => {
    const { path, secrecy } = position;
    if (isUnknown(value)) {
      return UNKNOWN_MASK;
    }
    if (value === null) {
      return null;
    }
    const isLeaf = typeof value !== "object";
    if ((isLeaf && secrecy === "credential") || visibilityOf(path, source) !== "shown") {
      masked(array ?? path);
      return MASK;
    }
    if (Array.isArray(value)) {
      return value.map((element, index) =>
        mask(element, positionBelow(position, String(index), source), array ?? path),
      );
    }
    if (!isJsonObject(value)) {
      return value;
    }
    const shown: JsonObject = {};
    for (const [key, child] of Object.entries(value)) {
      const below = positionBelow(position, key, source);
      if (visibilityOf(below.path, source) === "nameHidden") {
        if (child !== null) {
          masked(array ?? path);
        }
        setOwn(shown, MASK, MASK);
      } else {
        setOwn(shown, key, mask(child, below, array));
      }
    }
    return shown;
  };
  return mask(body, { path: [], member: source.body, isAdditional: false, secrecy: undefined });
}

/** The fields, in wire names, that a patch sets to a value that is masked. */
export function secretFields(patch: JsonObject, source: BodySource): (readonly string[])[] {
  const found: (readonly string[])[] = [];
  maskBody(patch, source, (path) => found.push(path));
  return found;
}
