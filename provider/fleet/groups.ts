import { mergeDeep } from "../core/declaration";
import type { JsonObject } from "../core/json";
import { isObject, own } from "../core/object";
import { SecretPaths } from "../core/secrets";
import type { UnconfirmedPaths } from "../core/unconfirmed";
import { isUnknown } from "../core/unknown";
import type { Standing } from "../adoption";
import type { Kept } from "../state";

/** One group of a fleet, as a resource of its own would have it. */
export interface FleetGroup extends Standing {
  /** The paths in `args` that the program marks secret: JSON pointers. */
  pointers: readonly string[];
}

export type FleetGroups = ReadonlyMap<string, FleetGroup>;

/** The marks of a fleet, by what they are of; in each, the pointers as they are below it. */
interface Marks {
  defaults: string[];
  /** Of all groups at once. */
  groups: string[];
  byGroup: Map<string, string[]>;
}

const POINTER = /^\/(defaults|groups)(?:\/([^/]*))?/;

function marksOf(fleet: Kept): Marks {
  const marks: Marks = { defaults: [], groups: [], byGroup: new Map() };
  for (const pointer of (fleet.internal["__secrets"] as string[] | undefined) ?? []) {
    const [whole, argument, name] = POINTER.exec(pointer) ?? [];
    if (argument === "defaults") marks.defaults.push(pointer.slice("/defaults".length));
    else if (argument === "groups" && name === undefined) marks.groups.push("");
    else if (name !== undefined && whole !== undefined) {
      const below = pointer.slice(whole.length);
      const known = marks.byGroup.get(name);
      if (known === undefined) marks.byGroup.set(name, [below]);
      else known.push(below);
    }
  }
  return marks;
}

/** Arguments that are no members of a group: `null` there is not sent, but says that the group goes without. */
const OURS = ["onDestroy", "additionalMembers"] as const;

/** What a fleet declares of one group: its defaults, and over them what the group's own entry says. */
export function groupDeclaration({ args }: Pick<Kept, "args">, name: string): JsonObject {
  const defaults = args["defaults"];
  const groups = args["groups"];
  const entry = isObject(groups) ? own(groups as JsonObject, name) : undefined;
  const declaration = mergeDeep(
    isObject(defaults) ? (defaults as JsonObject) : {},
    isObject(entry) ? (entry as JsonObject) : {},
  );
  for (const argument of OURS) if (declaration[argument] === null) delete declaration[argument];
  return declaration;
}

const ADDRESS = ["organizationName", "projectName", "profile", "name"] as const;

/** What addresses a group, of its arguments. */
export function addressOf(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([name]) => (ADDRESS as readonly string[]).includes(name)));
}

/** What is declared of a group, without what addresses it. */
export function declarationOf(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !(ADDRESS as readonly string[]).includes(name)));
}

/** Every group that a fleet declares, by name, in the order of the program. What is not known yet is left out. */
export function declaredGroups(fleet: Kept): FleetGroups {
  const { groups } = fleet.args;
  const place = addressOf(fleet.args);
  const marks = marksOf(fleet);
  const declared = new Map<string, FleetGroup>();
  for (const name of isObject(groups) ? Object.keys(groups) : []) {
    const pointers = [...marks.defaults, ...marks.groups, ...(marks.byGroup.get(name) ?? [])];
    declared.set(name, {
      args: { ...groupDeclaration(fleet, name), ...place, name },
      marked: new SecretPaths(pointers),
      pointers,
      unconfirmed: undefined,
      observed: observedOf(fleet, name),
    });
  }
  return declared;
}

function observedOf({ observed }: Kept, name: string): JsonObject | undefined {
  const one = own(observed ?? {}, name);
  return isObject(one) ? (one as JsonObject) : undefined;
}

/** Whether it is not known yet what a whole group declares, so that which groups change is not either. */
export function isOpen({ args }: Kept): boolean {
  const { defaults, groups } = args;
  return isUnknown(defaults) || isUnknown(groups) || Object.values(groups ?? {}).some(isUnknown);
}

/**
 * What stands of each group in the service: what the outputs declare, but for groups whose last change failed. Groups
 * that are no longer declared are among them as long as letting them go has failed.
 */
export function standingGroups(fleet: Kept): FleetGroups {
  const standing = new Map(declaredGroups(fleet));
  for (const [name, record] of Object.entries(fleet.standing ?? {})) {
    if (!isObject(record) || !isObject(record["args"])) continue;
    const pointers = Array.isArray(record["secrets"]) ? (record["secrets"] as string[]) : [];
    standing.set(name, {
      args: record["args"] as JsonObject,
      marked: new SecretPaths(pointers),
      pointers,
      unconfirmed: isObject(record["unconfirmed"]) ? (record["unconfirmed"] as UnconfirmedPaths) : undefined,
      observed: observedOf(fleet, name),
    });
  }
  return standing;
}

/** How a group is kept for which the arguments do not stand. `undefined`: it was never adopted, so nothing of it stands. */
export function standingRecord(group: Omit<FleetGroup, "marked" | "observed"> | undefined): JsonObject {
  return {
    args: group?.args ?? {},
    ...(group && group.pointers.length > 0 && { secrets: [...group.pointers] }),
    ...(group?.unconfirmed && { unconfirmed: group.unconfirmed as JsonObject }),
  };
}
