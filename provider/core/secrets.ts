import type { Json, JsonObject } from "./json";
import { memberAt, type Member } from "./members";
import { isObject, own, setOwn } from "./object";
import { isUnknown } from "./unknown";
import { toWire } from "./wireNames";

/** What stands in a message in place of a value that could be a credential. */
export const MASK = "[secret]";

/** What stands there in place of a value that is not known yet. */
const UNKNOWN_MASK = "[unknown]";

type Args = { [key: string]: unknown };

/** The paths that a program marks secret, as JSON pointers of the names in programs. */
export class SecretPaths {
  readonly #paths: ReadonlySet<string>;

  constructor(pointers: unknown) {
    const list = Array.isArray(pointers) ? pointers.filter((pointer) => typeof pointer === "string") : [];
    this.#paths = new Set(list);
  }

  has(path: readonly PropertyKey[]): boolean {
    if (this.#paths.size === 0) return false;
    return this.#paths.has(path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""));
  }
}

type Visit = (value: unknown) => unknown;

function mapSecrets(
  value: unknown,
  member: Member | undefined,
  marked: SecretPaths,
  path: PropertyKey[],
  visit: Visit,
): unknown {
  if (isUnknown(value) || value === null || value === undefined) return value;
  if (marked.has(path)) return visit(value);
  if (Array.isArray(value)) {
    return value.map((element, index) => mapSecrets(element, member?.element, marked, [...path, index], visit));
  }
  if (isObject(value)) {
    const mapped: Args = {};
    for (const [key, child] of Object.entries(value)) {
      setOwn(mapped, key, mapSecrets(child, memberAt(member, key), marked, [...path, key], visit));
    }
    return mapped;
  }
  return member?.secrecy === undefined ? value : visit(value);
}

/** The arguments with every value that could be a credential replaced by `[secret]`; names and `null` stay readable. */
export function maskArguments(args: Args, schema: Member, marked: SecretPaths): Args {
  return mapSecrets(args, schema, marked, [], () => MASK) as Args;
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === "string" || typeof value === "number") found.add(String(value));
  else if (typeof value === "object" && value !== null) Object.values(value).forEach((child) => collect(child, found));
}

/** Every value of the arguments that could be a credential, so that it can be kept out of the texts of others. */
export function secretValues(args: Args, schema: Member, marked: SecretPaths): Set<string> {
  const found = new Set<string>();
  mapSecrets(args, schema, marked, [], (value) => {
    collect(value, found);
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

/** A body as it may be printed. `maskedBody` is the whole declaration, masked, in wire form. */
export function maskBody(body: Json, maskedBody: JsonObject): Json {
  return maskedLike(body, maskedBody);
}

/** The masked arguments in wire form, additional members among them. */
export function maskedWire(args: Args, schema: Member, body: Member, marked: SecretPaths): JsonObject {
  const masked = maskArguments(args, schema, marked);
  const additional = own(masked, "additionalMembers");
  return { ...(isObject(additional) ? (additional as JsonObject) : {}), ...toWire(masked, body) };
}
