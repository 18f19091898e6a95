import { canary, GROUP_FIELDS } from "./fields";
import { valueAt, withValue } from "./paths";
import { FLEETS, GROUP_NAMES, QUEUE_NAMES, type Program } from "./program";
import type { Random } from "./random";

/** Changes of fields alone: after a failure the state says what they may have left. */
export const FIELD_CHANGES = ["set", "set", "set", "unset", "unset", "setAll"] as const;
/** What stands in a list more than once is made more often. */
const OTHER_CHANGES = ["leave", "declare", "declare", "forget", "move", "move", "move", "queue", "job", "job"] as const;
export const ALL_CHANGES = [...FIELD_CHANGES, ...OTHER_CHANGES];

/** Makes the program of a step out of another one. What the service would refuse is not among the changes. */
export class Changes {
  readonly made: string[] = [];
  /** A group with a resource of its own that is to be replaced, although nothing in it changes. */
  replaced: string | undefined;

  constructor(
    private readonly random: Random,
    public program: Program,
  ) {}

  /** Makes so many changes; each may be any of these. */
  make(count: number, names: readonly (typeof ALL_CHANGES)[number][]): void {
    for (const name of Array.from({ length: count }, () => this.random.pick(names))) {
      this.made.push(name);
      this[name]();
    }
  }

  /** Now and then, has a resource replaced. It comes before all changes, which then leave the group alone. */
  mayReplace(): void {
    const single = Object.entries(this.program.groups).filter(([, { resource }]) => !FLEETS.includes(resource));
    if (this.random.chance(0.2)) {
      this.replaced = this.random.some(single)[0]?.[0];
    }
  }

  get #names(): string[] {
    return Object.keys(this.program.groups).filter((name) => name !== this.replaced);
  }

  #put(path: readonly string[], value: unknown): void {
    this.program = withValue(this.program, path, value);
  }

  /** The path of the arguments of a group, or of the defaults of a fleet. */
  #anyArguments(): string[] {
    const ofGroups = this.#names.map((name) => ["groups", name, "args"]);
    return this.random.pick([...ofGroups, ...FLEETS.map((fleet) => ["defaults", fleet])]);
  }

  #anyResource(group: string): string {
    return this.random.pick([group, `${group}-b`, ...FLEETS]);
  }

  set(): void {
    const [path, makeValue] = this.random.pick(GROUP_FIELDS);
    this.#put([...this.#anyArguments(), ...path], makeValue(this.random));
  }

  /** Changes a field of every group, as a new release does: many requests are under way then. */
  setAll(): void {
    const [path, makeValue] = this.random.pick(GROUP_FIELDS);
    const isRemoved = this.random.chance(0.25);
    for (const name of this.#names) {
      this.#put(["groups", name, "args", ...path], isRemoved ? undefined : makeValue(this.random));
    }
  }

  unset(): void {
    const all = this.#anyArguments();
    const paths = GROUP_FIELDS.map(([path]) => [...all, ...path]);
    const declared = paths.filter((path) => valueAt(this.program, path) !== undefined);
    this.random.some(declared, 1).forEach((path) => this.#put(path, undefined));
  }

  leave(): void {
    const value = this.random.pick(["leave", undefined]);
    this.random.some(this.#names, 1).forEach((name) => this.#put(["groups", name, "args", "removedMembers"], value));
  }

  forget(): void {
    this.random.some(this.#names, 1).forEach((name) => this.#put(["groups", name], undefined));
  }

  /** Several at once, as one does who goes from resources to a fleet. */
  move(): void {
    const moved = this.random.some(this.#names, 4);
    moved.forEach((name) => this.#put(["groups", name, "resource"], this.#anyResource(name)));
  }

  declare(): void {
    const undeclared = GROUP_NAMES.filter((name) => !(name in this.program.groups));
    for (const name of this.random.some(undeclared, 4)) {
      this.#put(["groups", name], { resource: this.#anyResource(name), args: {} });
      for (const [path, makeValue] of this.random.some(GROUP_FIELDS, 8)) {
        this.#put(["groups", name, "args", ...path], makeValue(this.random));
      }
    }
  }

  queue(): void {
    const queue = ["queues", this.random.pick(QUEUE_NAMES)];
    const value = this.random.pick([undefined, null, `Queue ${this.random.token()}`]);
    this.#put([...queue, this.random.pick(["displayName", "description"])], value);
    if (this.random.chance(0.2)) {
      this.#put(queue, undefined);
    }
  }

  job(): void {
    const { random } = this;
    const input = { token: random.token(), nested: { snake_case: [1, null, "x"] } };
    const webhook = random.chance(0.5) ? `https://hooks.example/${canary(random)}` : undefined;
    const args = random.chance(0.2) ? undefined : { queueName: random.pick(QUEUE_NAMES), input, webhook };
    this.#put(["jobs", `job-${random.integer(1, 6)}`], args);
  }
}
