import { isDeepStrictEqual } from "node:util";
import type { JsonObject, JsonValue } from "../../emulator";
import { isObject, valueAt, withValue } from "./paths";
import type { Program } from "./program";

/**
 * What must be true in the service after a program was brought about, whatever failed on the way. It is made from
 * the programs alone, and shares no code with the provider. Of each group the judge knows the whole document that the
 * service stores. A program that follows another one changes it so, and not otherwise:
 *
 * - A group that is declared has every declared field as declared. `null`: absent (`scaling-actions` are `[]`,
 *   `scheduled-scaling-enabled` is `false`).
 * - A field that the same resource declared before and does not declare now is unset in the same way; `replicas` may
 *   be anything. With `removedMembers: "leave"` such a field stays. A resource is the same when it has the same name and
 *   means the same group.
 * - A group that another resource declares now keeps what the resource of before declared beside; nothing of the
 *   `onDestroy` of before is in it.
 * - A group that no resource declares any more stays as it is, with the last `onDestroy` merged into it.
 * - Where a resource is replaced with the same group, the engine may delete it first: fields that only its `onDestroy`
 *   names may be as before, or as that says.
 * - Nothing else changes: what was never declared, and what others set there.
 *
 * After a run that failed, another program may follow, for the state says what is indeterminate. A field that only the
 * failed run declared is then unset, or as it was; one that is left may be as either run had it. After a kill, the state
 * may lack what the killed run sent, so a killed run is completed with its own program.
 *
 * A job is posted once, and once more only where its response was lost or nobody was there to record it.
 */
export class Judge {
  /** Groups and queues by their names. */
  readonly #documents: Map<string, Document>;

  /** `stored`: what the service has of a group or a queue. */
  constructor(
    names: readonly string[],
    private readonly stored: (name: string) => JsonObject,
  ) {
    this.#documents = new Map(names.map((name) => [name, stored(name)]));
  }

  /** Somebody else sends a merge patch to a group. */
  others(group: string, patch: JsonObject): void {
    this.#documents.set(group, merge(this.#documents.get(group) ?? {}, patch));
  }

  /** The program `after` is brought about where `before` was true. The resource of the group `replaced` is replaced. */
  follow(before: Program, after: Program, replaced?: string): void {
    const were = declaredIn(before);
    const are = declaredIn(after);
    for (const [name, document] of this.#documents) {
      this.#documents.set(name, followed(document, were.get(name), are.get(name), name === replaced));
    }
  }

  /** A run with the program `tried` failed, and `after` is brought about then. The three differ in fields of groups alone. */
  followOtherwise(before: Program, tried: Program, after: Program): void {
    const were = declaredIn(before);
    const triedObjects = declaredIn(tried);
    const are = declaredIn(after);
    for (const [name, document] of this.#documents) {
      const [was, failed, is] = [were.get(name), triedObjects.get(name), are.get(name)];
      const [one = {}, two = {}, three = {}] = [was?.body, failed?.body, is?.body];
      const arrived = followed(document, was, failed, false);
      let changed = followed(document, was, is, false);
      // What is left is not unset, so it may have any value that it has had.
      const open = is?.leaves === true ? removedPaths(union(one, two), three) : removedPaths(two, union(one, three));
      for (const path of open) {
        const either = [valueAt(document, path), unsetValue(path)];
        const values = is?.leaves === true ? [...either, valueAt(arrived, path)] : either;
        changed = withValue(changed, path, path.join() === "replicas" ? ANY : new Either(values as Expected[]));
      }
      this.#documents.set(name, changed);
    }
  }

  /**
   * Every path at which a group or a queue is not as it must be, with what must be there and what is. What may have one of
   * several values is expected to keep the one that it has.
   */
  differences(): string[] {
    return [...this.#documents].flatMap(([name, document]) => {
      const found = this.stored(name);
      this.#documents.set(name, found);
      return compare(document, found, [name]);
    });
  }
}

/** One of several values, absent among them as `undefined`. */
class Either {
  constructor(readonly values: readonly Expected[]) {}
}

/** Any value. */
const ANY = Symbol("any value");

/** `undefined`: nothing. */
type Expected = JsonValue | Either | typeof ANY | Document | undefined;
interface Document {
  [key: string]: Expected;
}

/** What is declared of one object. */
interface Declared {
  /** Equal for two declarations of one resource. */
  resource: string;
  leaves?: boolean;
  body: JsonObject;
  onDestroy?: JsonObject;
}

/** What a program declares of each group and queue, by their names. */
function declaredIn({ groups, defaults, queues }: Program): Map<string, Declared> {
  const declared = new Map<string, Declared>();
  for (const [name, { resource, args }] of Object.entries(groups)) {
    const wire = toWire(union(defaults[resource] ?? {}, args)) as JsonObject;
    const { on_destroy: onDestroy, removed_members, ...body } = wire;
    const leaves = removed_members === "leave";
    declared.set(name, { resource, body, leaves, onDestroy: onDestroy as JsonObject | undefined });
  }
  for (const [name, args] of Object.entries(queues)) {
    declared.set(name, { resource: name, body: toWire(args) as JsonObject });
  }
  return declared;
}

