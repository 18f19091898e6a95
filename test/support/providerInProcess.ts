import { format } from "node:util";
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { Config } from "@pulumi/pulumi/cmd/dynamic-provider/config";
import { InitializationFailedError } from "../../provider/engine/errors";
import { DeclaredObjects, Run } from "../../provider/engine/run";
import { containerGroupFleet } from "../../provider/fleet";
import { containerGroup, queue } from "../../provider/resources/objectProvider";
import { queueJob } from "../../provider/resources/queueJob";
import { configurationOf } from "./configuration";
import { HostError, plain, struct, type Kind, type Properties, type ProviderHost } from "./dynamicProvider";
import { until } from "./until";

/** What goes from one process to another, and back. */
const sent = (value: Properties): Properties => struct(value).toJavaScript();
const received = (value: Properties | undefined): Properties => plain(struct(value ?? {}));

const PROVIDERS: Record<Kind, (run: Run) => ResourceProvider> = {
  containerGroup,
  containerGroupFleet,
  queue,
  queueJob,
};

/** What `DynamicProvider` does, in the process of the tests: mutation testing sees no other. */
export class ProviderInProcess implements ProviderHost {
  #printed = "";
  /** One of each kind, as the host has them; they share what is declared in a run. */
  readonly #providers = new Map<Kind, ResourceProvider>();
  #run = new Run(new DeclaredObjects());
  readonly #spies = [jest.spyOn(console, "log"), jest.spyOn(console, "error")];

  constructor(private configuration: Record<string, string>) {
    for (const spy of this.#spies) {
      spy.mockImplementation((...values: unknown[]) => {
        this.#printed += `${format(...values)}\n`;
      });
    }
  }

  #provider(kind: Kind): Required<ResourceProvider> {
    let provider = this.#providers.get(kind);
    if (provider === undefined) {
      provider = PROVIDERS[kind](this.#run);
      this.#providers.set(kind, provider);
      void provider.configure?.({ config: new Config(this.configuration, "test") });
    }
    return provider as Required<ResourceProvider>;
  }

  newRun(settings: Record<string, string> = {}): Promise<void> {
    this.configuration = { ...this.configuration, ...configurationOf(settings) };
    this.#run = new Run(new DeclaredObjects());
    this.#providers.clear();
    return Promise.resolve();
  }

  allPrinted(): Promise<string> {
    return Promise.resolve(this.#printed);
  }

  async cpuTimeOf(call: () => Promise<unknown>): Promise<number> {
    const before = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }

  async printedBy(call: () => Promise<unknown>): Promise<string> {
    const { length } = this.#printed;
    await call();
    return this.#printed.slice(length);
  }

  prints(text: string): Promise<void> {
    return until(
      () => this.#printed.includes(text),
      () => `"${text}" was not printed, but:\n${this.#printed}`,
    );
  }

  async check(kind: Kind, news: Properties, olds: Properties = {}) {
    const result = await this.#called(() => this.#provider(kind).check(sent(olds), withText(news)));
    const failures = (result.failures ?? []).map(({ property, reason }) =>
      [property, reason].filter(Boolean).join(": "),
    );
    return { inputs: received(result.inputs as Properties), failures };
  }

  async diff(kind: Kind, id: string, olds: Properties, news: Properties) {
    const result = await this.#called(() => this.#provider(kind).diff(id, withText(olds), withText(news)));
    const { changes = false, replaces = [], deleteBeforeReplace = false } = result;
    return { changes, replaces, deleteBeforeReplace };
  }

  async create(kind: Kind, inputs: Properties) {
    const { id, outs } = await this.#called(() => this.#provider(kind).create(withText(inputs)));
    return { id, outs: received(outs as Properties) };
  }

  async update(kind: Kind, id: string, olds: Properties, news: Properties): Promise<Properties> {
    const { outs } = await this.#called(() => this.#provider(kind).update(id, withText(olds), withText(news)));
    return received(outs as Properties);
  }

  async read(kind: Kind, id: string, properties: Properties) {
    const result = await this.#called(() => this.#provider(kind).read(id, withText(properties)));
    const inputs = result.inputs as Properties | undefined;
    return { id: String(result.id), props: received(result.props as Properties), inputs: inputs && received(inputs) };
  }

  async delete(kind: Kind, id: string, properties: Properties, { sameRun = false } = {}): Promise<void> {
    if (!sameRun) {
      await this.newRun();
    }
    await this.#called(() => this.#provider(kind).delete(id, withText(properties)));
  }

  engineGone(): Promise<void> {
    return Promise.reject(new Error("there is no process that could be left behind"));
  }

  stop(): Promise<void> {
    this.#spies.forEach((spy) => spy.mockRestore());
    return Promise.resolve();
  }

  async #called<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof InitializationFailedError) {
        const { id, properties, reasons } = error;
        throw new HostError(error.message, { id, properties: received(properties), reasons });
      }
      console.error(`${String(error)}: ${String((error as Error).stack)}`);
      throw new HostError((error as Error).message, undefined);
    }
  }
}

const withText = (properties: Properties) => sent({ ...properties, __provider: "text" });
