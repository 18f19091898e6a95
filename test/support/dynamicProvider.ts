import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import path from "node:path";
import * as grpc from "@grpc/grpc-js";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import type { Any } from "google-protobuf/google/protobuf/any_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { specialSigKey } from "@pulumi/pulumi/runtime/rpc";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { configurationOf } from "./configuration";
import { until } from "./until";

export type Properties = Record<string, unknown>;

/** A resource that the engine keeps although its request failed. */
export interface FailedResource {
  id: string;
  properties: Properties;
  reasons: string[];
}

/** An error as the engine receives it. */
export class HostError extends Error {
  constructor(
    message: string,
    readonly kept: FailedResource | undefined,
  ) {
    super(message);
  }
}

export const ROOT = path.resolve(__dirname, "../..");
const HOST = require.resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js");

/** Makes the process print a mark when it is sent SIGUSR2. */
const MARKER = path.join(__dirname, "printsMark.cjs");
const { MARKS } = require("./printsMark.cjs") as { MARKS: RegExp };

export type Kind = "containerGroup" | "queue" | "queueJob" | "containerGroupFleet";

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

/** As the engine receives it. */
export const plain = (value: Struct | undefined): Properties => {
  const { __provider, ...rest } = value?.toJavaScript() ?? {};
  return unwrapped(rest) as Properties;
};

function failedResourceOf(error: grpc.ServiceError): FailedResource | undefined {
  const [details] = error.metadata.get("grpc-status-details-bin");
  if (!(details instanceof Buffer)) {
    return undefined;
  }
  const [any] = Status.deserializeBinary(new Uint8Array(details)).getDetailsList() as Any[];
  const failed = any?.unpack(
    (bytes: Uint8Array) => proto.ErrorResourceInitFailed.deserializeBinary(bytes),
    "pulumirpc.ErrorResourceInitFailed",
  );
  if (!failed) {
    return undefined;
  }
  // The process hands these on as they are: without its text, the engine could never read or delete the resource again.
  if (typeof failed.getProperties()?.toJavaScript()["__provider"] !== "string") {
    throw new Error("the provider's text is lost");
  }
  return { id: failed.getId(), properties: plain(failed.getProperties()), reasons: failed.getReasonsList() };
}

