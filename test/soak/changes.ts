import {
  canary,
  GROUP_FIELDS,
  probe,
  PROBES,
  PROBE_KINDS,
  type GroupField,
  type JsonObject,
  type ProbeKind,
  type Value,
} from "./fields";
import {
  pathKey,
  withEntry,
  type Fields,
  type FleetResource,
  type GroupDeclaration,
  type GroupResource,
  type Program,
} from "./program";
import type { Random } from "./random";

export const GROUP_NAMES = Array.from({ length: 14 }, (_, index) => `soak-${index}`);
export const QUEUE_NAMES = ["queue-a", "queue-b"];
const FLEET_NAMES = ["fleet-a", "fleet-b"];

/** What one change made. */
interface Made {
  program: Program;
  what: string;
  /** A resource that is to be replaced although nothing in it changes. */
  replace?: string;
}

/** What all changes of a step made. */
interface Changed {
  program: Program;
  what: string[];
  replace: string[];
}

/** Where something is declared of a group: by a resource of its own, by its entry in a fleet, or by a fleet's defaults. */
type Location =
  | { kind: "resource"; resource: string; group: string }
  | { kind: "entry"; fleet: string; group: string }
  | { kind: "defaults"; fleet: string };

const locationName = (location: Location): string =>
  location.kind === "resource"
    ? `ContainerGroup ${location.resource} (${location.group})`
    : location.kind === "entry"
      ? `${location.fleet}.${location.group}`
      : `${location.fleet}.defaults`;

/** Where each group of a program is declared. */
function locationsOf(program: Program): Exclude<Location, { kind: "defaults" }>[] {
  return [
    ...[...program.groups].map(([resource, { name }]) => ({ kind: "resource" as const, resource, group: name })),
    ...[...program.fleets].flatMap(([fleet, { groups }]) =>
      [...groups.keys()].map((group) => ({ kind: "entry" as const, fleet, group })),
    ),
  ];
}

function declarationAt(program: Program, location: Location): GroupDeclaration | undefined {
  switch (location.kind) {
    case "resource": {
      const resource = program.groups.get(location.resource);
      return resource?.name === location.group ? resource : undefined;
    }
    case "entry":
      return program.fleets.get(location.fleet)?.groups.get(location.group);
    case "defaults":
      return program.fleets.get(location.fleet)?.defaults;
  }
}

/** A copy in which this is declared there, or nothing any more. */
function withDeclaration(program: Program, location: Location, declared: GroupDeclaration | undefined): Program {
  if (location.kind === "resource") {
    const before = program.groups.get(location.resource);
    const alias = before?.name === location.group ? before.alias : undefined;
    const after = declared && { ...declared, name: location.group, alias };
    return { ...program, groups: withEntry(program.groups, location.resource, after) };
  }
  const fleet = program.fleets.get(location.fleet) ?? { defaults: { fields: new Map() }, groups: new Map() };
  const changed: FleetResource =
    location.kind === "defaults"
      ? { ...fleet, defaults: declared ?? { fields: new Map() } }
      : { ...fleet, groups: withEntry(fleet.groups, location.group, declared) };
  return { ...program, fleets: withEntry(program.fleets, location.fleet, changed) };
}

/** What is declared of a group, as it may stand in another location: only an entry of a fleet may go without an `onDestroy` by `null`. */
const movedTo = (location: Location, { fields, onDestroy, leaves }: GroupDeclaration): GroupDeclaration => ({
  fields,
  leaves,
  onDestroy: location.kind === "entry" ? onDestroy : (onDestroy ?? undefined),
});

export const EMPTY: Program = { groups: new Map(), fleets: new Map(), queues: new Map(), jobs: new Map() };

/** What a change is made with, for the length of one step. */
interface Step {
  random: Random;
  /** What is true in the service. */
  settled: Program;
  kinds: ProbeKinds;
  /** Groups that changed in this step by what is declared of them, and by where. Never both: see ProbeKinds. */
  edited: Set<string>;
  moved: Set<string>;
}

const isProbe = (name: string) => (PROBES as readonly string[]).includes(name);

