import {
  delayAfter,
  failureOf,
  mayHaveBeenProcessed,
  mayRetry,
  parseRetryAfter,
  type ErrorResponse,
  type Failure,
} from "../../../../provider/core/http/retry";

// prettier-ignore
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
  ["seconds with a unit", "120 seconds", undefined],
  ["a date after other text", "from Thu, 01 Jan 2026 00:00:05 GMT", undefined],
  ["a day that is none", "Thu, 99 Foo 2026 00:00:05 GMT", undefined],
])("Retry-After is read: %s", (_, header, expected) => {
  expect(parseRetryAfter(header, Date.parse("2026-01-01T00:00:00Z"))).toBe(expected);
});

// prettier-ignore
test.each<[string, number, number | undefined, number, number]>([
  ["what the service asked for", 1, 3000, 0.5, 3000],
  ["at most 60 seconds of it", 1, 3_600_000, 0.5, 60_000],
  ["backoff where it asked for a time that is past", 1, 0, 0.5, 125],
  ["backoff where it asked for nothing", 1, undefined, 1, 250],
  ["twice as long each time", 4, undefined, 1, 2000],
  ["with full jitter", 4, undefined, 0, 0],
  ["at most 15 seconds", 100, undefined, 1, 15_000],
])("the delay is %s", (_, attempt, retryAfter, random, expected) => {
  expect(delayAfter(attempt, retryAfter, () => random)).toBe(expected);
});

type Outcome = Failure | ErrorResponse;
const failed = (kind: Failure["kind"], sent: boolean): Failure => ({ kind, code: "", sent });
const statuses = (...all: number[]): Outcome[] => all.map((status) => ({ status }));

// prettier-ignore
const OUTCOMES: [string, Outcome[], { patch: boolean; post: boolean; processed: boolean }][] = [
  ["a request that was not sent", (["unreachable", "tls", "connectTimeout", "connectionLost", "proxy", "proxyFailed"] as const).map((kind) => failed(kind, false)), { patch: true, post: true, processed: false }],
  ["a request that was sent", (["connectionLost", "timeout", "unusable", "notJson"] as const).map((kind) => failed(kind, true)), { patch: true, post: false, processed: true }],
  ["one that is cancelled, or has a response that is too large", [failed("cancelled", true), failed("tooLarge", true)], { patch: false, post: false, processed: true }],
  ["one that waits for the rate without end", [failed("rateLimited", false)], { patch: false, post: false, processed: false }],
  ["a refusal", statuses(301, 308, 400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415, 418, 422, 423, 428, 431, 451, 501, 505), { patch: false, post: false, processed: false }],
  ["a failure of the service", statuses(408, 500, 502, 504), { patch: true, post: false, processed: true }],
  ["500 with Retry-After", [{ status: 500, retryAfter: 1 }], { patch: true, post: false, processed: true }],
  ["503 without Retry-After", statuses(503), { patch: true, post: false, processed: true }],
  ["a failure that is not retried", statuses(507, 520, 524), { patch: false, post: false, processed: true }],
  ["503 with Retry-After", [{ status: 503, retryAfter: 0 }], { patch: true, post: true, processed: false }],
];
const EACH = OUTCOMES.flatMap(([name, all, expected]) => all.map((outcome) => ({ name, outcome, expected })));

test.each(EACH)(
  "whether to send again, and whether it was processed, after $name: $outcome",
  ({ outcome, expected }) => {
    expect(mayRetry("PATCH", outcome)).toBe(expected.patch);
    expect(mayRetry("GET", outcome)).toBe(expected.patch);
    expect(mayRetry("POST", outcome)).toBe(expected.post);
    expect(mayHaveBeenProcessed(false, outcome)).toBe(expected.processed);
  },
);

// prettier-ignore
test.each<[Outcome, boolean]>([
  [{ status: 404 }, false], [{ status: 410 }, false], [{ status: 400 }, true], [{ status: 503 }, true], [failed("unreachable", false), true],
])("after an attempt that may have been processed, %j leaves that open: %s", (outcome, expected) => {
  expect(mayHaveBeenProcessed(true, outcome)).toBe(expected);
});

// prettier-ignore
test.each<[unknown, boolean, Failure["kind"]]>([
  [{ code: "ECONNREFUSED" }, false, "unreachable"],
  [new AggregateError([{ code: "ECONNREFUSED" }]), false, "unreachable"],
  [{ code: "EAI_AGAIN" }, false, "unreachable"],
  [{ code: "UND_ERR_CONNECT_TIMEOUT" }, false, "connectTimeout"],
  [{ code: "ETIMEDOUT" }, true, "timeout"],
  [{ code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, false, "tls"],
  [{ code: "ERR_TLS_CERT_ALTNAME_INVALID" }, false, "tls"],
  [{ code: "EPROTO" }, false, "tls"],
  [{ code: "UND_ERR_PRX_TLS" }, false, "tls"],
  [{ code: "UND_ERR_ABORTED" }, false, "proxy"],
  [{ code: "UND_ERR_ABORTED" }, true, "connectionLost"],
  [{ code: "UND_ERR_SOCKET" }, true, "connectionLost"],
  [{ cause: { code: "ECONNRESET" } }, true, "connectionLost"],
  [{ code: "UND_ERR", cause: { code: "ECONNREFUSED" } }, false, "unreachable"],
  [{ code: "HPE_INVALID_CONSTANT" }, true, "unusable"],
  [{ code: "HPE_INVALID_CONSTANT" }, false, "proxyFailed"],
  [{ code: "UND_ERR_DESTROYED" }, true, "cancelled"],
  [new Error("odd"), true, "connectionLost"],
  ["odd", true, "connectionLost"],
  [null, true, "connectionLost"],
])("the error %j, sent: %s, is called %s", (error, sent, kind) => {
  expect(failureOf(error, sent)).toMatchObject({ kind, sent });
});
