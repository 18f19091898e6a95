import { canary, GROUP_FIELDS, type GroupField, type Value } from "./fields";
import { FLEETS, isInFleet, withEntry, type DeclaredGroup, type GroupDeclaration, type Program } from "./program";
import type { Random } from "./random";

export const GROUP_NAMES = Array.from({ length: 14 }, (_, index) => `soak-${index}`);
export const QUEUE_NAMES = ["queue-a", "queue-b"];

const NONE: GroupDeclaration = { fields: new Map() };
export const EMPTY: Program = { groups: new Map(), defaults: new Map(), queues: new Map(), jobs: new Map() };

/** Changes of fields alone: after a failure the state says what they may have left. */
const FIELD_CHANGES = ["set", "set", "unset", "onDestroy", "setAll"] as const;
// prettier-ignore
const WEIGHTED = [
  "set", "set", "set", "set", "set", "set", "unset", "unset", "unset", "onDestroy", "onDestroy", "setAll", "leave", "declare", "declare",
  "forget", "move", "move", "move", "move", "replace", "queue", "queue", "job", "job", "job",
] as const;
type Name = (typeof WEIGHTED)[number];
type ValueOf<M> = M extends ReadonlyMap<string, infer V> ? V : never;

/** Makes the program of a step out of `program`; `settled` is true in the service. What the service would refuse is not among the changes. */
export class Changes {
  readonly what: string[] = [];
  /** Resources that are to be replaced although nothing in them changes. */
  readonly replaced: string[] = [];

  constructor(
    private readonly random: Random,
    private readonly settled: Program,
    public program = settled,
  ) {}

  first(): void {
    this.#make([...Array<"declare">(12).fill("declare"), "queue", "job"]);
  }

  any(count: number, ofAll: boolean): void {
    const names: Name[] = Array.from({ length: count }, () => this.random.pick(WEIGHTED));
    this.#make(ofAll ? [...names, "setAll"] : names);
  }

  fields(count: number): void {
    this.#make(Array.from({ length: count }, () => this.random.pick(FIELD_CHANGES)));
  }

  #make(names: readonly Name[]): void {
    for (const name of names) {
      const what = this[name]();
      if (what !== undefined) {
        this.what.push(`${name} ${what}`);
      }
    }
  }

  #declare(name: string, group: DeclaredGroup | undefined): void {
    // A resource that is replaced changes in nothing else.
    if (group === undefined || !this.replaced.includes(group.resource)) {
      this.#put("groups", name, group);
    }
  }

  #put<K extends keyof Program>(kind: K, name: string, entry: ValueOf<Program[K]> | undefined): void {
    const entries = withEntry<unknown>(this.program[kind], name, entry);
    this.program = { ...this.program, [kind]: entries };
  }

  #anyGroup(): [name: string, group: DeclaredGroup] | [] {
    return this.random.pick<[string, DeclaredGroup] | []>([...this.program.groups, []]);
  }

  /** Changes what a group or the defaults of a fleet declare. */
  #edit(change: (declared: GroupDeclaration, isDefaults: boolean) => Partial<GroupDeclaration>): string {
    const [name = this.random.pick(FLEETS), group] = this.#anyGroup();
    const declared = group ?? this.program.defaults.get(name) ?? NONE;
    const changed = change(declared, group === undefined);
    if (group !== undefined) {
      this.#declare(name, { ...group, ...changed });
    } else {
      this.#put("defaults", name, { ...declared, ...changed });
    }
    return `${name} ${[...(changed.fields ?? changed.onDestroy ?? new Map<string, Value>()).keys()].join()}`;
  }

  #field(isInDefaults: boolean): [string, GroupField] {
    return this.random.pick(GROUP_FIELDS.filter(([, { inDefaults }]) => inDefaults || !isInDefaults));
  }

  set = () =>
    this.#edit(({ fields }, isDefaults) => {
      const [key, { nullable, value }] = this.#field(isDefaults);
      const isNull = nullable && !isDefaults && this.random.chance(0.2);
      return { fields: withEntry(fields, key, isNull ? null : value(this.random)) };
    });

  /** Changes every group, as a new release does: many requests are under way then. */
  setAll = () => {
    const [key, { value }] = this.#field(true);
    for (const [name, group] of this.program.groups) {
      this.#declare(name, { ...group, fields: withEntry(group.fields, key, value(this.random)) });
    }
    return key;
  };

  unset = () =>
    this.#edit(({ fields }) => ({ fields: withEntry(fields, this.random.pick([...fields.keys(), ""]), undefined) }));

  onDestroy = () => this.#edit(() => ({ onDestroy: this.random.pick([this.#onDestroy(), undefined]) }));

  #onDestroy() {
    const variable = ["container > environmentVariables > SOAK_GONE", this.random.token()] as const;
    const fields = [variable, ["replicas", 0], ["displayName", "Gone"]] as const;
    return new Map<string, Value>(fields.slice(0, this.random.integer(1, 3)));
  }

  leave = () => {
    const [name, group] = this.#anyGroup();
    this.#declare(name ?? "", group && { ...group, leaves: group.leaves !== true });
    return name;
  };

  forget = () => {
    const [name, group] = this.#anyGroup();
    if (name === undefined || group === undefined || this.replaced.includes(group.resource)) {
      return undefined;
    }
    this.#declare(name, undefined);
    return name;
  };

  /** A resource that declares this group, or a fleet: not the one that does now. */
  #otherResource(name: string, current = ""): string {
    return this.random.pick([name, `${name}-b`, ...FLEETS].filter((resource) => resource !== current));
  }

  /** Several at once, as one does who goes from resources to a fleet. */
  move = () => {
    const groups = [...this.program.groups].filter(([, { resource }]) => !this.replaced.includes(resource));
    const moved = groups.length === 0 ? [] : this.random.some(groups, 4);
    for (const [name, group] of moved) {
      this.#declare(name, { ...group, resource: this.#otherResource(name, group.resource) });
    }
    return moved.map(([name]) => name).join();
  };

  declare = () => {
    const name = this.random.pick(GROUP_NAMES);
    if (!this.program.groups.has(name)) {
      const fields = new Map(this.random.some(GROUP_FIELDS, 8).map(([key, { value }]) => [key, value(this.random)]));
      const onDestroy = this.random.chance(0.5) ? this.#onDestroy() : undefined;
      this.#declare(name, { resource: this.#otherResource(name), fields, onDestroy });
    }
    return name;
  };

  replace = () => {
    const [name, group] = this.#anyGroup();
    if (name === undefined || group === undefined || isInFleet(group) || this.settled.groups.get(name) !== group) {
      return undefined;
    }
    this.replaced.push(group.resource);
    return name;
  };

  queue = () => {
    const name = this.random.pick(QUEUE_NAMES);
    const key = this.random.pick(["displayName", "description"]);
    const value = this.random.pick([undefined, null, `Queue ${this.random.token()}`]);
    const fields = withEntry(this.program.queues.get(name) ?? new Map<string, Value>(), key, value);
    this.#put("queues", name, this.random.chance(0.2) ? undefined : fields);
    return name;
  };

  job = () => {
    const { random } = this;
    const name = `job-${random.integer(1, 6)}`;
    const input = { token: random.token(), nested: { snake_case: [1, null, "x"] } };
    const fields = new Map<string, Value>([["input", input]]);
    if (random.chance(0.5)) {
      fields.set("webhook", `https://hooks.example/${canary(random)}`);
    }
    this.#put("jobs", name, random.chance(0.8) ? { queueName: random.pick(QUEUE_NAMES), fields } : undefined);
    return name;
  };
}
