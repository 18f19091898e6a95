import { isDeepStrictEqual } from "node:util";
import { Secret, type Json, type JsonObject } from "./fields";
import { groupArguments, isInFleet, nest, type Fields, type Nested, type Program } from "./program";

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
  readonly #groups: Map<string, Document>;
  readonly #queues: Map<string, Document>;

  constructor(groups: ReadonlyMap<string, JsonObject>, queues: ReadonlyMap<string, JsonObject>) {
    this.#groups = new Map(groups);
    this.#queues = new Map(queues);
  }

  /** Somebody else sends a merge patch to a group. */
  others(group: string, patch: JsonObject): void {
    this.#groups.set(group, merge(this.#groups.get(group), patch));
  }

  /** The program `after` is brought about where `before` was true, with these resources replaced. */
  follow(before: Program, after: Program, replaced: readonly string[]): void {
    const were = declaredGroups(before);
    const are = declaredGroups(after);
    for (const [group, document] of this.#groups) {
      const is = are.get(group);
      const isReplaced = is !== undefined && replaced.includes(is.resource);
      this.#groups.set(group, followed(document, were.get(group), is, isReplaced));
    }
    const queuesBefore = declaredQueues(before);
    const queuesAfter = declaredQueues(after);
    for (const [queue, document] of this.#queues) {
      this.#queues.set(queue, followed(document, queuesBefore.get(queue), queuesAfter.get(queue), false));
    }
  }

  /** A run with the program `tried` failed, and `after` is brought about then. The three differ in fields of groups alone. */
  followOtherwise(before: Program, tried: Program, after: Program): void {
    const were = declaredGroups(before);
    const triedGroups = declaredGroups(tried);
    const are = declaredGroups(after);
    for (const [group, document] of this.#groups) {
      const [was, failed, is] = [were.get(group), triedGroups.get(group), are.get(group)];
      const [one, two, three] = [was, failed, is].map((declared) => declared?.body ?? {}) as [
        JsonObject,
        JsonObject,
        JsonObject,
      ];
      const arrived = followed(document, was, failed, false);
      let changed = followed(document, was, is, false);
      // What is left is not unset, so it may have any value that it has had.
      const open = is?.leaves === true ? removedPaths(union(one, two), three) : removedPaths(two, union(one, three));
      for (const path of open) {
        const either: (Expected | undefined)[] = [valueAt(document, path), unsetValue(path)];
        const values: (Expected | undefined)[] = is?.leaves === true ? [...either, valueAt(arrived, path)] : either;
        changed = withValue(changed, path, path.join() === "replicas" ? ANY : new Either(values));
      }
      this.#groups.set(group, changed);
    }
  }

  /**
   * Every path at which a group or a queue is not as it must be, with what must be there and what is. What may have one of
   * several values is expected to keep the one that it has.
   */
  differences(groups: (name: string) => JsonObject, queues: (name: string) => JsonObject): string[] {
    const found: string[] = [];
    for (const [what, documents, actual] of [
      ["group", this.#groups, groups],
      ["queue", this.#queues, queues],
    ] as const) {
      for (const [name, document] of documents) {
        compare(document, actual(name), [`${what} ${name}`], found);
        documents.set(name, actual(name));
      }
    }
    return found;
  }
}

/** One of several values, absent among them as `undefined`. */
class Either {
  constructor(readonly values: readonly (Expected | undefined)[]) {}
}

/** Any value. */
const ANY = Symbol("any value");

type Expected = Json | Either | typeof ANY | Document;
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

function declaredGroups(program: Program): Map<string, Declared> {
  const declared = new Map<string, Declared>();
  for (const [name, group] of program.groups) {
    const defaults = groupArguments(program.defaults.get(group.resource) ?? { fields: new Map() });
    const args = isInFleet(group) ? union(defaults, groupArguments(group)) : groupArguments(group);
    const { onDestroy, removed_members, ...body } = toWire(args) as JsonObject;
    const leaves = removed_members === "leave";
    declared.set(name, { resource: group.resource, body, leaves, ...(isObject(onDestroy) && { onDestroy }) });
  }
  return declared;
}

function declaredQueues({ queues }: Program): Map<string, Declared> {
  const declared = ([name, fields]: [string, Fields]) =>
    [name, { resource: name, body: toWire(nest(fields)) as JsonObject }] as const;
  return new Map([...queues].map(declared));
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
      changed = withValue(changed, path, new Either([value, valueAt(document, path)]));
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
function union<T extends JsonObject | Nested>(one: T, other: T): T {
  const all: Nested = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const below = all[key];
    all[key] = isObject(below) && isObject(value) ? union(below, value) : (value as Json);
  }
  return all as T;
}

/** What a field is once it is unset: absent, but for two. */
function unsetValue([name]: readonly string[]): Json | undefined {
  return name === "scaling-actions" ? [] : name === "scheduled-scaling-enabled" ? false : undefined;
}

/** RFC 7396, with the two fields that are unset by a value. */
function merge(document: Document | undefined, patch: JsonObject): Document {
  let merged: Document = { ...document };
  for (const [path, value] of leaves(patch)) {
    merged = withValue(merged, path, value === null ? unsetValue(path) : value);
  }
  return merged;
}

/** Every value of a patch that is no object, with its path. */
function leaves(patch: JsonObject, path: readonly string[] = []): [path: string[], value: Json][] {
  return Object.entries(patch).flatMap(([key, value]): [string[], Json][] =>
    isObject(value) ? leaves(value, [...path, key]) : [[[...path, key], value]],
  );
}

const valueAt = (document: Document, path: readonly string[]): Expected | undefined =>
  path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), document) as Expected | undefined;

