import { request as httpRequest, createServer as createHttpServer } from "node:http";
import { connect, type Socket } from "node:net";
import {
  clientOf,
  closeAll,
  errorOf,
  get,
  listen,
  patch,
  post,
  quickClock,
  raw,
  reply,
  serve,
  type Reply,
} from "./client.server";
import { happens, pass, withOwnTimers } from "../../../support/ownTimers";
import { LIMIT, runsOutAfterHead } from "./timers";

afterEach(closeAll);

const ok = reply(200, { id: "7" });

describe("the limit of an attempt", () => {
  withOwnTimers();

  test("is not spent in the queue for a connection", async () => {
    const { url, seen } = await serve((...args) => {
      pass(0.8 * LIMIT);
      ok(...args);
    });
    const client = clientOf(url, { maxConnections: 1, requestTimeoutSeconds: LIMIT, maxRetries: 0 });
    await Promise.all(Array.from({ length: 6 }, () => client.send(patch)));
    expect(seen).toHaveLength(6);
  });

  test("covers the body too", async () => {
    const begun: Reply = (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(" "), 5);
      response.on("close", () => clearInterval(drip));
    };
    const { url } = await serve(runsOutAfterHead(begun));
    const error = await errorOf(clientOf(url, { requestTimeoutSeconds: LIMIT, maxRetries: 0 }).send(get));
    expect(error.message).toContain("200 OK, but the response cannot be used: it was not complete within 0.3 s");
  });
});

test("no more connections are open than maxConnections allows", async () => {
  const open: (() => void)[] = [];
  let most = 0;
  const { url } = await serve((...args) => void open.push(() => ok(...args)));
  const client = clientOf(url, { maxConnections: 3 });
  const elsewhere = clientOf((await serve(ok)).url);
  const sending = Promise.all(Array.from({ length: 30 }, () => client.send(patch)));
  for (let batch = 0; batch < 10; batch++) {
    await happens(() => open.length >= 3);
    // A fourth would come sooner than this request, on a new connection, has its response.
    await elsewhere.send(get);
    most = Math.max(most, open.length);
    open.splice(0).forEach((respond) => respond());
  }
  await sending;
  expect(most).toBe(3);
});

describe("a proxy", () => {
  /** A proxy that leads every tunnel and request to one port, and writes down what it was asked for. */
  async function proxyTo(port: number): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = [];
    const server = createHttpServer((request, response) => {
      asked.push(request.url ?? "");
      const { method, headers } = request;
      const path = new URL(request.url ?? "", "http://x").pathname;
      request.pipe(httpRequest({ port, method, headers, path }, (answer) => answer.pipe(response)));
    });
    server.on("connect", (request, socket: Socket) => {
      asked.push(request.url ?? "");
      const onward = connect(port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        socket.pipe(onward).pipe(socket);
      });
      onward.on("error", () => socket.destroy());
      socket.on("error", () => onward.destroy());
    });
    return { url: `http://127.0.0.1:${await listen(server)}`, asked };
  }
  const plain = { allowPlainHttp: true, maxRetries: 0 };

  test.each(["HTTP_PROXY", "http_proxy"])("named by %s is asked for the service", async (variable) => {
    const { port, seen } = await serve(ok);
    const proxy = await proxyTo(port);
    const client = clientOf("http://service.example:81/v1", plain, { env: { [variable]: proxy.url } });
    expect(await client.send(patch)).toEqual({ status: 200, body: { id: "7" } });
    expect(proxy.asked).toHaveLength(1);
    expect(proxy.asked[0]).toContain("service.example:81");
    expect(seen[0]).toMatchObject({ url: `/v1${patch.path}`, body: patch.body });
  });

  test("named by HTTPS_PROXY is asked for a tunnel to an https service", async () => {
    const proxy = await proxyTo(await raw((socket) => socket.once("data", () => socket.destroy())));
    const error = await errorOf(
      clientOf("https://service.example", plain, { env: { HTTPS_PROXY: proxy.url } }).send(post),
    );
    expect(proxy.asked).toEqual(["service.example:443"]);
    expect(error.maybeProcessed).toBe(false);
    expect(error.message).toContain("a proxy is set in the environment");
  });

  test("is not asked for a host that NO_PROXY names", async () => {
    const { port } = await serve(ok);
    const proxy = await proxyTo(port);
    const env = { HTTP_PROXY: proxy.url, NO_PROXY: `other.example,.${"a".repeat(64)}.example` };
    const error = await errorOf(clientOf(`http://x.${"a".repeat(64)}.example`, plain, { env }).send(patch));
    expect(error.message).toMatch(/no connection to .* \((ENOTFOUND|EAI_\w+)/);
    expect(proxy.asked).toEqual([]);
  });

  test("is not asked for this machine, unless NO_PROXY says <-loopback>", async () => {
    const { url, port } = await serve(ok);
    const proxy = await proxyTo(port);
    await clientOf(url, plain, { env: { HTTP_PROXY: proxy.url } }).send(patch);
    expect(proxy.asked).toHaveLength(0);
    await clientOf(url, plain, { env: { HTTP_PROXY: proxy.url, NO_PROXY: "<-loopback>" } }).send(patch);
    expect(proxy.asked).toHaveLength(1);
  });

  test("that refuses is told, without its password", async () => {
    const server = createHttpServer();
    server.on("connect", (_, socket: Socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"));
    const env = { HTTPS_PROXY: `http://user:hunter2@127.0.0.1:${await listen(server)}` };
    const error = await errorOf(clientOf("https://service.example", plain, { env }).send(post));
    expect(error).toMatchObject({ maybeProcessed: false });
    expect(error.message).toContain("the proxy refused a connection to https://service.example");
    expect(error.message).not.toContain("hunter2");
  });

  // prettier-ignore
  test.each<[string, (socket: Socket) => void, string]>([
    ["ends CONNECT without a response", (socket) => socket.once("data", () => socket.end()), "the proxy closed the connection before there was one to https://service.example"],
    ["closes every connection", (socket) => socket.destroy(), "https://service.example"],
    ["responds with garbage", (socket) => socket.once("data", () => socket.end("SSH-2.0-x\r\n")), "the response of the proxy is not HTTP"],
  ])("that %s is asked once in each attempt, and is called a proxy", async (_, treat, expected) => {
    let connections = 0;
    const port = await raw((socket) => {
      connections++;
      treat(socket);
    });
    const clock = quickClock();
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    const client = clientOf("https://service.example", { maxRetries: 2 }, { env, clock });
    const error = await errorOf(client.send(post));
    expect(error.message).toContain(expected);
    expect(error.message).toContain("a proxy is set in the environment");
    expect(error.message).not.toContain("the response of https://");
    expect(error.maybeProcessed).toBe(false);
    expect([connections, clock.slept.length]).toEqual([3, 2]);
  });

  test("that is no URL is an error that does not show it", () => {
    const env = { HTTPS_PROXY: "http://user:hunter2@:bad" };
    expect(() => clientOf("https://service.example", plain, { env })).toThrow(
      /^HTTPS_PROXY and HTTP_PROXY must be URLs/,
    );
  });
});
