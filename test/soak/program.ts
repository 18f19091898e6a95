import { Secret, type Json, type Value } from "./fields";

/** Arguments by their path, as `pathKey` writes it. */
export type Fields = ReadonlyMap<string, Value>;

const SEPARATOR = " > ";
export const pathKey = (path: readonly string[]): string => path.join(SEPARATOR);
const pathOf = (key: string): string[] => key.split(SEPARATOR);

/** What is declared of one group. */
export interface GroupDeclaration {
  readonly fields: Fields;
  /** `null`, in an entry of a fleet: it goes without that of the defaults. */
  readonly onDestroy?: Fields | null;
  /** Whether `removedMembers` is "leave". */
  readonly leaves?: boolean;
}

export interface GroupResource extends GroupDeclaration {
  /** The group that is meant. */
  readonly name: string;
  /** The name that the resource had before, where the program says so. */
  readonly alias?: string;
}

export interface FleetResource {
  readonly defaults: GroupDeclaration;
  readonly groups: ReadonlyMap<string, GroupDeclaration>;
  /** What is marked secret as a whole: all groups, the defaults, or the entry of this name. */
  readonly secret?: string;
}

export interface QueueResource {
  readonly name: string;
  readonly fields: Fields;
}

export interface JobResource {
  readonly queueName: string;
  readonly fields: Fields;
}

/** A program: its resources by their names in it. It is never changed, but copied with a change. */
export interface Program {
  readonly groups: ReadonlyMap<string, GroupResource>;
  readonly fleets: ReadonlyMap<string, FleetResource>;
  readonly queues: ReadonlyMap<string, QueueResource>;
  readonly jobs: ReadonlyMap<string, JobResource>;
}

/** A copy with this entry, or without it. */
export function withEntry<V>(map: ReadonlyMap<string, V>, key: string, value: V | undefined): ReadonlyMap<string, V> {
  const copy = new Map(map);
  if (value === undefined) {
    copy.delete(key);
  } else {
    copy.set(key, value);
  }
  return copy;
}

export interface Nested {
  [key: string]: Value | Nested;
}

/** The arguments as a program writes them, one object within the other. */
export function nest(fields: Fields): Nested {
  const nested: Nested = {};
  for (const [key, value] of fields) {
    const path = pathOf(key);
    const last = path.pop() as string;
    let at = nested;
    for (const step of path) {
      at = (at[step] ??= {}) as Nested;
    }
    at[last] = value;
  }
  return nested;
}

/** The arguments of a group, with those that never travel. */
export function groupArguments({ fields, onDestroy, leaves }: GroupDeclaration): Nested {
  const given = onDestroy && nest(onDestroy);
  return {
    ...nest(fields),
    ...(given !== undefined && { onDestroy: given }),
    ...(leaves && { removedMembers: "leave" }),
  };
}

function source(value: Json | Secret | Nested): string {
  if (value instanceof Secret) {
    return `pulumi.secret(${source(value.value)})`;
  }
  if (Array.isArray(value)) {
    return `[${value.map(source).join(", ")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${source(inner)}`);
    return `{ ${members.join(", ")} }`;
  }
  return JSON.stringify(value);
}

function fleetSource(name: string, { defaults, groups, secret }: FleetResource): string {
  const marked = (what: string, text: string) => (secret === what ? `pulumi.secret(${text})` : text);
  const entries = [...groups].map(
    ([group, entry]) => `  ${JSON.stringify(group)}: ${marked(group, source(groupArguments(entry)))},\n`,
  );
  return (
    `new cg.ContainerGroupFleet("${name}", {\n defaults: ${marked("defaults", source(groupArguments(defaults)))},\n` +
    ` groups: ${marked("groups", `{\n${entries.join("")} }`)},\n});`
  );
}

/** The text of the program, one resource after the other. */
export function programSource({ groups, fleets, queues, jobs }: Program): string {
  const lines: string[] = [];
  for (const [name, group] of groups) {
    const options = group.alias === undefined ? "" : `, { aliases: [{ name: "${group.alias}" }] }`;
    lines.push(
      `new cg.ContainerGroup("${name}", ${source({ name: group.name, ...groupArguments(group) })}${options});`,
    );
  }
  for (const [name, fleet] of fleets) {
    // A fleet without groups is not declared.
    if (fleet.groups.size > 0) {
      lines.push(fleetSource(name, fleet));
    }
  }
  for (const [name, queue] of queues) {
    lines.push(`new cg.Queue("${name}", ${source({ name: queue.name, ...nest(queue.fields) })});`);
  }
  for (const [name, job] of jobs) {
    lines.push(`new cg.QueueJob("${name}", ${source({ queueName: job.queueName, ...nest(job.fields) })});`);
  }
  return lines.join("\n");
}
