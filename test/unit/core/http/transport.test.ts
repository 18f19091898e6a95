import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { Client } from "../../../../provider/core/http/client";
import { dispatcherFor, sendOnce, type Attempt } from "../../../../provider/core/http/transport";
import { happens, pass, withOwnTimers } from "../../../support/ownTimers";
import { unusedPort } from "../../../support/ports";
import { listen } from "../../../support/proxy";
import { errorOf, KEY, patch, settings } from "./service";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** The port of a server that ends with the test. */
async function open(server: Server): Promise<number> {
  const listening = await listen(server);
  opened.push(listening);
  return listening.port;
}

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

/** The port of a service that has read each request when it replies. */
const serve = (reply: Reply) =>
  open(createServer((request, response) => request.resume().on("end", () => reply(response, request))));

/** The port of a server that treats each connection as told, which may speak no HTTP. */
const serveTcp = (treat: (socket: Socket) => void) => open(createTcpServer(treat));

const LIMIT = 0.3;

/** What one attempt to POST to an origin brings. */
async function attempt(origin: string, env: Record<string, string> = {}): Promise<Attempt> {
  const dispatcher = dispatcherFor(origin, { ...settings, requestTimeoutSeconds: LIMIT }, env);
  opened.push(dispatcher);
  const request = { origin, path: "/v1/x", method: "POST" as const, body: "{}", headersTimeout: 0, bodyTimeout: 0 };
  return sendOnce(dispatcher, request, { milliseconds: LIMIT * 1000, bytes: 1000 });
}

const failed = (kind: string, sent: boolean, code: unknown = "") => ({ headers: {}, failure: { kind, code, sent } });
const cut = { status: 200, failure: { kind: "connectionLost", code: "UND_ERR_SOCKET", sent: true } };

