import { createServer } from "node:net";
import { realClock, type Clock } from "../../../../provider/core/http/gate";
import {
  clientOf,
  closeAll,
  errorOf,
  get,
  hang,
  KEY,
  listen,
  patch,
  post,
  quickClock,
  raw,
  reply,
  reset,
  serve,
  type Reply,
} from "./client.server";
import { happens, pass, withOwnTimers } from "../../../support/ownTimers";
import { afterHead, LIMIT, runsOut } from "./timers";

afterEach(closeAll);

const ok = reply(200, { id: "7" });
const JOB_MAY_EXIST =
  "The job may exist: the request may have been processed before the connection failed, so it was not sent again.";

/** A port on which nobody listens. */
async function deadPort(): Promise<number> {
  const port = await listen(createServer());
  await closeAll();
  return port;
}

describe("a request that reached the service", () => {
  withOwnTimers();

  test.each<[string, Reply, RegExp]>([
    ["is closed without a response", reset, /the connection failed before the response was complete/],
    ["has no response", runsOut(hang), /no complete response within 0\.3 s\. .*requestTimeoutSeconds/],
    [
      "has headers that are too slow",
      runsOut((response) => {
        response.socket?.write("HTTP/1.1 200 OK\r\n");
        const drip = setInterval(() => response.socket?.write("x-slow: 1\r\n"), 5);
        response.socket?.on("close", () => clearInterval(drip));
      }),
      /no complete response within 0\.3 s/,
    ],
    [
      "has a response that is not HTTP",
      (response) => response.socket?.end("SSH-2.0-x\r\n"),
      /is not HTTP \(HTTPParserError\)/,
    ],
  ])("and %s: PATCH and GET are sent again, POST is not", async (_, fault, expected) => {
    const { url, seen } = await serve(fault, ok, fault, ok, fault);
    const client = clientOf(url, { requestTimeoutSeconds: LIMIT });
    expect(await client.send(patch)).toEqual({ status: 200, body: { id: "7" } });
    expect(await client.send(get)).toEqual({ status: 200, body: { id: "7" } });
    const error = await errorOf(client.send(post));
    expect(error).toMatchObject({ status: undefined, maybeProcessed: true });
    expect(error.message).toMatch(expected);
    expect(error.message).toContain(JOB_MAY_EXIST);
    expect(seen).toHaveLength(5);
  });

  test("is told to have been sent so many times when it always fails", async () => {
    const { url, seen } = await serve(reset);
    const error = await errorOf(clientOf(url).send(patch));
    expect(error).toMatchObject({ maybeProcessed: true });
    expect(error.message).toMatch(/complete \(\w+\) after 5 attempts\.$/);
    expect(seen).toHaveLength(5);
  });

  test("is told by the last HTTP status, where the connection failed after it", async () => {
    const { url } = await serve(reply(503, { message: "busy" }), reset);
    const error = await errorOf(clientOf(url, { maxRetries: 1 }).send(patch));
    expect(error).toMatchObject({ status: 503, maybeProcessed: true });
    expect(error.message).toMatch(
      /503 Service Unavailable after 2 attempts: busy\. The last attempt: the connection failed/,
    );
  });
});

