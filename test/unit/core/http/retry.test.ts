import {
  delayAfter,
  failureOf,
  mayHaveBeenProcessed,
  mayRetry,
  parseRetryAfter,
  type ErrorResponse,
  type Failure,
} from "../../../../provider/core/http/retry";

const now = Date.parse("2026-01-01T00:00:00Z");

describe("parseRetryAfter", () => {
  test.each<[string, string | string[] | undefined, number | undefined]>([
    ["seconds", "3", 3000],
    ["seconds with a fraction", " 1.5 ", 1500],
    ["less than a second as a second", "0.001", 1000],
    ["a date in less than a second as a second", "Thu, 01 Jan 2026 00:00:00.5 GMT", 1000],
    ["no time at all", "0", 0],
    ["a date", "Thu, 01 Jan 2026 00:00:05 GMT", 5000],
    ["an old form of a date", "Thursday, 01-Jan-26 00:00:05 GMT", 5000],
    ["the oldest form of a date", "Thu Jan  1 00:00:05 2026", 5000],
    ["a date that is past", "Thu, 01 Jan 2015 00:00:00 GMT", 0],
    ["the first of several", ["2", "9"], 2000],
    ["nothing", undefined, undefined],
    ["the empty text", "", undefined],
    ["garbage", "soon", undefined],
    ["garbage that Date.parse would take", "later 1", undefined],
    ["a negative number", "-5", undefined],
    ["a day that is none", "Thu, 99 Foo 2026 00:00:05 GMT", undefined],
  ])("reads %s", (_, header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });
});

describe("delayAfter", () => {
  test.each<[string, number, number | undefined, number, number]>([
    ["what the service asked for", 1, 3000, 0.5, 3000],
    ["at most 60 seconds of it", 1, 3_600_000, 0.5, 60_000],
    ["backoff where it asked for a time that is past", 1, 0, 0.5, 125],
    ["backoff where it asked for nothing", 1, undefined, 1, 250],
    ["twice as long each time", 4, undefined, 1, 2000],
    ["with full jitter", 4, undefined, 0, 0],
    ["at most 15 seconds", 100, undefined, 1, 15_000],
  ])("waits %s", (_, attempt, retryAfter, random, expected) => {
    expect(delayAfter(attempt, retryAfter, () => random)).toBe(expected);
  });
});

describe("what may be retried, and what may have been processed", () => {
  const failure = (kind: Failure["kind"], sent: boolean, status?: number): Failure => ({
    kind,
    code: "",
    sent,
    status,
  });
  test.each<[string, Failure | ErrorResponse, { patch: boolean; post: boolean; processed: boolean }]>([
    ["no connection", failure("unreachable", false), { patch: true, post: true, processed: false }],
    ["TLS failure", failure("tls", false), { patch: true, post: true, processed: false }],
    ["connect time-out", failure("connectTimeout", false), { patch: true, post: true, processed: false }],
    [
      "reset before the request was sent",
      failure("connectionLost", false),
      { patch: true, post: true, processed: false },
    ],
    [
      "reset after the request was sent",
      failure("connectionLost", true),
      { patch: true, post: false, processed: true },
    ],
    ["time-out after the request was sent", failure("timeout", true), { patch: true, post: false, processed: true }],
    [
      "cancelled after the request was sent",
      failure("cancelled", true),
      { patch: false, post: false, processed: true },
    ],
    ["a response that is not HTTP", failure("unusable", true), { patch: true, post: false, processed: true }],
    ["a success that cannot be read", failure("unusable", true, 200), { patch: true, post: false, processed: true }],
    ["a success that is not JSON", failure("notJson", true, 200), { patch: true, post: false, processed: true }],
    ["a success that is too large", failure("tooLarge", true, 200), { patch: false, post: false, processed: true }],
    ["308", { status: 308 }, { patch: false, post: false, processed: false }],
    ["400", { status: 400 }, { patch: false, post: false, processed: false }],
    ["401", { status: 401 }, { patch: false, post: false, processed: false }],
    ["404", { status: 404 }, { patch: false, post: false, processed: false }],
    ["408", { status: 408 }, { patch: true, post: false, processed: true }],
    ["409", { status: 409 }, { patch: false, post: false, processed: false }],
    ["500", { status: 500 }, { patch: true, post: false, processed: true }],
    ["501", { status: 501 }, { patch: false, post: false, processed: false }],
    ["502", { status: 502 }, { patch: true, post: false, processed: true }],
    ["503", { status: 503 }, { patch: true, post: false, processed: false }],
    ["503 with Retry-After", { status: 503, retryAfter: 0 }, { patch: true, post: true, processed: false }],
    ["500 with Retry-After", { status: 500, retryAfter: 1 }, { patch: true, post: false, processed: true }],
    ["504", { status: 504 }, { patch: true, post: false, processed: true }],
  ])("%s", (_, outcome, { patch, post, processed }) => {
    expect(mayRetry("PATCH", outcome)).toBe(patch);
    expect(mayRetry("GET", outcome)).toBe(patch);
    expect(mayRetry("POST", outcome)).toBe(post);
    expect(mayHaveBeenProcessed(false, outcome)).toBe(processed);
  });
});

test.each([
  [404, false],
  [410, false],
  [400, true],
  [503, true],
])("after an attempt that may have been processed, a %i leaves that open: %s", (status, expected) => {
  expect(mayHaveBeenProcessed(true, { status })).toBe(expected);
});

describe("failureOf", () => {
  test.each<[unknown, boolean, Failure["kind"]]>([
    [{ code: "ECONNREFUSED" }, false, "unreachable"],
    [Object.assign(new AggregateError([{ code: "ECONNREFUSED" }]), {}), false, "unreachable"],
    [{ code: "ENOTFOUND" }, false, "unreachable"],
    [{ code: "EAI_AGAIN" }, false, "unreachable"],
    [{ code: "UND_ERR_CONNECT_TIMEOUT" }, false, "connectTimeout"],
    [{ code: "ETIMEDOUT" }, true, "timeout"],
    [{ code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, false, "tls"],
    [{ code: "ERR_TLS_CERT_ALTNAME_INVALID" }, false, "tls"],
    [{ code: "EPROTO" }, false, "tls"],
    [{ code: "ENETUNREACH" }, false, "unreachable"],
    [{ code: "UND_ERR_ABORTED" }, false, "proxy"],
    [{ code: "UND_ERR_SOCKET" }, true, "connectionLost"],
    [{ cause: { code: "ECONNRESET" } }, true, "connectionLost"],
    [{ code: "HPE_INVALID_CONSTANT" }, true, "unusable"],
    [{ code: "UND_ERR_DESTROYED" }, true, "cancelled"],
    [new Error("odd"), true, "connectionLost"],
    ["odd", true, "connectionLost"],
  ])("%j, sent: %s, is called %s", (error, sent, kind) => {
    expect(failureOf(error, sent)).toMatchObject({ kind, sent });
  });
});
