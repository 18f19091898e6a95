import { jsonPointer } from "../../common/path";
import { below } from "../../common/propertyPaths";
import type { Json, JsonObject } from "../core/json/json";
import { isJsonObject } from "../../common/json";
import { getOwn, isUnknown, setOwn } from "../core/json/object";
import { mergeDeep } from "../core/patch/declaration";
import type { IndeterminatePaths } from "../core/patch/indeterminatePaths";
import { ADDITIONAL_MEMBERS } from "../core/schema/wireNames";
import { SecretPaths } from "../core/secrets/secretPaths";
import type { PriorState } from "../resources/change";
import { ADDRESS } from "../resources/objectKind";
import { splitByKey } from "./observed";
import { projectOf, type FleetState } from "./state";

/** What a fleet declares of its groups, all at once. */
export interface FleetDeclaration {
  defaults?: Json;
  groups?: Json;
  /** The paths that the program marks secret: JSON pointers that begin with `/defaults` or `/groups`. */
  secrets?: readonly string[];
}

/** One group of a fleet, as a resource of its own would have it. */
export interface FleetGroup extends PriorState {
  /** The fleet's declaration that the group's own was read from; undefined where it was put together otherwise. */
  source: FleetDeclaration | undefined;
}

export type FleetGroups = ReadonlyMap<string, FleetGroup>;

/** What is recorded of a group whose last change failed. */
export type RecordedGroup = Pick<FleetGroup, "args" | "secretPaths" | "source">;

/** The secret paths of a fleet, by what they are of; in each, the pointers as they are below it. */
interface PointersByPart {
  defaults: string[];
  /** Of all groups at once. */
  groups: string[];
  byGroup: Map<string, string[]>;
}

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) {
    lists.set(key, [value]);
  } else {
    list.push(value);
  }
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

/** Arguments that are no fields of the API: `null` for one of them is not sent, but says that the group goes without. */
const OWN_ARGUMENTS = ["onDestroy", ADDITIONAL_MEMBERS, "removedMembers"] as const;

const objectOr = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** What a fleet declares of one group: its defaults, and over them what the group's own entry says. */
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

/** What is declared of a group, without what addresses it. */
export function declarationOf(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !ADDRESS_NAMES.has(name)));
}

/** Every group that a declaration of the fleet names, in the order of the program. What is not known yet is left out. */
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

/** Whether it is not known yet what a whole group declares, so that which groups change is not either. */
export function isOpen({ args }: FleetState): boolean {
  const { defaults, groups } = args;
  return isUnknown(defaults) || isUnknown(groups) || Object.values(groups ?? {}).some(isUnknown);
}

/**
 * What is known to be declared of each group in the service: what the outputs declare, and what was declared before of groups
 * whose last change failed. Groups that the program no longer declares are among them as long as forgetting them has failed.
 */
export function priorGroups(fleet: FleetState): FleetGroups {
  const known = (fleet.prior ?? []).filter(isJsonObject).map((source) => groupsOf(source, fleet));
  return new Map([...declaredGroups(fleet), ...known.flatMap((groups) => [...groups])]);
}

/** The part of a fleet's declaration that is of these groups. */
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

/** The declarations that these groups were read from, each kept once: what `priorGroups` reads. */
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
