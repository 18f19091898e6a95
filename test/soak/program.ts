import { Secret, type Json, type Value } from "./fields";

/** Arguments by their path: "container > image". */
export type Fields = ReadonlyMap<string, Value>;

/** What is declared of one group, or by the defaults of a fleet. */
export interface GroupDeclaration {
  readonly fields: Fields;
  readonly onDestroy?: Fields;
  /** `removedMembers` is "leave". */
  readonly leaves?: boolean;
}

/** A group by where it is declared: an entry of a fleet, or a resource of its own. */
export interface DeclaredGroup extends GroupDeclaration {
  readonly resource: string;
}

/** A program. It is never changed, but copied with a change. */
export interface Program {
  readonly groups: ReadonlyMap<string, DeclaredGroup>;
  /** The defaults of each fleet, by the name of the resource. */
  readonly defaults: ReadonlyMap<string, GroupDeclaration>;
  readonly queues: ReadonlyMap<string, Fields>;
  readonly jobs: ReadonlyMap<string, Job>;
}

interface Job {
  readonly queueName: string;
  readonly fields: Fields;
}

export const FLEETS = ["fleet-a", "fleet-b"];
export const isInFleet = ({ resource }: DeclaredGroup): boolean => FLEETS.includes(resource);

/** A copy with this entry, or without it. */
export function withEntry<V>(map: ReadonlyMap<string, V>, key: string, value: V | undefined): ReadonlyMap<string, V> {
  const others = [...map].filter(([other]) => other !== key);
  return new Map(value === undefined ? others : [...others, [key, value]]);
}

export interface Nested {
  [key: string]: Value | Nested;
}

/** The arguments as a program writes them, one object within the other. */
export function nest(fields: Fields): Nested {
  const nested: Nested = {};
  for (const [key, value] of fields) {
    const path = key.split(" > ");
    const last = path.pop() as string;
    let at = nested;
    for (const step of path) {
      at = (at[step] ??= {}) as Nested;
    }
    at[last] = value;
  }
  return nested;
}

/** The arguments of a group, with those that are never sent. */
export const groupArguments = ({ fields, onDestroy, leaves }: GroupDeclaration): Nested => ({
  ...nest(fields),
  ...(onDestroy !== undefined && { onDestroy: nest(onDestroy) }),
  ...(leaves && { removedMembers: "leave" }),
});

function source(value: Json | Secret | Nested): string {
  if (value instanceof Secret) {
    return `pulumi.secret(${source(value.value)})`;
  }
  if (Array.isArray(value)) {
    return `[${value.map(source).join(", ")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${source(inner)}`);
    return `{ ${entries.join(", ")} }`;
  }
  return JSON.stringify(value);
}

function fleetSource(fleet: string, { groups, defaults }: Program): string {
  const inFleet = [...groups].filter(([, { resource }]) => resource === fleet);
  const entries = Object.fromEntries(inFleet.map(([name, entry]) => [name, groupArguments(entry)]));
  const args = { defaults: groupArguments(defaults.get(fleet) ?? { fields: new Map() }), groups: entries };
  // A fleet without groups is not declared.
  return inFleet.length === 0 ? "" : `new cg.ContainerGroupFleet("${fleet}", ${source(args)});`;
}

/** The text of the program. */
export function programSource(program: Program): string {
  const own = [...program.groups].filter(([, group]) => !isInFleet(group));
  const groups = own.map(([name, group]) => ["ContainerGroup", group.resource, { name, ...groupArguments(group) }]);
  const queues = [...program.queues].map(([name, fields]) => ["Queue", name, { name, ...nest(fields) }]);
  const jobArguments = ({ queueName, fields }: Job) => ({ queueName, ...nest(fields) });
  const jobs = [...program.jobs].map(([name, job]) => ["QueueJob", name, jobArguments(job)]);
  const rows = [...groups, ...queues, ...jobs] as [kind: string, resource: string, args: Nested][];
  const single = rows.map(([kind, resource, args]) => `new cg.${kind}("${resource}", ${source(args)});`);
  return [...single, ...FLEETS.map((fleet) => fleetSource(fleet, program))].join("\n");
}
