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

/** All objects of one emulator, by their names. */
export class Store {
  readonly #context: Context;
  readonly #groups = new Map<string, ContainerGroup>();
  readonly #queues = new Map<string, Queue>();
  readonly #endpoints = new Map<string, InferenceEndpoint>();

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Creates or replaces all of them, or none: throws a TypeError that lists all that is wrong, with `mistakes`, which were found before. A group that is
   * replaced stays attached to its queues.
   */
  put({ groups = [], queues = [], endpoints = [] }: Seeds, mistakes: readonly string[] = []): void {
    const found = [...mistakes];
    const attempt = <Seed, Made>(seeds: readonly Seed[], make: (seed: Seed) => Made): Made[] =>
      seeds.flatMap((seed) => {
        try {
          return [make(seed)];
        } catch (error) {
          found.push((error as Error).message);
          return [];
        }
      });
    attempt([...groups, ...queues, ...endpoints], assertNames);
    const newGroups = attempt(groups, (seed) => new ContainerGroup(seed, this.#context));
    const newQueues = attempt(queues, (seed) => new Queue(seed, this.#context));
    const newEndpoints = attempt(endpoints, (seed) => new InferenceEndpoint(seed, this.#context));
    const there = new Set([...this.#groups.keys(), ...groups.map(keyOf)]);
    for (const queue of queues) {
      const names = Array.isArray(queue.containerGroups) ? queue.containerGroups.map(String) : [];
      const missing = names.filter((name) => !there.has(keyOf({ ...queue, name })));
      found.push(...missing.map((name) => `queue ${queue.name}: there is no container group ${name}`));
    }
    if (found.length > 0) {
      throw new TypeError(found.join("; "));
    }

    newGroups.forEach((group) => this.#groups.set(keyOf(group.seed), group));
    newQueues.forEach((queue) => this.#queues.set(keyOf(queue.seed), queue));
    newEndpoints.forEach((endpoint) => this.#endpoints.set(keyOf(endpoint.seed), endpoint));
    for (const queue of this.#queues.values()) {
      this.groupsOf(queue).forEach((group) => group.attach(queue.seed.name));
    }
    newQueues.forEach((queue) => queue.watchJobs());
    this.#context.onChange();
  }

  /** Forgets all objects. */
  clear(): void {
    this.#groups.clear();
    this.#queues.clear();
    this.#endpoints.clear();
    this.#context.onChange();
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

/** The names of an object. An inference endpoint has no project. */
interface Names {
  organizationName: string;
  projectName?: string;
  name: string;
}

// No name holds a slash.
const key = (...names: string[]): string => names.join("/");

const namesOf = ({ organizationName, projectName, name }: Names): string[] =>
  projectName === undefined ? [organizationName, name] : [organizationName, projectName, name];

const keyOf = (names: Names): string => key(...namesOf(names));

function assertNames(names: Names): void {
  const wrong = namesOf(names).filter((name) => !RESOURCE_NAME.test(name));
  if (wrong.length > 0) {
    throw new TypeError(wrong.map((name) => `${JSON.stringify(name)} is not a resource name`).join("; "));
  }
}
