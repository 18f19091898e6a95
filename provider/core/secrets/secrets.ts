import { jsonPointer } from "../../../common/path";
import type { Json, JsonObject } from "../json/json";
import { memberAt, wireMemberAt, type Member } from "../schema/members";
import { isJsonObject, isObject, own, setOwn } from "../json/object";
import { isUnknown } from "../json/unknown";
import { toWire } from "../schema/wireNames";

/** What stands in a message in place of a value that could be a credential. */
export const MASK = "[secret]";

/** What stands there in place of a value that is not known yet. */
const UNKNOWN_MASK = "[unknown]";

type Args = { [key: string]: unknown };

/** The argument whose value is in wire form, beside the typed arguments and merged with them. */
const ADDITIONAL = "additionalMembers";

/** The paths that a program marks secret, as JSON pointers of the names in programs. */
export class SecretPaths {
  readonly #paths: ReadonlySet<string>;

  constructor(pointers: unknown) {
    const list = Array.isArray(pointers) ? pointers.filter((pointer) => typeof pointer === "string") : [];
    this.#paths = new Set(list);
  }

  get isEmpty(): boolean {
    return this.#paths.size === 0;
  }

  /** Whether the value at this path, or one that holds it, is marked. */
  covers(path: readonly PropertyKey[]): boolean {
    return !this.isEmpty && [...path.keys(), path.length].some((length) => this.has(path.slice(0, length)));
  }

  /** The part of a path that may stand in a message: names below a value that is marked as a whole are part of that value. */
  visible<Key extends PropertyKey>(path: readonly Key[]): readonly Key[] {
    const marked = path.findIndex((_, length) => this.has(path.slice(0, length)));
    return marked === -1 ? path : path.slice(0, marked);
  }

  /** Whether exactly this path is marked. */
  has(path: readonly PropertyKey[]): boolean {
    return this.#paths.size > 0 && this.#paths.has(jsonPointer(path));
  }

  /** Whether the value at this path is secret, or holds or is part of one that is. */
  touches(path: readonly PropertyKey[]): boolean {
    const inside = `${jsonPointer(path)}/`;
    return [...this.#paths].some((marked) => inside.startsWith(`${marked}/`) || marked.startsWith(inside));
  }
}

/** Why a value is kept out of sight: the schema says so, or the program marks it. */
type Reason = "credential" | "sensitive" | "marked";

type Visit = (value: unknown, why: Reason) => unknown;

/** What the schema says of the values that are looked at, and by which names it is asked. */
interface Look {
  member: Member | undefined;
  names: (parent: Member | undefined, key: string) => Member | undefined;
}

function below({ member, names }: Look, key: string): Look {
  // Its members are those of the arguments around it, by their names on the wire.
  if (key === ADDITIONAL && names(member, key)?.type === "json") return { member, names: wireMemberAt };
  return { member: names(member, key), names };
}

function mapSecrets(value: unknown, look: Look, marked: SecretPaths, path: PropertyKey[], visit: Visit): unknown {
  if (isUnknown(value) || value === null || value === undefined) return value;
  if (marked.has(path)) return visit(value, "marked");
  if (Array.isArray(value)) {
    const element = { ...look, member: look.member?.element };
    return value.map((inner, index) => mapSecrets(inner, element, marked, [...path, index], visit));
  }
  if (isObject(value)) {
    const mapped: Args = {};
    for (const [key, child] of Object.entries(value)) {
      setOwn(mapped, key, mapSecrets(child, below(look, key), marked, [...path, key], visit));
    }
    return mapped;
  }
  return look.member?.secrecy === undefined ? value : visit(value, look.member.secrecy);
}

/** The arguments with every value that could be a credential replaced by `[secret]`; names and `null` stay readable. */
export function maskArguments(args: Args, schema: Member, marked: SecretPaths): Args {
  return mapSecrets(args, { member: schema, names: memberAt }, marked, [], () => MASK) as Args;
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === "string" || typeof value === "number") found.add(String(value));
  else if (typeof value === "object" && value !== null) Object.values(value).forEach((child) => collect(child, found));
}

/**
 * Every value of the arguments that could be a credential, so that it can be kept out of the texts of others. With
 * `secretOnly` those that are secret in the state: environment values and headers count only where they are marked.
 */
export function secretValues(
  args: Args,
  schema: Member,
  marked: SecretPaths,
  { secretOnly = false }: { secretOnly?: boolean } = {},
): Set<string> {
  const found = new Set<string>();
  mapSecrets(args, { member: schema, names: memberAt }, marked, [], (value, why) => {
    if (why !== "sensitive" || !secretOnly) collect(value, found);
    return value;
  });
  return found;
}

function maskedLike(value: Json, masked: Json | undefined): Json {
  if (isUnknown(value)) return UNKNOWN_MASK;
  if (value === null) return null;
  if (masked === MASK) return MASK;
  if (Array.isArray(value))
    return value.map((element, index) => maskedLike(element, Array.isArray(masked) ? masked[index] : undefined));
  if (!isObject(value)) return value;
  const shown: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    setOwn(shown, key, maskedLike(child as Json, isObject(masked) ? own(masked as JsonObject, key) : undefined));
  }
  return shown;
}

/** A body as it may be printed. `masked` is what it is taken from, masked, in wire form: where that is a mask, so is this. */
export function maskBody(body: Json, masked: Json): Json {
  return maskedLike(body, masked);
}

/** Additional members and typed ones as one body, all masked. What stands for a secret object stands for all its members. */
function mergeMasked(additional: JsonObject, mask: unknown, typed: JsonObject): JsonObject {
  const merged: JsonObject = { ...typed };
  for (const [key, value] of Object.entries(additional)) {
    const shown = isObject(mask) ? (own(mask, key) as Json) : MASK;
    const beside = own(typed, key);
    if (beside === undefined) setOwn(merged, key, shown);
    else if (isJsonObject(beside) && isJsonObject(value)) setOwn(merged, key, mergeMasked(value, shown, beside));
  }
  return merged;
}

/** The masked arguments in wire form, additional members among them. */
export function maskedWire(args: Args, schema: Member, body: Member, marked: SecretPaths): JsonObject {
  const masked = maskArguments(args, schema, marked);
  const additional = own(args, ADDITIONAL);
  const typed = toWire(masked, body);
  return isObject(additional) ? mergeMasked(additional as JsonObject, own(masked, ADDITIONAL), typed) : typed;
}
