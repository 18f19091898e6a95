import { getEventListeners } from "node:events";
import { gzipSync } from "node:zlib";
import type { Dispatcher } from "undici";
import { sendOnce } from "../../../../provider/core/http/transport";

const REQUEST: Dispatcher.DispatchOptions = { path: "/", method: "GET" };
const LIMITS = { milliseconds: 1000, bytes: 10 };

beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] }));
afterEach(() => jest.useRealTimers());

/** An attempt, and the HTTP client's part of it, event by event. */
function attempt(limits: Partial<typeof LIMITS> = {}) {
  const stop = new AbortController();
  const dispatch = jest.fn<boolean, [unknown, Dispatcher.DispatchHandler]>(() => true);
  const done = sendOnce({ dispatch } as unknown as Dispatcher, REQUEST, { ...LIMITS, ...limits, signal: stop.signal });
  const handler = dispatch.mock.calls[0]![1];
  const abort = jest.fn();
  const controller = { abort } as unknown as Dispatcher.DispatchController;
  return {
    done,
    stop,
    abort,
    start: () => handler.onRequestStart?.(controller, undefined),
    head: (status: number, headers = {}) => handler.onResponseStart?.(controller, status, headers, ""),
    body: (data: string | Buffer) => handler.onResponseData?.(controller, Buffer.from(data)),
    end: () => handler.onResponseEnd?.(controller, {}),
    fail: (code: string) => handler.onResponseError?.(controller, Object.assign(new Error("x"), { code })),
  };
}

test("a response is its status, its headers and its whole body, after which nothing waits or listens", async () => {
  const { done, stop, abort, ...on } = attempt();
  on.start();
  on.head(100, { early: "hint" });
  on.head(200, { a: "b" });
  on.body("12345");
  on.body("67890");
  on.end();
  expect(await done).toEqual({ status: 200, headers: { a: "b" }, text: "1234567890" });
  expect(abort).not.toHaveBeenCalled();
  expect(jest.getTimerCount()).toBe(0);
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
});

test("a body that is too large is given up, and what comes after it counts for nothing", async () => {
  const { done, abort, ...on } = attempt();
  on.start();
  on.head(200);
  on.body("1234567890");
  on.body("1");
  on.body("2");
  on.end();
  expect(await done).toEqual({ status: 200, headers: {}, failure: { kind: "tooLarge", code: "", sent: true } });
  expect(abort).toHaveBeenCalledTimes(1);
});

test.each([
  ["before it is sent, and what begins then is stopped", "connectTimeout", false],
  ["after it was sent", "timeout", true],
])("the time is over %s", async (_, kind, sent) => {
  const { done, abort, ...on } = attempt();
  if (sent) {
    on.start();
  }
  jest.advanceTimersByTime(999);
  expect(abort).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  on.start();
  expect(await done).toEqual({ headers: {}, failure: { kind, code: "", sent } });
  expect(abort).toHaveBeenCalled();
});

test.each([
  ["before it is sent", false],
  ["after it was sent", true],
])("it is cancelled %s", async (_, sent) => {
  const { done, stop, ...on } = attempt();
  if (sent) {
    on.start();
  }
  stop.abort();
  expect(await done).toEqual({ headers: {}, failure: { kind: "cancelled", code: "", sent } });
  expect(jest.getTimerCount()).toBe(0);
});

test("it is cancelled before it begins: nothing is sent", async () => {
  const dispatch = jest.fn();
  const signal = AbortSignal.abort();
  const done = sendOnce({ dispatch } as unknown as Dispatcher, REQUEST, { ...LIMITS, signal });
  expect(await done).toEqual({ headers: {}, failure: { kind: "cancelled", code: "", sent: false } });
  expect(dispatch).not.toHaveBeenCalled();
});

test.each([
  ["before it is sent", false],
  ["after it was sent", true],
])("the connection fails %s", async (_, sent) => {
  const { done, ...on } = attempt();
  if (sent) {
    on.start();
    on.head(100);
  }
  on.fail("ECONNREFUSED");
  expect(await done).toEqual({ headers: {}, failure: { kind: "unreachable", code: "ECONNREFUSED", sent } });
});

test("the HTTP client refuses the request: that is a failure like others", async () => {
  const dispatcher = {
    dispatch: () => {
      throw Object.assign(new Error("x"), { code: "UND_ERR_CLOSED" });
    },
  } as unknown as Dispatcher;
  const done = sendOnce(dispatcher, REQUEST, LIMITS);
  expect(await done).toEqual({ headers: {}, failure: { kind: "cancelled", code: "UND_ERR_CLOSED", sent: false } });
});

test("a body is too large where it is so when its encoding is undone", async () => {
  const { done, ...on } = attempt({ bytes: 1000 });
  on.start();
  on.head(200, { "content-encoding": "gzip" });
  on.body(gzipSync("a".repeat(1001)));
  on.end();
  expect(await done).toMatchObject({ status: 200, failure: { kind: "tooLarge", code: "", sent: true } });
});

test("a body whose encoding is not known cannot be used", async () => {
  const { done, ...on } = attempt();
  on.start();
  on.head(200, { "content-encoding": "zip" });
  on.body("1");
  on.end();
  const failure = { kind: "unusable", code: "", sent: true, why: expect.stringContaining("zip") as string };
  expect(await done).toMatchObject({ status: 200, failure });
});
