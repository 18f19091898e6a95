import { MAX_RETRY_AFTER } from "./gate";

/** How an attempt failed that brought no HTTP response, or none that can be used. What has the same next step is one kind. */
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
  /** The system's or the HTTP library's name of the error, such as ECONNREFUSED; empty where there is none. */
  code: string;
  /** Whether any byte of the request may have left: false means that the service surely did not process it. */
  sent: boolean;
  /** The status of a success whose body cannot be used, and why it cannot. */
  status?: number;
  why?: string;
}

/** An HTTP response that is not a success. */
export interface ErrorResponse {
  status: number;
  /** What `Retry-After` asks for, in milliseconds (0: a date that is past); undefined: absent or not readable. */
  retryAfter?: number;
}

/** The failure that an error's code stands for; the first pattern that matches decides. */
const KINDS: [pattern: RegExp, kind: FailureKind][] = [
  [
    /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    "unreachable",
  ],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, "connectTimeout"],
  [
    /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/,
    "tls",
  ],
  [/^(UND_ERR_PRX_TLS)$/, "tls"],
  [/^UND_ERR_(DESTROYED|CLOSED)$/, "cancelled"],
  [/^(HTTPParserError|HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_RESPONSE)/, "unusable"],
];

/** A proxy failed before it opened a tunnel, so nothing was sent to the service; the cause says how. */
export class TunnelError extends Error {}

/** Names the failure that an error of the HTTP library stands for. Its text is not used: it may quote what was sent. */
export function failureOf(error: unknown, sent: boolean): Failure {
  const code = codeOf(error);
  if (!sent && code === "UND_ERR_ABORTED") {
    // The client aborts through its own signal, so this is the proxy's refusal to open a tunnel.
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

/** Failures that another attempt does not mend. */
const FINAL = new Set<FailureKind>(["cancelled", "rateLimited", "tooLarge"]);

/** Statuses that leave open whether the request was carried out. */
const INDETERMINATE = new Set([408, 500, 502, 504]);

/** Statuses by which the service says that the object does not exist, and so that no earlier attempt has changed it. */
const ABSENT = new Set([404, 410]);

/**
 * Whether the request may be sent again. GET and PATCH (a merge patch is idempotent): after every failure but those in FINAL, and after
 * 408, 500, 502, 503 and 504. POST: only when it surely was not processed, that is nothing was sent, or 503 with `Retry-After`. A 429 is no
 * failed attempt, and does not come here.
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

/** Whether the service may have carried the request out, after this outcome and what is known from earlier attempts. */
export function mayHaveBeenProcessed(before: boolean, outcome: Failure | ErrorResponse): boolean {
  if ("kind" in outcome) {
    return before || outcome.sent;
  }
  return !ABSENT.has(outcome.status) && (before || INDETERMINATE.has(outcome.status));
}

const FIRST_BACKOFF = 250;
const MAX_BACKOFF = 15_000;

/**
 * Reads `Retry-After`, seconds or a date, to milliseconds from now: 0 when it is past, else 1000 or more, undefined when it is
 * neither.
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
    // Date.parse finds a date in almost anything.
    return undefined;
  }
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : atLeastASecond(Math.max(0, date - now));
}

/** Less than a second would make requests a hundred times as frequent as any service can mean. */
const atLeastASecond = (milliseconds: number) => (milliseconds > 0 ? Math.max(1000, milliseconds) : 0);

/**
 * Milliseconds to wait after the attempt of this number (from 1): what the service asked for, up to 60 seconds; where it
 * asked for nothing, exponential backoff with full jitter, from 0 to 250 ms doubled each time, at most 15 seconds.
 */
export function delayAfter(attempt: number, retryAfter: number | undefined, random: () => number): number {
  return retryAfter
    ? Math.min(retryAfter, MAX_RETRY_AFTER)
    : random() * Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (attempt - 1));
}
