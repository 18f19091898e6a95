import { getEventListeners } from "node:events";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { Dispatcher } from "undici";
import { sendOnce } from "../../../../provider/core/http/transport";
import { pass, withOwnTimers } from "../../../support/ownTimers";

const REQUEST: Dispatcher.DispatchOptions = { path: "/", method: "GET" };
const LIMITS = { milliseconds: 1000, bytes: 10 };

withOwnTimers();

/** An attempt, and the HTTP library's part of it, event by event. */
function attempt(bytes = LIMITS.bytes) {
  const stop = new AbortController();
  const dispatch = jest.fn<boolean, [unknown, Dispatcher.DispatchHandler]>(() => true);
  const done = sendOnce({ dispatch } as unknown as Dispatcher, REQUEST, { ...LIMITS, bytes, signal: stop.signal });
  const handler = dispatch.mock.calls[0]![1];
  const abort = jest.fn();
  const controller = { abort } as unknown as Dispatcher.DispatchController;
  const on = {
    start: () => handler.onRequestStart?.(controller, undefined),
    head: (status: number, headers = {}) => handler.onResponseStart?.(controller, status, headers, ""),
    body: (...chunks: (string | Buffer)[]) =>
      chunks.forEach((chunk) => handler.onResponseData?.(controller, Buffer.from(chunk))),
    end: () => handler.onResponseEnd?.(controller, {}),
    fail: (code: string) => handler.onResponseError?.(controller, Object.assign(new Error("x"), { code })),
  };
  return { done, stop, abort, on };
}

/** The attempt that brings this body. */
function received(body: string | Buffer, encoding: string | string[], bytes = 10_000) {
  const { done, on } = attempt(bytes);
  on.start();
  on.head(200, { "content-encoding": encoding });
  on.body(body);
  on.end();
  return done;
}

test("a response is its status, its headers and its whole body, after which nothing waits or listens", async () => {
  const { done, stop, abort, on } = attempt();
  on.start();
  on.head(100, { early: "hint" });
  on.head(200, { a: "b" });
  on.body("12345", "67890");
  on.end();
  expect(await done).toEqual({ status: 200, headers: { a: "b" }, text: "1234567890" });
  expect(abort).not.toHaveBeenCalled();
  expect(jest.getTimerCount()).toBe(0);
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
});

test("a body that is too large is given up, and what comes after it counts for nothing", async () => {
  const { done, abort, on } = attempt();
  on.start();
  on.head(200);
  on.body("1234567890", "1", "2");
  on.end();
  expect(await done).toEqual({ status: 200, headers: {}, failure: { kind: "tooLarge", code: "", sent: true } });
  expect(abort).toHaveBeenCalledTimes(1);
});

type On = ReturnType<typeof attempt>["on"];

// prettier-ignore
const MOMENTS: [when: string, act: (on: On) => void, brought: { status?: number; sent: boolean }][] = [
  ["before the request is sent", () => undefined, { sent: false }],
  ["after it was sent", (on) => on.start(), { sent: true }],
  ["after an informational response", (on) => [on.start(), on.head(100)], { sent: true }],
  ["within the body", (on) => [on.start(), on.head(200), on.body("1")], { status: 200, sent: true }],
];

describe.each(MOMENTS)("%s", (_, act, { status, sent }) => {
  const brought = (kind: string, code = "") => ({ status, headers: {}, failure: { kind, code, sent } });

  test("the time is over, and what begins then is stopped", async () => {
    const { done, abort, on } = attempt();
    act(on);
    pass(0.999);
    expect(abort).not.toHaveBeenCalled();
    pass(0.001);
    on.start();
    expect(await done).toEqual(brought(sent ? "timeout" : "connectTimeout"));
    expect(abort).toHaveBeenCalled();
  });

  test("it is cancelled", async () => {
    const { done, stop, on } = attempt();
    act(on);
    stop.abort();
    expect(await done).toEqual(brought("cancelled"));
    expect(jest.getTimerCount()).toBe(0);
  });

  test("the connection fails", async () => {
    const { done, on } = attempt();
    act(on);
    on.fail("ECONNREFUSED");
    expect(await done).toEqual(brought("unreachable", "ECONNREFUSED"));
  });
});

test("an attempt that is cancelled before it begins sends nothing", async () => {
  const dispatch = jest.fn();
  const done = sendOnce({ dispatch } as unknown as Dispatcher, REQUEST, { ...LIMITS, signal: AbortSignal.abort() });
  expect(await done).toEqual({ headers: {}, failure: { kind: "cancelled", code: "", sent: false } });
  expect(dispatch).not.toHaveBeenCalled();
});

test("a request that the HTTP library refuses is a failure like others", async () => {
  const dispatch = () => {
    throw Object.assign(new Error("x"), { code: "UND_ERR_CLOSED" });
  };
  const done = sendOnce({ dispatch } as unknown as Dispatcher, REQUEST, LIMITS);
  expect(await done).toEqual({ headers: {}, failure: { kind: "cancelled", code: "UND_ERR_CLOSED", sent: false } });
});

describe("a body with Content-Encoding", () => {
  const TEXT = "x".repeat(5000);

  // prettier-ignore
  test.each<[string, string | string[], Buffer]>([
    ["gzip", "gzip", gzipSync(TEXT)],
    ["gzip in capitals", "GZIP", gzipSync(TEXT)],
    ["deflate", "deflate", deflateSync(TEXT)],
    ["br", "br", brotliCompressSync(TEXT)],
    ["two of them, the last one undone first", "gzip, br", brotliCompressSync(gzipSync(TEXT))],
    ["two of them in headers of their own", ["gzip", "br"], brotliCompressSync(gzipSync(TEXT))],
    ["identity", "identity", Buffer.from(TEXT)],
    ["a list with an empty place", "gzip, ", gzipSync(TEXT)],
  ])("%s is read", async (_, encoding, body) => {
    expect((await received(body, encoding)).text).toBe(TEXT);
  });

  // prettier-ignore
  test.each<[string, string, Buffer]>([
    ["cut off", "gzip", gzipSync(TEXT).subarray(0, 30)],
    ["something else", "br", Buffer.from(TEXT)],
    ["of an encoding that was not asked for", "zstd", Buffer.from("x")],
  ])("that is %s cannot be used", async (_, encoding, body) => {
    const { status, text, failure } = await received(body, encoding);
    expect([status, text]).toEqual([200, undefined]);
    expect(failure).toEqual({ kind: "unusable", code: "", sent: true, why: `its encoding ${encoding} cannot be undone` });
  });

  test("is empty where nothing came", async () => {
    expect((await received("", "gzip")).text).toBe("");
  });

  test("is limited by what comes out, so that a small response cannot fill the memory", async () => {
    const body = gzipSync("a".repeat(1001));
    expect(await received(body, "gzip", 1001)).toMatchObject({ text: "a".repeat(1001) });
    const failure = { kind: "tooLarge", code: "", sent: true };
    expect(await received(body, "gzip", 1000)).toEqual({ status: 200, headers: expect.anything() as object, failure });
  });
});