/** A copy with this value there; `undefined` takes it out. */
function withValue(document: Document, [key, ...rest]: readonly string[], value: Expected | undefined): Document {
  if (key === undefined) {
    return document;
  }
  const copy = { ...document };
  const inner = copy[key];
  const after = rest.length === 0 ? value : withValue(isObject(inner) ? (inner as Document) : {}, rest, value);
  if (after === undefined) {
    delete copy[key];
  } else {
    copy[key] = after;
  }
  return copy;
}

/** Adds what differs. An object without fields is as good as none: it says nothing. */
function compare(
  expected: Expected | undefined,
  found: Json | undefined,
  path: readonly string[],
  differences: string[],
): void {
  if (expected === ANY) {
    return;
  }
  if (expected instanceof Either) {
    const isLike = (value: Expected | undefined, unlike: string[] = []) => {
      compare(value, found, path, unlike);
      return unlike.length === 0;
    };
    if (!expected.values.some((value) => isLike(value))) {
      differences.push(`${path.join(" > ")}: expected one of ${describe(expected.values)}, found ${describe(found)}`);
    }
    return;
  }
  const fields = isObject(expected) ? expected : isObject(found) && expected === undefined ? {} : undefined;
  if (fields !== undefined && (isObject(found) || found === undefined)) {
    for (const key of new Set([...Object.keys(fields), ...Object.keys(found ?? {})])) {
      compare(fields[key] as Expected | undefined, found?.[key], [...path, key], differences);
    }
    return;
  }
  // Their order says nothing.
  const inOrder = (value: unknown) =>
    path.at(-1) === "country_codes" && Array.isArray(value) ? [...value].sort() : value;
  if (!isDeepStrictEqual(inOrder(expected), inOrder(found))) {
    differences.push(`${path.join(" > ")}: expected ${describe(expected)}, found ${describe(found)}`);
  }
}

const describe = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));

/** These have hyphens, and one name is the provider's own. */
const HYPHENATED = new Set(["scalingActions", "scheduledScalingEnabled"]);
const wireName = (name: string): string =>
  name === "onDestroy"
    ? name
    : name.replace(/[A-Z]/g, (letter) => `${HYPHENATED.has(name) ? "-" : "_"}${letter.toLowerCase()}`);

/** Arguments as the service calls them. Names of environment variables and additionalMembers are the user's own. */
function toWire(value: Nested | Json | Secret, isOwn = false): Json {
  if (value instanceof Secret) {
    return toWire(value.value, isOwn);
  }
  if (Array.isArray(value)) {
    return value.map((element) => toWire(element, isOwn));
  }
  if (!isObject(value)) {
    return value as Json;
  }
  const wire: JsonObject = {};
  for (const [key, inner] of Object.entries(value as Nested)) {
    if (key === "additionalMembers") {
      Object.assign(wire, toWire(inner, true));
    } else {
      wire[isOwn ? key : wireName(key)] = toWire(inner, isOwn || key === "environmentVariables");
    }
  }
  return wire;
}

function isObject(value: unknown): value is JsonObject {
  const isOwn = value instanceof Either || value instanceof Secret;
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isOwn;
}