function followed(
  document: Document,
  before: Declared | undefined,
  after: Declared | undefined,
  mayBeginWithOnDestroy: boolean,
): Document {
  if (after === undefined) {
    return before?.onDestroy === undefined ? document : merge(document, before.onDestroy);
  }
  const isSame = before !== undefined && after.resource === before.resource;
  let changed = document;
  if (mayBeginWithOnDestroy) {
    for (const [path, value] of leaves(before?.onDestroy ?? {})) {
      changed = withValue(changed, path, new Either([value, valueAt(document, path) as Expected]));
    }
  } else if (isSame && after.leaves !== true) {
    for (const path of removedPaths(before.body, after.body)) {
      changed = withValue(changed, path, path.join() === "replicas" ? ANY : unsetValue(path));
    }
  }
  return merge(changed, after.body);
}

/** What the service validates as a unit: when it is no longer declared, all of it goes. */
const ENTITIES = new Set([
  ...["liveness_probe", "startup_probe", "queue_autoscaler"],
  ...["tcp", "datadog"].map((name) => `container/logging/${name}`),
  "container/registry_authentication/basic",
]);

/** The fields that one body has and the other one has not. */
function removedPaths(before: JsonObject, after: JsonObject, path: readonly string[] = []): string[][] {
  return Object.entries(before).flatMap(([key, value]) => {
    const here = [...path, key];
    const other = after[key];
    if (isObject(value) && isObject(other)) {
      return removedPaths(value, other, here);
    }
    if (other !== undefined) {
      return [];
    }
    return isObject(value) && !isInEntity(here) ? removedPaths(value, {}, here) : [here];
  });
}

const isInEntity = (path: readonly string[]) =>
  path.some((_, index) => ENTITIES.has(path.slice(0, index + 1).join("/")));

/** All fields that one of two objects has, as the second one has them: objects deep, all else whole. An entry of a fleet is so over its defaults. */
function union(one: JsonObject, other: JsonObject): JsonObject {
  const all = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const below = all[key];
    all[key] = isObject(below) && isObject(value) ? union(below, value) : value;
  }
  return all;
}

/** What a field is once it is unset: absent, but for two. */
function unsetValue([name]: readonly string[]): JsonValue | undefined {
  return name === "scaling-actions" ? [] : name === "scheduled-scaling-enabled" ? false : undefined;
}

/** RFC 7396, with the two fields that are unset by a value. */
function merge(document: Document, patch: JsonObject): Document {
  let merged = document;
  for (const [path, value] of leaves(patch)) {
    merged = withValue(merged, path, value === null ? unsetValue(path) : value);
  }
  return merged;
}

/** Every value of a patch that is no object, with its path. */
function leaves(patch: JsonObject, path: readonly string[] = []): [path: string[], value: JsonValue | undefined][] {
  return Object.entries(patch).flatMap(([key, value]): [string[], JsonValue | undefined][] =>
    isObject(value) ? leaves(value, [...path, key]) : [[[...path, key], value]],
  );
}

/** What differs. An object without fields is as good as none: it says nothing. */
function compare(expected: Expected, found: JsonValue | undefined, path: readonly string[]): string[] {
  if (expected === ANY) {
    return [];
  }
  if (expected instanceof Either) {
    const isLike = expected.values.some((value) => compare(value, found, path).length === 0);
    return isLike
      ? []
      : [`${path.join(" > ")}: expected one of ${describe(expected.values)}, found ${describe(found)}`];
  }
  const fields = isObject(expected) ? expected : isObject(found) && expected === undefined ? {} : undefined;
  if (fields !== undefined && (isObject(found) || found === undefined)) {
    const keys = new Set([...Object.keys(fields), ...Object.keys(found ?? {})]);
    return [...keys].flatMap((key) => compare(fields[key], found?.[key], [...path, key]));
  }
  // Their order says nothing.
  const inOrder = (value: unknown) =>
    path.at(-1) === "country_codes" && Array.isArray(value) ? [...value].sort() : value;
  const isSame = isDeepStrictEqual(inOrder(expected), inOrder(found));
  return isSame ? [] : [`${path.join(" > ")}: expected ${describe(expected)}, found ${describe(found)}`];
}

const describe = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));

/** The service writes these with hyphens. */
const HYPHENATED = new Set(["scalingActions", "scheduledScalingEnabled"]);
const wireName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `${HYPHENATED.has(name) ? "-" : "_"}${letter.toLowerCase()}`);

/** Arguments as the service calls them. Names of environment variables and additionalMembers are the user's own. */
function toWire(value: JsonValue | undefined, isOwn = false): JsonValue | undefined {
  if (Array.isArray(value)) {
    return value.map((element) => toWire(element, isOwn) as JsonValue);
  }
  if (!isObject(value)) {
    return value;
  }
  const wire: JsonObject = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key === "additionalMembers") {
      Object.assign(wire, toWire(inner, true));
    } else {
      wire[isOwn ? key : wireName(key)] = toWire(inner, isOwn || key === "environmentVariables");
    }
  }
  return wire;
}
