import { format } from "node:util";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { Config } from "@pulumi/pulumi/cmd/dynamic-provider/config";
import { DeclaredObjects } from "../../provider/host/declaredObjects";
import { InitializationFailedError } from "../../provider/host/errors";
import { containerGroupFleet } from "../../provider/resources/containerGroupFleet";
import { HostError, unwrapped, type Kind, type Properties, type ProviderHost } from "./dynamicProvider";
import { until } from "./until";

/** What goes from one process to another, and back. */
const sent = (value: Properties): Properties =>
  Struct.fromJavaScript(value as { [key: string]: JavaScriptValue }).toJavaScript();
const received = (value: Properties | undefined): Properties => {
  const { __provider, ...rest } = unwrapped(sent(value ?? {})) as Properties;
  return rest;
};

/**
 * What `DynamicProvider` does, in the process of the tests: mutation testing sees no other. It has fleets alone. That the real
 * process does the same is for the tests to show, which run with both.
 */
export class ProviderInProcess implements ProviderHost {
  #printed = "";
  #provider: ResourceProvider;
  readonly #spies = [jest.spyOn(console, "log"), jest.spyOn(console, "error")];

  constructor(private configuration: Record<string, string>) {
    this.#provider = this.#begin();
    for (const spy of this.#spies) {
      spy.mockImplementation((...values: unknown[]) => {
        this.#printed += `${format(...values)}\n`;
      });
    }
  }

  #begin(): ResourceProvider {
    const provider = containerGroupFleet(new DeclaredObjects());
    void provider.configure?.({ config: new Config(this.configuration, "test") });
    return provider;
  }

  newRun(settings: Record<string, string> = {}): Promise<void> {
    const changed = Object.entries(settings).map(([key, value]) => [`containergroups:${key}`, value]);
    this.configuration = { ...this.configuration, ...Object.fromEntries(changed) };
    this.#provider = this.#begin();
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

  async check(_kind: Kind, news: Properties, olds: Properties = {}) {
    const result = await this.#called(() => this.#provider.check!(sent(olds), withText(news)));
    const failures = (result.failures ?? []).map(({ property, reason }) =>
      [property, reason].filter(Boolean).join(": "),
    );
    return { inputs: received(result.inputs as Properties), failures };
  }

  async diff(_kind: Kind, id: string, olds: Properties, news: Properties) {
    const result = await this.#called(() => this.#provider.diff!(id, withText(olds), withText(news)));
    const { changes = false, replaces = [], deleteBeforeReplace = false } = result;
    return { changes, replaces, deleteBeforeReplace };
  }

  async create(_kind: Kind, inputs: Properties) {
    const { id, outs } = await this.#called(() => this.#provider.create(withText(inputs)));
    return { id, outs: received(outs as Properties) };
  }

  async update(_kind: Kind, id: string, olds: Properties, news: Properties): Promise<Properties> {
    const { outs } = await this.#called(() => this.#provider.update!(id, withText(olds), withText(news)));
    return received(outs as Properties);
  }

  async read(_kind: Kind, id: string, properties: Properties) {
    const result = await this.#called(() => this.#provider.read!(id, withText(properties)));
    const inputs = result.inputs as Properties | undefined;
    return { id: String(result.id), props: received(result.props as Properties), inputs: inputs && received(inputs) };
  }

  async delete(_kind: Kind, id: string, properties: Properties, { sameRun = false } = {}): Promise<void> {
    if (!sameRun) {
      await this.newRun();
    }
    await this.#called(() => this.#provider.delete!(id, withText(properties)));
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
