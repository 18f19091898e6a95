import type { JsonObject } from "../../emulator";

export const GROUP_NAMES = Array.from({ length: 14 }, (_, index) => `soak-${index}`);
export const QUEUE_NAMES = ["queue-a", "queue-b"];
/** The resources that are fleets. Every other resource of a group declares that group alone. */
export const FLEETS = ["fleet-a", "fleet-b"];

/** What a program declares of one group, and by which resource: a fleet, or one of its own. */
interface DeclaredGroup {
  readonly resource: string;
  readonly args: JsonObject;
}

/** A program, with arguments as it writes them. It is never changed, but copied with a change. */
export interface Program {
  readonly groups: Readonly<Record<string, DeclaredGroup>>;
  /** The defaults of each fleet, by the name of the resource. */
  readonly defaults: Readonly<Record<string, JsonObject>>;
  readonly queues: Readonly<Record<string, JsonObject>>;
  /** By the name of the resource. */
  readonly jobs: Readonly<Record<string, JsonObject>>;
}

export const EMPTY: Program = { groups: {}, defaults: {}, queues: {}, jobs: {} };

/** The text of the program. */
export function programSource({ groups, defaults, queues, jobs }: Program): string {
  const lines: string[] = [];
  const add = (kind: string, resource: string, args: JsonObject) =>
    lines.push(`new cg.${kind}("${resource}", ${JSON.stringify(args)});`);
  for (const [name, { resource, args }] of Object.entries(groups)) {
    if (!FLEETS.includes(resource)) {
      add("ContainerGroup", resource, { name, ...args });
    }
  }
  for (const fleet of FLEETS) {
    const entries = Object.entries(groups).filter(([, { resource }]) => resource === fleet);
    // A fleet without groups is not declared.
    if (entries.length > 0) {
      const args = Object.fromEntries(entries.map(([name, entry]) => [name, entry.args]));
      add("ContainerGroupFleet", fleet, { defaults: defaults[fleet], groups: args });
    }
  }
  Object.entries(queues).forEach(([name, args]) => add("Queue", name, { name, ...args }));
  Object.entries(jobs).forEach(([name, args]) => add("QueueJob", name, args));
  return lines.join("\n").replace(/"marked[^"]*"/g, "pulumi.secret($&)");
}