/**
 * A probe has one kind, and the patch of a resource that did not declare it before, or that leaves what it does not declare any more,
 * cannot take out another one. There the probe keeps the kind that it last had.
 */
class ProbeKinds {
  readonly #last = new Map<string, ProbeKind>();

  choose(group: string, name: string, step: Step, isTakenOut: boolean): ProbeKind {
    const last = this.#last.get(`${group}/${name}`);
    const chosen = last === undefined || isTakenOut ? step.random.pick(PROBE_KINDS) : last;
    this.#last.set(`${group}/${name}`, chosen);
    return chosen;
  }

  /** What of these fields another resource can declare of this group. */
  fitting(fields: Fields, group: string): Fields {
    return new Map(
      [...fields].filter(([key, value]) => {
        const kind = isProbe(key) ? PROBE_KINDS.find((each) => Object.hasOwn(value as JsonObject, each)) : undefined;
        if (kind === undefined) {
          return true;
        }
        const last = this.#last.get(`${group}/${key}`) ?? kind;
        this.#last.set(`${group}/${key}`, last);
        return last === kind;
      }),
    );
  }
}

type Change = (program: Program, step: Step) => Made | undefined;

const isFree = (step: Step, group: string) => !step.edited.has(group) && !step.moved.has(group);

/** A location whose declaration may change. */
function chooseEditable(program: Program, step: Step): Location | undefined {
  const locations: Location[] = locationsOf(program).filter(({ group }) => !step.moved.has(group));
  for (const [fleet, { groups }] of program.fleets) {
    if (groups.size > 0) {
      locations.push({ kind: "defaults", fleet });
    }
  }
  return locations.length === 0 ? undefined : step.random.pick(locations);
}

/** Groups that are declared and may be declared elsewhere. */
const movable = (program: Program, step: Step) => locationsOf(program).filter(({ group }) => isFree(step, group));

function undeclaredGroups(program: Program, step: Step): string[] {
  const declared = new Set(locationsOf(program).map(({ group }) => group));
  return GROUP_NAMES.filter((name) => !declared.has(name) && isFree(step, name));
}

function valueOf(field: GroupField, location: Location, step: Step): Value {
  const [name = ""] = field.path;
  if (!isProbe(name) || location.kind === "defaults") {
    return field.value(step.random);
  }
  const before = declarationAt(step.settled, location);
  const isTakenOut = before?.fields.has(name) === true && before.leaves !== true;
  return probe(step.random, step.kinds.choose(location.group, name, step, isTakenOut));
}

const set: Change = (program, step) => {
  const location = chooseEditable(program, step);
  const before = location && declarationAt(program, location);
  if (location === undefined || before === undefined) {
    return undefined;
  }
  const field = step.random.pick(GROUP_FIELDS.filter(({ inDefaults }) => inDefaults || location.kind !== "defaults"));
  const isNull = field.nullable === true && location.kind !== "defaults" && step.random.chance(0.2);
  const value = isNull ? null : valueOf(field, location, step);
  if (location.kind !== "defaults") {
    step.edited.add(location.group);
  }
  const key = pathKey(field.path);
  const fields = withEntry(before.fields, key, value);
  return {
    program: withDeclaration(program, location, { ...before, fields }),
    what: `${locationName(location)}: ${key}${isNull ? " = null" : ""}`,
  };
};

/** Changes every group that may change, as a new release does: there is something under way then for a while. */
const setAll: Change = (program, step) => {
  const field = step.random.pick(GROUP_FIELDS.filter(({ inDefaults }) => inDefaults));
  const key = pathKey(field.path);
  let after = program;
  for (const location of movable(program, step)) {
    const before = declarationAt(after, location);
    if (before !== undefined) {
      step.edited.add(location.group);
      const fields = withEntry(before.fields, key, field.value(step.random));
      after = withDeclaration(after, location, { ...before, fields });
    }
  }
  return { program: after, what: key };
};

