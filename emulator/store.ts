import { ContainerGroup, type GroupSeed } from "./containerGroup";
import type { Context } from "./context";
import { InferenceEndpoint, type EndpointSeed } from "./inferenceEndpointJob";
import { Queue, type QueueSeed } from "./queue";
import { RESOURCE_NAME } from "./schema";

/** All objects of one emulator, by their names. Every `put` creates or replaces, and throws a TypeError for a bad seed. */
export class Store {
  readonly #context: Context;
  readonly #groups = new Map<string, ContainerGroup>();
  readonly #queues = new Map<string, Queue>();
  readonly #endpoints = new Map<string, InferenceEndpoint>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Creates or replaces a group. Queues that it was attached to keep it. */
  putGroup(seed: GroupSeed): void {
    const { organizationName, projectName, name } = seed;
    assertNames(organizationName, projectName, name);
    const group = new ContainerGroup(seed, this.#context);
    this.#groups.set(key(organizationName, projectName, name), group);
    for (const queue of this.#queues.values()) {
      if (this.groupsOf(queue).includes(group)) {
        group.attach(queue.seed.name);
      }
    }
  }

  /** Creates or replaces a queue. Its groups must be there already. */
  putQueue(seed: QueueSeed): void {
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
  }

  /** Creates or replaces an inference endpoint. */
  putEndpoint(seed: EndpointSeed): void {
    assertNames(seed.organizationName, seed.name);
    this.#endpoints.set(key(seed.organizationName, seed.name), new InferenceEndpoint(seed, this.#context));
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
