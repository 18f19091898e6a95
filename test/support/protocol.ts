import type { Emulator, EmulatorOptions } from "../../emulator";
import { DynamicProvider } from "./dynamicProvider";
import { HostError, type Kind, type Properties, type ProviderHost } from "./providerHost";
import { ProviderInProcess } from "./providerInProcess";
import { PROJECT } from "./configuration";
import { configurationFor, startService } from "./service";

export { PROJECT };

type Settings = Record<string, string | undefined>;

/** A resource as the state has it. */
export interface Resource {
  id: string;
  outs: Properties;
}

/** The engine's part: what it would call, in its order, and what it then has in the state. */
export class Engine {
  constructor(
    readonly service: Emulator,
    readonly host: ProviderHost,
  ) {}

  /** A setting that is `undefined` is not set. A service of another engine may be shared. */
  static start(settings: Settings = {}, options: EmulatorOptions = {}, shared?: Emulator): Promise<Engine> {
    // Mutants are in the process of the tests, and nowhere else.
    const isMutated = process.env["MUTATION_TESTS"] !== undefined;
    return Engine.#with(isMutated ? ProviderInProcess : DynamicProvider, settings, options, shared);
  }

  /** The same, with the provider in the process of the tests: a run of it begins at once. */
  static inProcess(settings: Settings = {}, options: EmulatorOptions = {}, shared?: Emulator): Promise<Engine> {
    return Engine.#with(ProviderInProcess, settings, options, shared);
  }

  static async #with(
    host: typeof DynamicProvider | typeof ProviderInProcess,
    settings: Settings,
    options: EmulatorOptions,
    shared: Emulator | undefined,
  ): Promise<Engine> {
    const service = shared ?? (await startService(options));
    try {
      return new Engine(service, await host.start(configurationFor(service, { maxRetries: "0", ...settings })));
    } catch (error) {
      await service.close();
      throw error;
    }
  }

  /** With a service that has these groups of the project. */
  static withGroups(names: readonly string[], settings: Settings = {}): Promise<Engine> {
    return Engine.start(settings, { groups: names.map((name) => ({ ...PROJECT, name })) });
  }

  /** Checks and creates. */
  async create(kind: Kind, args: Properties): Promise<Resource> {
    return this.host.create(kind, await this.checked(kind, args));
  }

  /** Checks and diffs; `update` goes on. */
  async change(kind: Kind, { id, outs }: Resource, args: Properties) {
    // In one run a group that a resource declares is not forgotten by another: a fleet that loses one is another run's.
    if (namesIn(outs).some((name) => !namesIn(args).includes(name))) {
      await this.host.newRun();
    }
    const inputs = await this.checked(kind, args, outs);
    const diff = await this.host.diff(kind, id, outs, inputs);
    return { diff, inputs, update: async () => ({ id, outs: await this.host.update(kind, id, outs, inputs) }) };
  }

  /** What an `up` does with a resource: it creates it, or changes it where there is a difference. */
  async up(kind: Kind, before: Resource | undefined, args: Properties): Promise<Resource> {
    if (before === undefined) {
      return this.create(kind, args);
    }
    const { diff, update } = await this.change(kind, before, args);
    return diff.changes ? update() : before;
  }

  async checked(kind: Kind, args: Properties, olds?: Properties): Promise<Properties> {
    const { inputs, failures } = await this.host.check(kind, args, olds);
    if (failures.length > 0) {
      throw new Error(failures.join("\n"));
    }
    return inputs;
  }

  bodies() {
    return this.service.requests.map(({ body }) => body);
  }

  /** The body that each object was sent since the log was cleared, by the last part of the path. */
  sent(): Properties {
    return Object.fromEntries(this.service.requests.map(({ path, body }) => [path.split("/").at(-1), body]));
  }

  async stop(): Promise<void> {
    await this.host.stop();
    await this.service.close();
  }
}

/** The groups that a fleet's arguments or outputs name. */
function namesIn({ groups, __prior }: Properties): string[] {
  const earlier = Array.isArray(__prior) ? (__prior as Properties[]).flatMap(namesIn) : [];
  return [...Object.keys(groups ?? {}), ...earlier];
}

/** The error of a call that must fail. */
export async function failure(call: Promise<unknown>): Promise<HostError> {
  const result = await call.catch((error: unknown) => error);
  if (!(result instanceof HostError)) {
    throw new Error(`the call did not fail: ${JSON.stringify(result)}`);
  }
  return result;
}

/** What the state has after a call that must fail: the resource is kept. */
export async function keptAfter(call: Promise<unknown>): Promise<Resource & { error: HostError }> {
  const error = await failure(call);
  if (error.kept === undefined) {
    throw new Error(`the resource was not kept: ${error.message}`);
  }
  return { id: error.kept.id, outs: error.kept.properties, error };
}
