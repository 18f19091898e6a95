import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import path from "node:path";
import * as grpc from "@grpc/grpc-js";
import type { Any } from "google-protobuf/google/protobuf/any_pb";
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { HostError, ProviderHost, struct, type Properties, type Providers } from "./providerHost";
import { listen } from "./proxy";
import { until } from "./until";

export const ROOT = path.resolve(__dirname, "../..");
const HOST = require.resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js");

/** Makes the process print a mark when it is sent SIGUSR2. */
const MARKER = path.join(__dirname, "printsMark.cjs");
const { MARKS } = require("./printsMark.cjs") as { MARKS: RegExp };

/** The process that the engine starts for dynamic resources, spoken to as the engine does: over gRPC. */
export class DynamicProvider extends ProviderHost {
  static start(configuration: Record<string, string>, env: Record<string, string> = {}): Promise<DynamicProvider> {
    return new DynamicProvider((settings, print) => startProcess(settings, env, print), configuration).begin();
  }
}

async function startProcess(
  configuration: Record<string, string>,
  env: Record<string, string>,
  print: (text: string) => void,
): Promise<Providers> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^CONTAINERGROUPS_|_proxy$/i.test(key)),
  );
  // What a provider sees of its engine when it calls none of it: an address that accepts connections, until it ends.
  const engine = await listen(createServer());
  const child = spawn(process.execPath, ["--require", MARKER, HOST, `127.0.0.1:${engine.port}`], {
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
  const flush = marksOf(child, print);
  const request = new proto.ConfigureRequest();
  request.setArgs(struct(configuration));
  await answered<proto.ConfigureResponse>((done) => client.configure(request, done));
  const provider = overGrpc(client);
  return {
    of: () => provider,
    errorOf,
    flush,
    engineGone: () => engine.close(),
    end: async () => {
      await engine.close();
      client.close();
      // Its pipes are at their end then, too.
      const ended = new Promise((resolve) => child.once("close", resolve));
      if (child.kill("SIGKILL")) {
        await ended;
      }
    },
  };
}

/**
 * Hands on what a process prints. It comes by pipes, at its own time: the function that is given has the process print a mark on each
 * of the two, waits for both, and gives the CPU time that stands in them. A process that has ended prints none.
 */
function marksOf(child: ChildProcess, print: (text: string) => void): () => Promise<number> {
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      print(text);
    });
  }
  const marks = () => [...printed.matchAll(MARKS)];
  return async () => {
    const { length } = marks();
    if (child.kill("SIGUSR2")) {
      await until(
        () => marks().length === length + 2,
        () => `the process prints no mark, but printed:\n${printed}`,
      );
    }
    return Number(marks().at(-1)?.[1]);
  };
}

const answered = <T>(send: (done: (error: grpc.ServiceError | null, response: T) => void) => unknown): Promise<T> =>
  new Promise((resolve, reject) => {
    send((error, response) => (error ? reject(error) : resolve(response)));
  });

/** The calls of a provider as messages: which of them it is for, the process reads in the properties. */
function overGrpc(client: ResourceProviderClient): Required<ResourceProvider> {
  return {
    configure: () => Promise.resolve(),
    check: async (olds: Properties, news: Properties) => {
      const request = new proto.CheckRequest().setOlds(struct(olds)).setNews(struct(news));
      const response = await answered<proto.CheckResponse>((done) => client.check(request, done));
      const failures = response.getFailuresList().map((failure) => failure.toObject());
      return { inputs: response.getInputs()?.toJavaScript(), failures };
    },
    diff: async (id, olds: Properties, news: Properties) => {
      const request = new proto.DiffRequest().setId(id).setOlds(struct(olds)).setNews(struct(news));
      const response = await answered<proto.DiffResponse>((done) => client.diff(request, done));
      return {
        changes: response.getChanges() === proto.DiffResponse.DiffChanges.DIFF_SOME,
        replaces: response.getReplacesList(),
        deleteBeforeReplace: response.getDeletebeforereplace(),
      };
    },
    create: async (inputs: Properties) => {
      const request = new proto.CreateRequest().setProperties(struct(inputs));
      const response = await answered<proto.CreateResponse>((done) => client.create(request, done));
      return { id: response.getId(), outs: response.getProperties()?.toJavaScript() };
    },
    update: async (id, olds: Properties, news: Properties) => {
      const request = new proto.UpdateRequest().setId(id).setOlds(struct(olds)).setNews(struct(news));
      const response = await answered<proto.UpdateResponse>((done) => client.update(request, done));
      return { outs: response.getProperties()?.toJavaScript() };
    },
    read: async (id, properties?: Properties) => {
      const request = new proto.ReadRequest().setId(id).setProperties(struct(properties ?? {}));
      const response = await answered<proto.ReadResponse>((done) => client.read(request, done));
      const inputs = response.hasInputs() ? response.getInputs()?.toJavaScript() : undefined;
      return { id: response.getId(), props: response.getProperties()?.toJavaScript(), inputs };
    },
    delete: async (id, properties: Properties) => {
      const request = new proto.DeleteRequest().setId(id).setProperties(struct(properties));
      await answered<unknown>((done) => client.delete(request, done));
    },
  };
}

function errorOf(error: unknown): Error {
  const { details, metadata } = error as grpc.ServiceError;
  const [binary] = metadata.get("grpc-status-details-bin");
  const status = Status.deserializeBinary(new Uint8Array(Buffer.from(binary ?? "")));
  const [any] = status.getDetailsList() as Any[];
  const failed = any?.unpack(
    (bytes: Uint8Array) => proto.ErrorResourceInitFailed.deserializeBinary(bytes),
    "pulumirpc.ErrorResourceInitFailed",
  );
  if (!failed) {
    return new HostError(details);
  }
  const properties = failed.getProperties()?.toJavaScript() ?? {};
  return new HostError(details, { id: failed.getId(), properties, reasons: failed.getReasonsList() });
}