describe("a request that surely was not processed is sent again, POST too:", () => {
  test("connection refused", async () => {
    const port = await deadPort();
    const clock = quickClock();
    const error = await errorOf(clientOf(`http://127.0.0.1:${port}/v1`, { maxRetries: 2 }, { clock }).send(post));
    expect(error).toMatchObject({ maybeProcessed: false, status: undefined });
    expect(error.message).toBe(
      `create job in queue acme/vision/frames: no connection to http://127.0.0.1:${port} (ECONNREFUSED) ` +
        "after 3 attempts. Is containergroups:baseUrl right?",
    );
    expect(clock.slept).toEqual([250, 500]);
  });

  test("a host that DNS does not know", async () => {
    // A label of 64 characters is no name: no server needs to be asked.
    const client = clientOf(`https://${"a".repeat(64)}.example`, { maxRetries: 1 });
    const error = await errorOf(client.send(post));
    expect(error).toMatchObject({ maybeProcessed: false });
    expect(error.message).toMatch(
      /no connection to https:\/\/a+\.example \(E\w+\) after 2 attempts\. Is containergroups:baseUrl right\?$/,
    );
  });

  test("what responds does not speak TLS", async () => {
    const port = await raw((socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
    const error = await errorOf(clientOf(`https://127.0.0.1:${port}`, { maxRetries: 1 }).send(post));
    expect(error).toMatchObject({ maybeProcessed: false });
    expect(error.message).toMatch(
      /no secure connection to https:\/\/127\.0\.0\.1:\d+: TLS failure \((EPROTO|ERR_SSL_\w+)\)/,
    );
  });

  test("the TLS handshake is closed", async () => {
    const port = await raw((socket) => socket.once("data", () => socket.destroy()));
    const error = await errorOf(clientOf(`https://127.0.0.1:${port}`, { maxRetries: 1 }).send(post));
    expect(error).toMatchObject({ maybeProcessed: false });
  });

  describe("the TLS handshake", () => {
    withOwnTimers();

    test("never ends", async () => {
      const port = await raw((socket) => socket.once("data", () => pass(LIMIT)));
      const client = clientOf(`https://127.0.0.1:${port}`, { maxRetries: 1, requestTimeoutSeconds: LIMIT });
      const error = await errorOf(client.send(post));
      expect(error).toMatchObject({ maybeProcessed: false });
      expect(error.message).toMatch(/no connection to https:\/\/127\.0\.0\.1:\d+ within 0\.3 s/);
    });
  });
});

describe("a request that is cancelled", () => {
  const begun: Reply = (response) => void response.writeHead(200).write("{");

  test("before it began is not sent", async () => {
    const { url, seen } = await serve(ok);
    const error = await errorOf(clientOf(url).send(patch, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ maybeProcessed: false });
    expect(error.message).toBe("update container group acme/vision/web: cancelled.");
    expect(seen).toEqual([]);
  });

  test("while it waits for a connection is not sent", async () => {
    const { url, seen } = await serve(hang);
    const client = clientOf(url, { maxConnections: 1 });
    const first = errorOf(client.send(patch));
    const stop = new AbortController();
    const second = errorOf(client.send(patch, { signal: stop.signal }));
    await happens(() => seen.length > 0);
    stop.abort();
    expect(await second).toMatchObject({ maybeProcessed: false });
    await client.close();
    await first;
    expect(seen).toHaveLength(1);
  });

  test("by the client's end while it waits for a connection is not sent", async () => {
    const { url, seen } = await serve(hang);
    const client = clientOf(url, { maxConnections: 1 });
    const both = [errorOf(client.send(patch)), errorOf(client.send(patch))];
    await happens(() => seen.length > 0);
    await client.close();
    expect((await Promise.all(both)).map(({ maybeProcessed }) => maybeProcessed)).toEqual([true, false]);
    expect(seen).toHaveLength(1);
  });

  test("while it is under way ends at once and is not sent again", async () => {
    const stop = new AbortController();
    const { url, seen } = await serve(() => stop.abort());
    const error = await errorOf(clientOf(url).send(post, { signal: stop.signal }));
    expect(error).toMatchObject({ maybeProcessed: true });
    expect(error.message).toContain("The job may exist: the request may have been processed before it was cancelled");
    expect(seen).toHaveLength(1);
  });

  test("while the response to a PATCH comes is a success that cannot be read", async () => {
    const stop = new AbortController();
    const { url, seen } = await serve(afterHead(begun, () => stop.abort()));
    const unreadable = "the request was cancelled before it was complete";
    const response = await clientOf(url).send(patch, { signal: stop.signal });
    expect(response).toEqual({ status: 200, body: undefined, unreadable });
    expect(seen).toHaveLength(1);
  });

  test("while the response to a GET comes is an error, and it is not sent again", async () => {
    const stop = new AbortController();
    const { url, seen } = await serve(afterHead(begun, () => stop.abort()));
    const error = await errorOf(clientOf(url).send(get, { signal: stop.signal }));
    expect(error).toMatchObject({ status: 200 });
    expect(error.message).toBe("list jobs of inference endpoint acme/llm: cancelled.");
    expect(seen).toHaveLength(1);
  });

  test.each([
    [500, "the time before the next attempt"],
    [429, "a pause"],
  ])("after a %i, in %s, ends at once", async (status) => {
    const { url, seen } = await serve(reply(status, { message: "busy" }, { "retry-after": "50" }));
    const stop = new AbortController();
    const sleep: Clock["sleep"] = (milliseconds, signal) => {
      setImmediate(() => stop.abort());
      return realClock.sleep(milliseconds, signal);
    };
    const client = clientOf(url, {}, { clock: { ...realClock, sleep } });
    const error = await errorOf(client.send(patch, { signal: stop.signal }));
    expect(error).toMatchObject({ status });
    expect(error.message).toMatch(/busy\. Then it was cancelled\./);
    expect(seen).toHaveLength(1);
  });

  test("by the client's end fails, and later ones too", async () => {
    const { url, seen } = await serve(hang);
    const client = clientOf(url);
    const sending = errorOf(client.send(patch));
    await happens(() => seen.length > 0);
    await client.close();
    expect(await sending).toMatchObject({ maybeProcessed: true });
    expect((await errorOf(client.send(patch))).message).toContain("cancelled");
    expect(seen).toHaveLength(1);
  });
});

test("no error holds the key, whatever fails", async () => {
  const port = await raw((socket) => socket.once("data", (data) => socket.end(data)));
  const echo = await errorOf(clientOf(`http://127.0.0.1:${port}`, { maxRetries: 0 }).send(post));
  const { url } = await serve((response) => {
    response.socket?.end(`HTTP/1.1 200 ${KEY}\r\n${KEY} ${KEY}\r\n\r\n`);
  });
  const bad = await errorOf(clientOf(url, { maxRetries: 0 }).send(post));
  for (const error of [echo, bad]) {
    expect(JSON.stringify([error, error.message, error.stack, error.cause])).not.toContain(KEY);
  }
});