const unset: Change = (program, step) => {
  const location = chooseEditable(program, step);
  const before = location && declarationAt(program, location);
  if (location === undefined || before === undefined || before.fields.size === 0) {
    return undefined;
  }
  const key = step.random.pick([...before.fields.keys()]);
  if (location.kind !== "defaults") {
    step.edited.add(location.group);
  }
  const fields = withEntry(before.fields, key, undefined);
  return {
    program: withDeclaration(program, location, { ...before, fields }),
    what: `${locationName(location)}: ${key}`,
  };
};

function onDestroyFields(random: Random): Fields {
  const fields = new Map<string, Value>([["container > environmentVariables > SOAK_GONE", random.token()]]);
  if (random.chance(0.7)) {
    fields.set("replicas", 0);
  }
  if (random.chance(0.3)) {
    fields.set("displayName", `Gone ${random.token()}`);
  }
  return fields;
}

const onDestroy: Change = (program, step) => {
  const location = chooseEditable(program, step);
  const before = location && declarationAt(program, location);
  if (location === undefined || before === undefined) {
    return undefined;
  }
  const isRemoved = before.onDestroy !== undefined && step.random.chance(0.3);
  const isNull = !isRemoved && location.kind === "entry" && step.random.chance(0.2);
  const after = isRemoved ? undefined : isNull ? null : onDestroyFields(step.random);
  return {
    program: withDeclaration(program, location, { ...before, onDestroy: after }),
    what: `${locationName(location)}: ${isRemoved ? "none" : isNull ? "null" : "another one"}`,
  };
};

const leave: Change = (program, step) => {
  const locations = movable(program, step);
  const location = locations.length === 0 ? undefined : step.random.pick(locations);
  const before = location && declarationAt(program, location);
  if (location === undefined || before === undefined) {
    return undefined;
  }
  step.moved.add(location.group);
  const after = { ...before, leaves: before.leaves !== true };
  return {
    program: withDeclaration(program, location, after),
    what: `${locationName(location)}: ${String(after.leaves)}`,
  };
};

/** Somewhere a group may be declared where it is not now. A resource has the group's name or that and a letter. */
function chooseOtherLocation(program: Program, group: string, step: Step, current?: Location): Location | undefined {
  const locations: Location[] = [group, `${group}-b`]
    .filter((resource) => !program.groups.has(resource) && !step.settled.groups.has(resource))
    .map((resource) => ({ kind: "resource", resource, group }));
  for (const fleet of FLEET_NAMES) {
    if (current?.kind !== "entry" || current.fleet !== fleet) {
      locations.push({ kind: "entry", fleet, group });
    }
  }
  return locations.length === 0 ? undefined : step.random.pick(locations);
}

const declare: Change = (program, step) => {
  const groups = undeclaredGroups(program, step);
  const group = groups.length === 0 ? undefined : step.random.pick(groups);
  const location = group && chooseOtherLocation(program, group, step);
  if (group === undefined || location === undefined || location === "") {
    return undefined;
  }
  step.moved.add(group);
  const chosen = step.random.some(GROUP_FIELDS).slice(0, 8);
  const fields = new Map(chosen.map((field) => [pathKey(field.path), valueOf(field, location, step)]));
  const declared = { fields, ...(step.random.chance(0.5) && { onDestroy: onDestroyFields(step.random) }) };
  return { program: withDeclaration(program, location, declared), what: locationName(location) };
};

const forget: Change = (program, step) => {
  const locations = movable(program, step);
  if (locations.length < 3) {
    return undefined;
  }
  const location = step.random.pick(locations);
  step.moved.add(location.group);
  return { program: withDeclaration(program, location, undefined), what: locationName(location) };
};

const move: Change = (program, step) => {
  const locations = movable(program, step);
  if (locations.length === 0) {
    return undefined;
  }
  // Several at once, as one does who goes from resources to a fleet.
  const chosen = step.random.some(locations).slice(0, 4);
  const what: string[] = [];
  let after = program;
  for (const location of chosen) {
    const declared = declarationAt(program, location);
    const to = chooseOtherLocation(after, location.group, step, location);
    if (declared === undefined || to === undefined) {
      continue;
    }
    step.moved.add(location.group);
    after = withDeclaration(withDeclaration(after, location, undefined), to, movedTo(to, declared));
    what.push(`${locationName(location)} → ${locationName(to)}`);
  }
  return what.length === 0 ? undefined : { program: after, what: what.join(", ") };
};

