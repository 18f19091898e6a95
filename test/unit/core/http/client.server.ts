import { nextStep } from "../../../../provider/settings/nextSteps";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from "node:net";
import { Client, type ClientContext } from "../../../../provider/core/http/client";
import type { Settings } from "../../../../provider/settings/rules";
import { ServiceError } from "../../../../provider/core/http/errors";
import { renderRequest } from "../../../../provider/core/http/operations";
import { RequestGate, type Clock } from "../../../../provider/core/http/gate";

/** A request as the server saw it. */
export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
  at: number;
}

/** Answers a request; `before` is how many requests came before it. */
export type Reply = (response: ServerResponse, before: number, seen: Seen) => void;

const closing: (() => Promise<void>)[] = [];

/** Ends every server and client that the test started. */
export async function closeAll(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()));
}

/** Listens on a free port of this machine until `closeAll`. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** A TCP server that treats each connection as told; its port. */
export async function raw(treat: (socket: Socket) => void): Promise<number> {
  return listen(createTcpServer(treat));
}

/** A server that answers each request with its reply; the last reply serves for all further ones. */
export async function serve(...replies: Reply[]): Promise<{ url: string; port: number; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const before = seen.length;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString(), at: Date.now() };
      seen.push(one);
      (replies[before] ?? replies.at(-1))?.(response, before, one);
    });
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, port, seen };
}

/** Replies with a status, a body (an object as JSON) and headers. */
export const reply =
  (status: number, body: unknown = "", headers: Record<string, string> = {}): Reply =>
  (response) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
  };

/** Closes the connection without an answer. */
export const reset: Reply = (response) => response.socket?.destroy();

/** Never answers. */
export const hang: Reply = () => undefined;

/** Begins an answer with a length, and closes the connection before its end. */
export const cutLength =
  (status: number): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", "content-length": "100" });
    response.write('{"id":"7"', () => response.socket?.destroy());
  };

/** Begins an answer in chunks, and closes the connection before the last one. */
export const cutChunks =
  (status: number): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.write('{"id":"7"}', () => response.socket?.destroy());
  };

export const KEY = "sk-very-secret-key";

export const settings: Settings = {
  apiKey: KEY,
  apiKeyHeader: "Service-Api-Key",
  requestTimeoutSeconds: 60,
  maxRetries: 4,
  maxConnections: 16,
  removedMembers: "unset",
  refresh: "state",
  observed: "full",
  showPatches: false,
  allowPlainHttp: false,
};

/** A clock whose sleeps pass at once and are written down. */
export function quickClock(random = 1): Clock & { slept: number[]; start: number } {
  const start = Date.parse("2026-01-01T00:00:00Z");
  let passed = 0;
  const slept: number[] = [];
  return {
    start,
    slept,
    now: () => passed,
    date: () => start + passed,
    random: () => random,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      passed += milliseconds;
      await new Promise(setImmediate);
    },
  };
}

/** A client of its own for a base URL, with a quick clock and no proxy unless told otherwise. */
export function clientOf(baseUrl: string, over: Partial<Settings> = {}, context: ClientContext = {}): Client {
  const clock = context.clock ?? quickClock();
  const client = new Client(
    { ...settings, baseUrl, ...over },
    { clock, env: {}, gate: new RequestGate(clock), nextStep, ...context },
  );
  closing.push(() => client.close());
  return client;
}

const names = {
  organizationName: "acme",
  projectName: "vision",
  containerGroupName: "web",
  queueName: "frames",
  inferenceEndpointName: "llm",
};

export const patch = renderRequest("updateContainerGroup", names, { body: { replicas: 2 } });
export const post = renderRequest("createQueueJob", names, { body: { input: 1 } });
export const get = renderRequest("listInferenceEndpointJobs", names, { query: { page: 2, pageSize: 10 } });

/** The error of a request that must fail. */
export async function errorOf(sending: Promise<unknown>): Promise<ServiceError> {
  const outcome = await sending.then(
    (response) => new Error(`no error, but ${JSON.stringify(response)}`),
    (error: unknown) => error,
  );
  if (!(outcome instanceof ServiceError)) {
    throw outcome;
  }
  return outcome;
}