/** What a provider sees of its engine when it calls none of it: an address that accepts connections, until it ends. */
class EngineAddress {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
    });
  }

  static async listen(): Promise<EngineAddress> {
    const address = new EngineAddress();
    await new Promise<void>((resolve) => address.#server.listen(0, "127.0.0.1", resolve));
    return address;
  }

  get text(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#sockets.forEach((socket) => socket.destroy());
    if (this.#server.listening) {
      await new Promise((resolve) => this.#server.close(resolve));
    }
  }
}

/** The engine's side of a process of providers. */
export type ProviderHost = Pick<DynamicProvider, keyof DynamicProvider>;

/**
 * The process that the engine starts for dynamic resources, spoken to as the engine does: over gRPC, with the
 * provider's text in the properties.
 */
export class DynamicProvider {
  #printed = "";

  private constructor(
    private process: ChildProcess,
    private client: ResourceProviderClient,
    private engine: EngineAddress,
    private begin: (settings: Record<string, string>) => Promise<DynamicProvider>,
  ) {}

  /** Another run of the CLI begins, with a process of its own: what the provider knows of this one is gone. Its settings may be other ones. */
  async newRun(settings: Record<string, string> = {}): Promise<void> {
    await this.stop();
    const next = await this.begin(settings);
    ({ process: this.process, client: this.client, engine: this.engine, begin: this.begin } = next);
    this.collectFrom(this.process);
  }

  /**
   * All that the processes have printed until now: what the CLI would show under Diagnostics. It comes by a pipe, at its own time, so
   * the process is asked for a mark behind it.
   */
  async allPrinted(): Promise<string> {
    await this.mark();
    return this.#printed.replaceAll(MARKS, "");
  }

  /** The CPU time that the process takes for a call, in milliseconds: other work of the machine is not in it. */
  async cpuTimeOf(call: () => Promise<unknown>): Promise<number> {
    const before = await this.mark();
    await call();
    return (await this.mark()) - before;
  }

  /** What the process prints while it handles a call. */
  async printedBy(call: () => Promise<unknown>): Promise<string> {
    const { length } = await this.allPrinted();
    await call();
    return (await this.allPrinted()).slice(length);
  }

  /** Waits until the process has printed a text: after a response, for a notice that comes later. */
  async prints(text: string): Promise<void> {
    await this.until(() => this.#printed.includes(text), `the process has not printed "${text}"`);
  }

  /** Has the process print a mark on each of its two pipes; gives the CPU time that it has taken by then. A process that has ended prints none. */
  private async mark(): Promise<number> {
    const marks = () => [...this.#printed.matchAll(MARKS)];
    const { length } = marks();
    if (this.process.kill("SIGUSR2")) {
      await this.until(() => marks().length === length + 2, "the process prints no mark");
    }
    return Number(marks().at(-1)?.[1]);
  }

  private until(isDone: () => boolean, problem: string): Promise<void> {
    return until(isDone, () => `${problem}, but printed:\n${this.#printed}`);
  }

  private collectFrom({ stdout, stderr }: ChildProcess): void {
    for (const stream of [stdout, stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#printed += text;
      });
    }
  }

  static async start(
    configuration: Record<string, string>,
    env: Record<string, string> = {},
  ): Promise<DynamicProvider> {
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(([key]) => !/^CONTAINERGROUPS_|_proxy$/i.test(key)),
    );
    const engine = await EngineAddress.listen();
    const child = spawn(process.execPath, ["--require", MARKER, HOST, engine.text], {
      cwd: path.join(ROOT, "examples/quickstart"),
      env: { ...inherited, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const port = await new Promise<string>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`the dynamic-provider process ended with ${code}`)));
      child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
    });
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), {
      "grpc.max_receive_message_length": -1,
      "grpc.max_send_message_length": -1,
      // The provider is on this machine.
      "grpc.enable_http_proxy": 0,
    });
    const provider = new DynamicProvider(child, client, engine, (settings) =>
      DynamicProvider.start({ ...configuration, ...configurationOf(settings) }, env),
    );
    provider.collectFrom(child);
    const request = new proto.ConfigureRequest();
    request.setArgs(struct(configuration));
    await provider.call<proto.ConfigureResponse>((done) => client.configure(request, done));
    return provider;
  }

  private call<T>(send: (done: (error: grpc.ServiceError | null, response: T) => void) => unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      send((error, response) => {
        if (!error) {
          resolve(response);
        } else {
          try {
            reject(new HostError(error.details, failedResourceOf(error)));
          } catch (unreadable) {
            reject(unreadable instanceof Error ? unreadable : error);
          }
        }
      });
    });
  }

  async check(
    kind: Kind,
    news: Properties,
    olds: Properties = {},
  ): Promise<{ inputs: Properties; failures: string[] }> {
    const request = new proto.CheckRequest();
    request.setOlds(struct(olds));
    request.setNews(struct({ ...news, __provider: providerText(kind) }));
    const response = await this.call<proto.CheckResponse>((done) => this.client.check(request, done));
    const failures = response
      .getFailuresList()
      .map((failure) => [failure.getProperty(), failure.getReason()].filter(Boolean).join(": "));
    return { inputs: plain(response.getInputs()), failures };
  }

  async diff(kind: Kind, id: string, olds: Properties, news: Properties) {
    const request = new proto.DiffRequest();
    request.setId(id);
    request.setOlds(struct({ ...olds, __provider: providerText(kind) }));
    request.setNews(struct({ ...news, __provider: providerText(kind) }));
    const response = await this.call<proto.DiffResponse>((done) => this.client.diff(request, done));
    return {
      changes: response.getChanges() === proto.DiffResponse.DiffChanges.DIFF_SOME,
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  async create(kind: Kind, inputs: Properties): Promise<{ id: string; outs: Properties }> {
    const request = new proto.CreateRequest();
    request.setProperties(struct({ ...inputs, __provider: providerText(kind) }));
    const response = await this.call<proto.CreateResponse>((done) => this.client.create(request, done));
    return { id: response.getId(), outs: plain(response.getProperties()) };
  }

  async update(kind: Kind, id: string, olds: Properties, news: Properties): Promise<Properties> {
    const request = new proto.UpdateRequest();
    request.setId(id);
    request.setOlds(struct({ ...olds, __provider: providerText(kind) }));
    request.setNews(struct({ ...news, __provider: providerText(kind) }));
    const response = await this.call<proto.UpdateResponse>((done) => this.client.update(request, done));
    return plain(response.getProperties());
  }

  async read(kind: Kind, id: string, properties: Properties) {
    const request = new proto.ReadRequest();
    request.setId(id);
    request.setProperties(struct({ ...properties, __provider: providerText(kind) }));
    const response = await this.call<proto.ReadResponse>((done) => this.client.read(request, done));
    return {
      id: response.getId(),
      props: plain(response.getProperties()),
      inputs: response.hasInputs() ? plain(response.getInputs()) : undefined,
    };
  }

  /** Deletes in a run of its own, as `pulumi destroy` does; in this one, as an update does to what the program no longer declares. */
  async delete(kind: Kind, id: string, properties: Properties, { sameRun = false } = {}): Promise<void> {
    if (!sameRun) {
      await this.newRun();
    }
    const request = new proto.DeleteRequest();
    request.setId(id);
    request.setProperties(struct({ ...properties, __provider: providerText(kind) }));
    await this.call<unknown>((done) => this.client.delete(request, done));
  }

  /** The engine ends as one does that is killed: nothing listens at its address any more, and nobody tells the process. */
  engineGone(): Promise<void> {
    return this.engine.close();
  }

  async stop(): Promise<void> {
    await this.engine.close();
    this.client.close();
    // Its pipes are at their end then, too.
    const ended = new Promise((resolve) => this.process.once("close", resolve));
    if (this.process.kill("SIGKILL")) {
      await ended;
    }
  }
}