/** Resources of the settled program that may be changed as a whole. */
const movableResources = (program: Program, step: Step): [string, GroupResource][] =>
  [...program.groups].filter(
    ([resource, { name }]) => isFree(step, name) && step.settled.groups.get(resource)?.name === name,
  );

const alias: Change = (program, step) => {
  const resources = movableResources(program, step);
  if (resources.length === 0) {
    return undefined;
  }
  const [resource, group] = step.random.pick(resources);
  const other = resource === group.name ? `${group.name}-b` : group.name;
  if (program.groups.has(other) || step.settled.groups.has(other)) {
    return undefined;
  }
  step.moved.add(group.name);
  const groups = withEntry(withEntry(program.groups, resource, undefined), other, { ...group, alias: resource });
  return { program: { ...program, groups }, what: `${resource} → ${other}` };
};

/** A resource now means this group. */
function withMeaning(program: Program, resource: string, name: string, step: Step): Program {
  const group = program.groups.get(resource) as GroupResource;
  step.moved.add(group.name).add(name);
  const after = { ...group, name, fields: step.kinds.fitting(group.fields, name) };
  return { ...program, groups: withEntry(program.groups, resource, after) };
}

const rename: Change = (program, step) => {
  const resources = movableResources(program, step);
  const names = undeclaredGroups(program, step);
  if (resources.length === 0 || names.length === 0) {
    return undefined;
  }
  const [resource, group] = step.random.pick(resources);
  const name = step.random.pick(names);
  return { program: withMeaning(program, resource, name, step), what: `${resource}: ${group.name} → ${name}` };
};

const swap: Change = (program, step) => {
  const resources = movableResources(program, step);
  if (resources.length < 2) {
    return undefined;
  }
  const [one, other] = [...resources].sort(() => step.random.next() - 0.5) as [
    [string, GroupResource],
    [string, GroupResource],
  ];
  const after = withMeaning(withMeaning(program, one[0], other[1].name, step), other[0], one[1].name, step);
  return { program: after, what: `${one[0]} (${one[1].name}) and ${other[0]} (${other[1].name})` };
};

const replace: Change = (program, step) => {
  const resources = movableResources(program, step);
  if (resources.length === 0) {
    return undefined;
  }
  const [resource, { name }] = step.random.pick(resources);
  step.moved.add(name);
  return { program, what: `${resource} (${name})`, replace: resource };
};

const secret: Change = (program, step) => {
  const [name, fleet] = step.random.pick([...program.fleets, [undefined, undefined] as const]);
  if (name === undefined || fleet.groups.size === 0) {
    return undefined;
  }
  const marked = step.random.pick([undefined, "groups", "defaults", ...fleet.groups.keys()]);
  const fleets = withEntry(program.fleets, name, { ...fleet, secret: marked });
  return { program: { ...program, fleets }, what: `${name}: ${marked ?? "nothing"} secret as a whole` };
};

const queue: Change = (program, step) => {
  const { random } = step;
  const name = random.pick(QUEUE_NAMES);
  const resources = [...program.queues].filter(([, each]) => each.name === name);
  const [resource = name, before] = resources[0] ?? [];
  if (before !== undefined && random.chance(0.2)) {
    return { program: { ...program, queues: withEntry(program.queues, resource, undefined) }, what: `forget ${name}` };
  }
  const other = `${name}${resource === name ? "-b" : ""}`;
  if (before !== undefined && random.chance(0.2) && !step.settled.queues.has(other)) {
    const queues = withEntry(withEntry(program.queues, resource, undefined), other, before);
    return { program: { ...program, queues }, what: `move ${resource} → ${other}` };
  }
  const key = random.pick(["displayName", "description"]);
  const value = random.pick([undefined, null, `Queue ${random.token()}`]);
  const fields = withEntry(before?.fields ?? new Map<string, Value>(), key, value);
  return {
    program: { ...program, queues: withEntry(program.queues, resource, { name, fields }) },
    what: `${name}: ${key}${value === undefined ? " unset" : value === null ? " = null" : ""}`,
  };
};

