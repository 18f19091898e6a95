import { ContainerGroup, type GroupSeed } from "./containerGroup";
import type { Context } from "./context";
import { InferenceEndpoint, type EndpointSeed } from "./inferenceEndpointJob";
import { Queue, type QueueSeed } from "./queue";
import { RESOURCE_NAME } from "./schema";

/** Objects to start with. Queues may name groups of the same seeds. */
export interface Seeds {
  groups?: readonly GroupSeed[];
  queues?: readonly QueueSeed[];
  endpoints?: readonly EndpointSeed[];
}

/** All objects of one emulator, by their names. Every `put` creates or replaces, and throws a TypeError for a bad seed. */
export class Store {
  readonly #context: Context;
  #groups = new Map<string, ContainerGroup>();
  #queues = new Map<string, Queue>();
  #endpoints = new Map<string, InferenceEndpoint>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Puts all of them, or none where one is bad. */
  put({ groups = [], queues = [], endpoints = [] }: Seeds): void {
    const before = [this.#groups, this.#queues, this.#endpoints] as const;
    [this.#groups, this.#queues, this.#endpoints] = [new Map(before[0]), new Map(before[1]), new Map(before[2])];
    try {
      groups.forEach((seed) => this.#placeGroup(seed));
      const placed = queues.map((seed) => this.#placeQueue(seed));
      endpoints.forEach((seed) => this.#placeEndpoint(seed));
      placed.forEach((queue) => queue.watchJobs());
    } catch (error) {
      [this.#groups, this.#queues, this.#endpoints] = before;
      throw error;
    }
    this.#context.onChange();
  }

  /** Forgets all objects. */
  clear(): void {
    this.#groups.clear();
    this.#queues.clear();
    this.#endpoints.clear();
    this.#context.onChange();
  }

  /** Creates or replaces a group. Queues that it was attached to keep it. */
  putGroup(seed: GroupSeed): void {
    this.#context.onChange(this.#placeGroup(seed));
  }

  /** Creates or replaces a queue. Its groups must be there already. */
  putQueue(seed: QueueSeed): void {
    const queue = this.#placeQueue(seed);
    queue.watchJobs();
    this.#context.onChange(queue);
  }

  /** Creates or replaces an inference endpoint. */
  putEndpoint(seed: EndpointSeed): void {
    this.#placeEndpoint(seed);
    this.#context.onChange();
  }

  #placeGroup(seed: GroupSeed): ContainerGroup {
    const { organizationName, projectName, name } = seed;
    assertNames(organizationName, projectName, name);
    const group = new ContainerGroup(seed, this.#context);
    this.#groups.set(key(organizationName, projectName, name), group);
    for (const queue of this.#queues.values()) {
      if (this.groupsOf(queue).includes(group)) {
        group.attach(queue.seed.name);
      }
    }
    return group;
  }

  #placeQueue(seed: QueueSeed): Queue {
    const { organizationName, projectName, name } = seed;
    assertNames(organizationName, projectName, name);
    const queue = new Queue(seed, this.#context);
    const missing = queue.groupNames.find((group) => this.group(organizationName, projectName, group) === undefined);
    if (missing !== undefined) {
      throw new TypeError(`queue ${name}: there is no container group ${missing}`);
    }
    this.#queues.set(key(organizationName, projectName, name), queue);
    for (const group of this.groupsOf(queue)) {
      group.attach(name);
    }
    return queue;
  }

  #placeEndpoint(seed: EndpointSeed): void {
    assertNames(seed.organizationName, seed.name);
    this.#endpoints.set(key(seed.organizationName, seed.name), new InferenceEndpoint(seed, this.#context));
  }

  /** Seeds that make the same objects. */
  toSeeds(): Required<Seeds> {
    const seedsOf = <Seed>(objects: Map<string, { toSeed(): Seed }>): Seed[] =>
      [...objects.values()].map((object) => object.toSeed());
    return { groups: seedsOf(this.#groups), queues: seedsOf(this.#queues), endpoints: seedsOf(this.#endpoints) };
  }

  get groups(): ContainerGroup[] {
    return [...this.#groups.values()];
  }

  get queues(): Queue[] {
    return [...this.#queues.values()];
  }

  /** Whether the object is there, and none has come in its place. */
  has(object: ContainerGroup | Queue): boolean {
    const { organizationName, projectName, name } = object.seed;
    const objects = object instanceof Queue ? this.#queues : this.#groups;
    return objects.get(key(organizationName, projectName, name)) === object;
  }

  group(organizationName: string, projectName: string, name: string): ContainerGroup | undefined {
    return this.#groups.get(key(organizationName, projectName, name));
  }

  queue(organizationName: string, projectName: string, name: string): Queue | undefined {
    return this.#queues.get(key(organizationName, projectName, name));
  }

  endpoint(organizationName: string, name: string): InferenceEndpoint | undefined {
    return this.#endpoints.get(key(organizationName, name));
  }

  /** The groups attached to a queue, in the order of its seed. */
  groupsOf({ seed: { organizationName, projectName }, groupNames }: Queue): ContainerGroup[] {
    return groupNames.flatMap((name) => this.group(organizationName, projectName, name) ?? []);
  }
}

// No name holds a slash.
function key(...names: string[]): string {
  return names.join("/");
}

function assertNames(...names: string[]): void {
  for (const name of names) {
    if (!RESOURCE_NAME.test(name)) {
      throw new TypeError(`${JSON.stringify(name)} is not a resource name`);
    }
  }
}
