import { jsonPointer } from "../../common/path";
import { below } from "../../common/propertyPaths";
import { isJsonObject, type Json, type JsonObject } from "../../common/json";
import { getOwn, isUnknown, setOwn } from "../core/json/object";
import { mergeDeep } from "../core/patch/declaration";
import type { IndeterminatePaths } from "../core/patch/indeterminatePaths";
import { ADDITIONAL_MEMBERS } from "../core/schema/wireNames";
import { SecretPaths } from "../core/secrets/secretPaths";
import type { PriorState } from "../resources/change";
import { ADDRESS } from "../resources/objectKind";
import { addTo, splitByKey } from "./observed";
import { objectOr, projectOf, type FleetState } from "./state";

/** The declaration of all groups of a fleet. */
interface FleetDeclaration {
  defaults?: Json;
  groups?: Json;
  /** The paths that the program marks secret: JSON pointers that begin with `/defaults` or `/groups`. */
  secrets?: readonly string[];
}

/** One group of a fleet, as a resource of its own would have it. */
export interface FleetGroup extends PriorState {
  /** The fleet's declaration that the group's own was read from; undefined if it was changed since. */
  source: FleetDeclaration | undefined;
}

export type FleetGroups = ReadonlyMap<string, FleetGroup>;

/** The record of a group whose last change failed. */
export type RecordedGroup = Pick<FleetGroup, "args" | "secretPaths" | "source">;

/** The secret paths of a fleet by part, as pointers that begin below that part. */
interface PointersByPart {
  defaults: string[];
  /** For all groups. */
  groups: string[];
  byGroup: Map<string, string[]>;
}

const POINTER = /^\/(defaults|groups)(?:(\/[^/]*))?/;

function byPart(pointers: readonly string[]): PointersByPart {
  const parts: PointersByPart = { defaults: [], groups: [], byGroup: new Map() };
  for (const pointer of pointers) {
    const [, argument, name] = POINTER.exec(pointer) ?? [];
    if (argument === "defaults") {
      parts.defaults.push(pointer.slice("/defaults".length));
    } else if (argument === "groups" && name === undefined) {
      parts.groups.push("");
    } else if (name !== undefined) {
      addTo(parts.byGroup, name, pointer.slice(`/groups${name}`.length));
    }
  }
  return parts;
}

/** Arguments that are no fields of the API: `null` for one of them is not sent, but removes the default. */
const OWN_ARGUMENTS = ["onDestroy", ADDITIONAL_MEMBERS, "removedMembers"] as const;

/** The declaration of one group: the fleet's defaults, overlaid with the group's own entry. */
function groupDeclaration({ defaults, groups }: FleetDeclaration, name: string): JsonObject {
  const declaration = mergeDeep(objectOr(defaults), objectOr(getOwn(objectOr(groups), name)));
  for (const argument of OWN_ARGUMENTS) {
    if (declaration[argument] === null) {
      delete declaration[argument];
    }
  }
  return declaration;
}

const ADDRESS_NAMES: ReadonlySet<string> = new Set(ADDRESS);

/** The arguments of a group without its address. */
export function declarationOf(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !ADDRESS_NAMES.has(name)));
}

/** Every group that a declaration of the fleet names, in the order of the program. Unknown values are left out. */
function groupsOf(source: FleetDeclaration, fleet: FleetState): Map<string, FleetGroup> {
  const project = projectOf(fleet);
  const secrets = byPart(source.secrets ?? []);
  const observed = fleet.observed && splitByKey(fleet.observed);
  const declared = new Map<string, FleetGroup>();
  for (const name of Object.keys(objectOr(source.groups))) {
    const own = secrets.byGroup.get(jsonPointer([name])) ?? [];
    declared.set(name, {
      args: { ...groupDeclaration(source, name), ...project, name },
      secretPaths: new SecretPaths([...secrets.defaults, ...secrets.groups, ...own]),
      source,
      ignored: fleet.ignored.flatMap((path) => [...below(path, "defaults"), ...below(path, "groups", name)]),
      service: fleet.service,
      unconfirmed: getOwn(fleet.unconfirmed ?? {}, name) as IndeterminatePaths | undefined,
      observed: observed?.(name),
    });
  }
  return declared;
}

/** Every group that the arguments of a fleet declare. */
export function declaredGroups(fleet: FleetState): FleetGroups {
  const { defaults, groups } = fleet.args;
  return groupsOf({ defaults, groups, secrets: fleet.secretPaths.pointers }, fleet);
}

/** Whether the whole of a group is unknown, so that the changed groups are unknown too. */
export function isOpen({ args }: FleetState): boolean {
  const { defaults, groups } = args;
  return isUnknown(defaults) || isUnknown(groups) || Object.values(groups ?? {}).some(isUnknown);
}

/**
 * The last known declaration of each group: that of the outputs, or the earlier one of a group whose last change failed. A group
 * that the program no longer declares is among them until it is forgotten.
 */
export function priorGroups(fleet: FleetState): FleetGroups {
  const known = (fleet.prior ?? []).filter(isJsonObject).map((source) => groupsOf(source, fleet));
  return new Map([...declaredGroups(fleet), ...known.flatMap((groups) => [...groups])]);
}

/** The part of a fleet's declaration for these groups. */
function partOf(source: FleetDeclaration, names: readonly string[]): JsonObject {
  const groups: JsonObject = {};
  for (const name of names) {
    setOwn(groups, name, getOwn(objectOr(source.groups), name) ?? {});
  }
  const prefixes = new Set(names.map((name) => jsonPointer(["groups", name])));
  const secrets = (source.secrets ?? []).filter((pointer) => {
    const [, argument, name] = POINTER.exec(pointer) ?? [];
    return argument === "defaults" || name === undefined || prefixes.has(`/groups${name}`);
  });
  return {
    ...(source.defaults !== undefined && { defaults: source.defaults }),
    groups,
    ...(secrets.length > 0 && { secrets }),
  };
}

/** The declarations that these groups were read from, each kept once for `priorGroups` to read. */
export function priorRecord(groups: ReadonlyMap<string, RecordedGroup>): Json[] {
  const bySource = new Map<FleetDeclaration, string[]>();
  const alone: { groups: JsonObject; secrets: string[] } = { groups: {}, secrets: [] };
  for (const [name, { source, args, secretPaths }] of groups) {
    if (source === undefined) {
      setOwn(alone.groups, name, declarationOf(args));
      alone.secrets.push(...secretPaths.pointers.map((pointer) => jsonPointer(["groups", name]) + pointer));
    } else {
      addTo(bySource, source, name);
    }
  }
  const records: Json[] = [...bySource].map(([source, names]) => partOf(source, names));
  return Object.keys(alone.groups).length > 0 ? [...records, alone] : records;
}