describe("an attempt", () => {
  withOwnTimers();

  // prettier-ignore
  test.each<[string, Reply, object]>([
    ["is accepted", (response) => response.end('{"id":"7"}'), { status: 200, text: '{"id":"7"}' }],
    ["is redirected", (response) => response.writeHead(308, { location: "/y" }).end(), { status: 308, text: "" }],
    ["has a response that is cut before its length", (response) => response.setHeader("content-length", 9).write("1", () => response.destroy()), cut],
    ["has no response on a connection that is closed", (response) => response.destroy(), failed("connectionLost", true, "UND_ERR_SOCKET")],
    ["has a response that is not HTTP", (response) => response.socket?.end(`SSH-2.0 ${KEY}\r\n`), failed("unusable", true, "HTTPParserError")],
    ["has no response", () => pass(LIMIT), failed("timeout", true)],
  ])("that %s", async (_, reply, expected) => {
    const seen: unknown[] = [];
    const port = await serve((response, request) => {
      seen.push([request.method, request.url]);
      reply(response, request);
    });
    const brought = await attempt(`http://127.0.0.1:${port}`);
    expect(brought).toMatchObject(expected);
    expect(JSON.stringify(brought)).not.toContain(KEY);
    expect(seen).toEqual([["POST", "/v1/x"]]);
  });

  // prettier-ignore
  test.each<[string, (socket: Socket) => void, object]>([
    ["does not speak TLS", (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"), failed("tls", false, expect.stringMatching(/^(EPROTO|ERR_SSL_\w+)$/))],
    ["closes in the TLS handshake", (socket) => socket.destroy(), failed("connectionLost", false, "ECONNRESET")],
    ["does not end the TLS handshake", () => pass(LIMIT), failed("connectTimeout", false)],
  ])("to what %s has surely not sent the request", async (_, treat, expected) => {
    const port = await serveTcp((socket) => socket.once("data", () => treat(socket)));
    expect(await attempt(`https://127.0.0.1:${port}`)).toEqual(expected);
  });

  test("to a port that nobody listens to has surely not sent the request", async () => {
    const expected = failed("unreachable", false, "ECONNREFUSED");
    expect(await attempt(`http://127.0.0.1:${await unusedPort()}`)).toEqual(expected);
  });

  test("to a host that DNS does not know has surely not sent the request", async () => {
    // A label of 64 characters is no name, so no server is asked.
    const expected = failed("unreachable", false, expect.stringMatching(/^(ENOTFOUND|EAI_\w+)$/));
    expect(await attempt(`https://${"a".repeat(64)}.example`)).toEqual(expected);
  });
});

test("a client that is closed ends its connections, and sends nothing more", async () => {
  let seen = 0;
  const port = await serve(() => seen++);
  const client = new Client({ ...settings, baseUrl: `http://127.0.0.1:${port}` }, { env: {} });
  const sending = errorOf(client.send(patch));
  await happens(() => seen === 1);
  await client.close();
  expect(await sending).toMatchObject({ maybeProcessed: true });
  expect((await errorOf(client.send(patch))).message).toBe("update container group acme/vision/web: cancelled.");
  expect(seen).toBe(1);
});

describe("a proxy", () => {
  /** A proxy that leads every tunnel and request to one port, and writes down what it was asked for. */
  async function proxyTo(port: number): Promise<{ url: string; asked: unknown[] }> {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      const { method, headers } = request;
      const path = new URL(request.url ?? "", "http://x").pathname;
      request.pipe(httpRequest({ port, method, headers, path }, (received) => received.pipe(response)));
    });
    server.on("connect", (request, socket: Socket) => {
      asked.push(request.url);
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      const onward = connect(port, "127.0.0.1").on("error", () => socket.destroy());
      socket.on("error", () => onward.destroy());
      socket.pipe(onward).pipe(socket);
    });
    return { url: `http://127.0.0.1:${await open(server)}`, asked };
  }

  const echo: Reply = (response, request) => response.end(request.url);

  test.each(["HTTP_PROXY", "http_proxy"])("named by %s is asked for the service", async (variable) => {
    const { url, asked } = await proxyTo(await serve(echo));
    expect(await attempt("http://service.example:81", { [variable]: url })).toMatchObject({ text: "/v1/x" });
    expect(asked).toEqual([expect.stringContaining("service.example:81")]);
  });

  test.each(["HTTPS_PROXY", "https_proxy"])("named by %s is asked for a tunnel to the service", async (variable) => {
    const { url, asked } = await proxyTo(await serveTcp((socket) => socket.once("data", () => socket.destroy())));
    expect(await attempt("https://service.example", { [variable]: url })).toMatchObject({ failure: { sent: false } });
    expect(asked).toEqual(["service.example:443"]);
  });

  test.each(["NO_PROXY", "no_proxy"])("is not asked for a host that %s names", async (variable) => {
    const { url, asked } = await proxyTo(await serve(echo));
    const host = `${"a".repeat(64)}.example`;
    const env = { HTTP_PROXY: url, [variable]: `other.example,.${host}` };
    expect(await attempt(`http://x.${host}`, env)).toMatchObject({ failure: { kind: "unreachable" } });
    expect(asked).toEqual([]);
  });

  test.each([
    ["", 0],
    ["<-loopback>", 1],
  ])("is not asked for this machine, unless NO_PROXY holds <-loopback>: %j", async (noProxy, requests) => {
    const port = await serve(echo);
    const { url, asked } = await proxyTo(port);
    await attempt(`http://127.0.0.1:${port}`, { HTTP_PROXY: url, NO_PROXY: noProxy });
    expect(asked).toHaveLength(requests);
  });

  const onRequest = (treat: (socket: Socket) => void) => (socket: Socket) => socket.once("data", () => treat(socket));

  // prettier-ignore
  test.each<[string, (socket: Socket) => void, object]>([
    ["refuses", onRequest((socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")), failed("proxy", false, "UND_ERR_ABORTED")],
    ["ends CONNECT without a response", onRequest((socket) => socket.end()), failed("proxyFailed", false, "UND_ERR_SOCKET")],
    ["responds with garbage", onRequest((socket) => socket.end("SSH-2.0-x\r\n")), failed("proxyFailed", false, "HTTPParserError")],
    ["closes every connection", (socket) => socket.destroy(), expect.objectContaining({ failure: expect.objectContaining({ sent: false }) as object })],
  ])("that %s is asked once in each attempt", async (_, treat, expected) => {
    let connections = 0;
    const port = await serveTcp((socket) => {
      connections++;
      treat(socket);
    });
    const env = { HTTPS_PROXY: `http://user:hunter2@127.0.0.1:${port}` };
    expect(await attempt("https://service.example", env)).toEqual(expected);
    expect(connections).toBe(1);
  });

  test("that is no URL is an error that does not show it", async () => {
    const attempting = attempt("https://service.example", { HTTPS_PROXY: "http://user:hunter2@:bad" });
    await expect(attempting).rejects.toThrow(/^HTTPS_PROXY and HTTP_PROXY must be URLs of proxies, such as /);
  });
});