const job: Change = (program, step) => {
  const { random } = step;
  const known = [...program.jobs.keys()];
  if (known.length > 2 && random.chance(0.4)) {
    const gone = random.pick(known);
    return { program: { ...program, jobs: withEntry(program.jobs, gone, undefined) }, what: `forget ${gone}` };
  }
  const name = known.length > 0 && random.chance(0.4) ? random.pick(known) : `job-${random.token()}`;
  const fields = new Map<string, Value>([
    ["input", { token: random.token(), nested: { snake_case: [1, null, "x"] } }],
    ...(random.chance(0.5) ? ([["metadata", { camelCase: random.token() }]] as [string, Value][]) : []),
    ...(random.chance(0.5) ? ([["webhook", `https://hooks.example/${canary(random)}`]] as [string, Value][]) : []),
  ]);
  const jobs = withEntry(program.jobs, name, { queueName: random.pick(QUEUE_NAMES), fields });
  return { program: { ...program, jobs }, what: `${known.includes(name) ? "another" : "a new"} ${name}` };
};

/** How likely each change is, by the name that `--skip` takes. */
const CHANGES: Record<string, { weight: number; change: Change }> = {
  set: { weight: 8, change: set },
  setAll: { weight: 1, change: setAll },
  unset: { weight: 4, change: unset },
  onDestroy: { weight: 2, change: onDestroy },
  leave: { weight: 2, change: leave },
  declare: { weight: 3, change: declare },
  forget: { weight: 2, change: forget },
  move: { weight: 4, change: move },
  alias: { weight: 1, change: alias },
  rename: { weight: 1, change: rename },
  swap: { weight: 1, change: swap },
  replace: { weight: 1, change: replace },
  secret: { weight: 1, change: secret },
  queue: { weight: 2, change: queue },
  job: { weight: 3, change: job },
};

export const CHANGE_NAMES = Object.keys(CHANGES);

/** Makes programs of programs. Each change is one that a person might make; what the service would refuse is not among them. */
export class Changes {
  readonly #kinds = new ProbeKinds();
  readonly #weighted: readonly string[];

  constructor(skipped: ReadonlySet<string>) {
    this.#weighted = Object.entries(CHANGES)
      .filter(([name]) => !skipped.has(name))
      .flatMap(([name, { weight }]) => Array<string>(weight).fill(name));
  }

  /** What is there to begin with. */
  first(random: Random): Changed {
    const names = [...Array<string>(9).fill("declare"), "queue", "job"];
    return this.#make(EMPTY, random, names);
  }

  /** A program with so many changes, the last of which may be of all groups; `settled` is what is true in the service. */
  next(settled: Program, random: Random, count: number, ofAll: boolean): Changed {
    // An alias has done its work when the resource has its new name.
    const groups = new Map([...settled.groups].map(([name, group]) => [name, { ...group, alias: undefined }]));
    const names = Array.from({ length: count }, () => random.pick(this.#weighted));
    return this.#make({ ...settled, groups }, random, ofAll ? [...names, "setAll"] : names);
  }

  /** A program with so many changes of fields; where `from` is given, a run with it has failed since `settled` was true. */
  nextMembers(settled: Program, random: Random, count: number, from = settled): Changed {
    const names = Array.from({ length: count }, () => random.pick(["set", "set", "unset", "onDestroy", "setAll"]));
    return this.#make(settled, random, names, from);
  }

  /** Makes the changes that can be made. */
  #make(settled: Program, random: Random, names: readonly string[], from = settled): Changed {
    const step: Step = { random, settled, kinds: this.#kinds, edited: new Set(), moved: new Set() };
    const changed: Changed = { program: from, what: [], replace: [] };
    for (const name of names) {
      const made = CHANGES[name]?.change(changed.program, step);
      if (made !== undefined) {
        changed.program = made.program;
        changed.what.push(`${name} ${made.what}`);
        changed.replace.push(...(made.replace === undefined ? [] : [made.replace]));
      }
    }
    return changed;
  }
}
