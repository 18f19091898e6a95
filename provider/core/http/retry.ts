import { MAX_RETRY_AFTER } from "./gate";

/** The ways in which an attempt fails without an HTTP response that can be used. One kind has one next step. */
export type FailureKind =
  | "unreachable"
  | "connectTimeout"
  | "tls"
  | "proxy"
  | "proxyFailed"
  | "timeout"
  | "connectionLost"
  | "unusable"
  | "notJson"
  | "tooLarge"
  | "cancelled"
  | "rateLimited";

/** An attempt that failed without an HTTP response that can be used. */
export interface Failure {
  kind: FailureKind;
  /** The name that the system or the HTTP library gives to the error, such as ECONNREFUSED. It may be empty. */
  code: string;
  /** Whether part of the request may have been sent. If false, the service did not process it. */
  sent: boolean;
  /** The status of a success whose body cannot be used; `why` is the reason. */
  status?: number;
  why?: string;
}

/** An HTTP response that is not a success. */
export interface ErrorResponse {
  status: number;
  /**
   * The milliseconds that `Retry-After` asks for: 0 for a date in the past, undefined where the header is absent or not valid.
   */
  retryAfter?: number;
}

/** The kind of failure for each error code. The first pattern that matches applies. */
const KINDS: [pattern: RegExp, kind: FailureKind][] = [
  [
    /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    "unreachable",
  ],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, "connectTimeout"],
  [
    /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO|UND_ERR_PRX_TLS)/,
    "tls",
  ],
  [/^UND_ERR_(DESTROYED|CLOSED)$/, "cancelled"],
  [/^(HTTPParserError|HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_RESPONSE)/, "unusable"],
];

/** The error of a proxy that failed before it opened a tunnel. Nothing was sent to the service then. */
export class TunnelError extends Error {}

/** Returns the failure for an error of the HTTP library. The error's text is not used because it may quote the request. */
export function failureOf(error: unknown, sent: boolean): Failure {
  const code = codeOf(error);
  if (!sent && code === "UND_ERR_ABORTED") {
    // An attempt that is given up ends before this error comes, so here the proxy has refused to open a tunnel.
    return { kind: "proxy", code, sent };
  }
  if (error instanceof TunnelError || (!sent && /^(HTTPParserError|HPE_)/.test(code))) {
    return { kind: "proxyFailed", code, sent: false };
  }
  const kind = KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? "connectionLost";
  return { kind: kind === "connectTimeout" && sent ? "timeout" : kind, code, sent };
}

function codeOf(error: unknown): string {
  for (let at = error, depth = 0; typeof at === "object" && at !== null && depth < 5; depth++) {
    const { name, code, cause, errors } = at as { name?: unknown; code?: unknown; cause?: unknown; errors?: unknown };
    if (typeof code === "string" && code !== "UND_ERR") {
      return code;
    }
    if (name === "HTTPParserError") {
      return name;
    }
    at = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return "";
}

/** Statuses after which an idempotent request is sent again. */
const RETRYABLE = new Set([408, 500, 502, 503, 504]);

/** Failures after which no request is sent again. */
const FINAL = new Set<FailureKind>(["cancelled", "rateLimited", "tooLarge"]);

/** Statuses of a server that does not know the request, so that it has not processed it. */
const UNKNOWN_TO_SERVER = new Set([501, 505]);

/** Statuses for an object that does not exist. No earlier attempt has changed it then. */
const ABSENT = new Set([404, 410]);

/**
 * Returns whether a request may be sent again after this outcome. A GET and a PATCH may, because a merge patch is idempotent.
 * A POST may only if the service did not process it: if nothing was sent, or after a 503 with `Retry-After`. A 429 is not an
 * outcome here, because it is no failed attempt.
 */
export function mayRetry(method: string, outcome: Failure | ErrorResponse): boolean {
  if ("kind" in outcome) {
    return !FINAL.has(outcome.kind) && (method !== "POST" || !outcome.sent);
  }
  if (method === "POST") {
    return outcome.status === 503 && outcome.retryAfter !== undefined;
  }
  return RETRYABLE.has(outcome.status);
}

/** Returns whether the service may have processed the request. `before` is the same after the earlier attempts. */
export function mayHaveBeenProcessed(before: boolean, outcome: Failure | ErrorResponse): boolean {
  if ("kind" in outcome) {
    return before || outcome.sent;
  }
  return !ABSENT.has(outcome.status) && (before || isIndeterminate(outcome));
}

/** Whether the service may have processed a request with this response. With `Retry-After` a 503 says that it has not. */
function isIndeterminate({ status, retryAfter }: ErrorResponse): boolean {
  const isFailure = status === 408 || (status >= 500 && !UNKNOWN_TO_SERVER.has(status));
  return isFailure && !(status === 503 && retryAfter !== undefined);
}

const FIRST_BACKOFF = 250;
const MAX_BACKOFF = 15_000;

/**
 * Reads the seconds or the date of `Retry-After`. Returns milliseconds from now: 0 for a date in the past, otherwise 1000 or
 * more. Returns undefined for anything else.
 */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined) {
    return undefined;
  }
  if (/^\d+(\.\d+)?$/.test(text)) {
    return atLeastASecond(Number(text) * 1000);
  }
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/.test(text)) {
    // Date.parse would find a date in almost any text.
    return undefined;
  }
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : atLeastASecond(Math.max(0, date - now));
}

/** Raises a wait to at least one second. A service that asks for a shorter wait does not want a hundred requests a second. */
const atLeastASecond = (milliseconds: number) => (milliseconds > 0 ? Math.max(1000, milliseconds) : 0);

/**
 * Returns the milliseconds to wait after an attempt. Attempts count from 1. The wait is what the service asked for, up to 60
 * seconds. Otherwise it is exponential backoff with full jitter: up to 250 ms, doubled each time, and at most 15 seconds.
 */
export function delayAfter(attempt: number, retryAfter: number | undefined, random: () => number): number {
  return retryAfter
    ? Math.min(retryAfter, MAX_RETRY_AFTER)
    : random() * Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (attempt - 1));
}
