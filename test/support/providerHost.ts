import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { specialSigKey } from "@pulumi/pulumi/runtime/rpc";
import { configurationOf } from "./configuration";

/** What a process prints when it is asked for it. */
const { MARKS } = require("./printsMark.cjs") as { MARKS: RegExp };

export type Properties = Record<string, unknown>;
export type Kind = "containerGroup" | "queue" | "queueJob" | "containerGroupFleet";

/** A resource that the engine keeps although its request failed. */
export interface FailedResource {
  id: string;
  properties: Properties;
  reasons: string[];
}

/** An error as the engine receives it. */
export class HostError extends Error {
  readonly kept: FailedResource | undefined;

  constructor(message: string, failed?: FailedResource) {
    super(message);
    // The host hands these on as they are: without its text, the engine could never read or delete the resource again.
    if (failed && typeof failed.properties["__provider"] !== "string") {
      throw new Error("the provider's text is lost");
    }
    this.kept = failed && { ...failed, properties: received(failed.properties) };
  }
}

/** The provider text of a program's resources. */
const providerText = (kind: Kind): string => `exports.handler=()=>require("pulumi-containergroups/provider").${kind}()`;

export const struct = (value: Properties): Struct => Struct.fromJavaScript(value as { [key: string]: JavaScriptValue });

/** As the engine hands secrets to a provider: unwrapped. In the state they are encrypted. */
export function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(unwrapped);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (specialSigKey in value) {
    return unwrapped((value as { value?: unknown }).value);
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unwrapped(inner)]));
}

/** What goes from one process to another. */
const sent = (value: Properties): Properties => struct(value).toJavaScript();

/** What comes back, as the engine keeps it. */
function received(value: Properties | undefined): Properties {
  const { __provider, ...rest } = sent(value ?? {});
  return unwrapped(rest) as Properties;
}

/** What the calls of one run go to. */
export interface Providers {
  of(kind: Kind): Required<ResourceProvider>;
  /** The error that a call was rejected with, as the engine receives it. */
  errorOf(error: unknown): Error;
  /** Waits for all that was printed until now. Gives the CPU time that was taken by then, in milliseconds. */
  flush(): Promise<number>;
  engineGone(): Promise<void>;
  end(): Promise<void>;
}

export type StartProviders = (
  configuration: Record<string, string>,
  print: (text: string) => void,
) => Providers | Promise<Providers>;

/** The engine's side of dynamic providers: what it hands to each call, and what it makes of the result. */
export class ProviderHost {
  #printed = "";
  #providers: Providers | undefined;

  protected constructor(
    private readonly start: StartProviders,
    private configuration: Record<string, string>,
  ) {}

  protected async begin(): Promise<this> {
    this.#providers = await this.start(this.configuration, (text) => {
      this.#printed += text;
    });
    return this;
  }

  /** Another run of the CLI begins, with a process of its own: what the provider knows of this one is gone. Its settings may be other ones. */
  async newRun(settings: Record<string, string> = {}): Promise<void> {
    await this.stop();
    this.configuration = { ...this.configuration, ...configurationOf(settings) };
    await this.begin();
  }

  /** All that was printed until now: what the CLI would show under Diagnostics. */
  async allPrinted(): Promise<string> {
    await this.#providers?.flush();
    return this.#printed.replaceAll(MARKS, "");
  }

  /** The CPU time that the provider takes for a call, in milliseconds: other work of the machine is not in it. */
  async cpuTimeOf(call: () => Promise<unknown>): Promise<number> {
    const before = await this.#providers?.flush();
    await call();
    return Number(await this.#providers?.flush()) - Number(before);
  }

  /** What is printed while a call is handled. */
  async printedBy(call: () => Promise<unknown>): Promise<string> {
    const { length } = await this.allPrinted();
    await call();
    return (await this.allPrinted()).slice(length);
  }

  async check(kind: Kind, news: Properties, olds: Properties = {}) {
    const result = await this.#call(kind, (provider, text) => provider.check(sent(olds), text(news)));
    const failures = (result.failures ?? []).map(({ property, reason }) =>
      [property, reason].filter(Boolean).join(": "),
    );
    return { inputs: received(result.inputs as Properties), failures };
  }

  async diff(kind: Kind, id: string, olds: Properties, news: Properties) {
    const result = await this.#call(kind, (provider, text) => provider.diff(id, text(olds), text(news)));
    const { changes = false, replaces = [], deleteBeforeReplace = false } = result;
    return { changes, replaces, deleteBeforeReplace };
  }

  async create(kind: Kind, inputs: Properties): Promise<{ id: string; outs: Properties }> {
    const { id, outs } = await this.#call(kind, (provider, text) => provider.create(text(inputs)));
    return { id, outs: received(outs as Properties) };
  }

  async update(kind: Kind, id: string, olds: Properties, news: Properties): Promise<Properties> {
    const { outs } = await this.#call(kind, (provider, text) => provider.update(id, text(olds), text(news)));
    return received(outs as Properties);
  }

  async read(kind: Kind, id: string, properties: Properties) {
    const result = await this.#call(kind, (provider, text) => provider.read(id, text(properties)));
    const inputs = result.inputs as Properties | undefined;
    return { id: String(result.id), props: received(result.props as Properties), inputs: inputs && received(inputs) };
  }

  /** Deletes in a run of its own, as `pulumi destroy` does; in this one, as an update does to what the program no longer declares. */
  async delete(kind: Kind, id: string, properties: Properties, { sameRun = false } = {}): Promise<void> {
    if (!sameRun) {
      await this.newRun();
    }
    await this.#call(kind, (provider, text) => provider.delete(id, text(properties)));
  }

  /** The engine ends as one does that is killed: nothing listens at its address any more, and nobody tells the process. */
  async engineGone(): Promise<void> {
    await this.#providers?.engineGone();
  }

  async stop(): Promise<void> {
    await this.#providers?.end();
    this.#providers = undefined;
  }

  async #call<T>(
    kind: Kind,
    call: (provider: Required<ResourceProvider>, withText: (properties: Properties) => Properties) => Promise<T>,
  ): Promise<T> {
    const providers = this.#providers;
    if (providers === undefined) {
      throw new Error("the host was stopped");
    }
    try {
      return await call(providers.of(kind), (properties) => sent({ ...properties, __provider: providerText(kind) }));
    } catch (error) {
      throw providers.errorOf(error);
    }
  }
}
