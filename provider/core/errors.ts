import { STATUS_CODES } from "node:http";
import type { RenderedRequest } from "./operations";
import { quote, redact } from "./redaction";
import type { Failure, FailureKind } from "./retry";

/** A request that did not succeed. Its message is one paragraph, fit to be shown: no secret, no stack trace. */
export class ServiceError extends Error {
  /** The status of the last HTTP answer; absent when none came. */
  readonly status?: number;
  /** Whether the service may have carried the request out, in any of the attempts. */
  readonly maybeProcessed: boolean;
  /** The service's identifier of the request, if its answer named one. */
  readonly requestId?: string;
  /** How many times the request was sent, or tried to be. */
  readonly attempts: number;

  constructor(
    message: string,
    details: { status?: number; maybeProcessed?: boolean; requestId?: string; attempts: number },
  ) {
    super(message);
    this.name = "ServiceError";
    this.status = details.status;
    this.maybeProcessed = details.maybeProcessed ?? false;
    this.requestId = details.requestId;
    this.attempts = details.attempts;
  }
}

/** What the error of a request is made of. */
export interface Report {
  request: RenderedRequest;
  /** How many attempts were made. */
  attempts: number;
  maybeProcessed: boolean;
  /** The last HTTP answer that was no success. */
  refusal?: { status: number; headers: Record<string, string | string[] | undefined>; text?: string };
  /** How the last attempt failed, where it brought no answer that can be used. */
  failure?: Failure & {
    /** The status of a success whose body cannot be used, and why. */ status?: number;
    why?: string;
  };
  /** Scheme, host and port of the base URL. */
  origin: string;
  /** Whether a proxy is set in the environment. */
  proxied: boolean;
  timeoutSeconds: number;
  /** Values that must not stand in the message; the API key is the first. */
  secrets: readonly string[];
  hint?: (error: { status?: number }) => string | undefined;
}

const REQUEST_ID_HEADERS = [
  "x-request-id",
  "request-id",
  "x-correlation-id",
  "correlation-id",
  "x-amzn-requestid",
  "x-ms-request-id",
  "x-trace-id",
  "cf-ray",
  "traceparent",
];

/** What to do about a status; the first rule that matches speaks. */
const NEXT_STEPS: [matches: (status: number) => boolean, step: (report: Report) => string][] = [
  [
    (status) => status === 401,
    () =>
      "Set a valid key: `pulumi config set --secret containergroups:apiKey …` or the environment variable " +
      "CONTAINERGROUPS_API_KEY. Refresh and destroy use the key of the last `up`, unless run with `--run-program`.",
  ],
  [
    (status) => status === 403,
    ({ request }) =>
      `The API key (containergroups:apiKey) may not act in organization ${request.objectPath.split("/")[0]}: ` +
      "its owner must be a member.",
  ],
  [
    (status) => status === 404 || status === 410,
    ({ request }) => `${request.operation.whenAbsent} If it exists, check its names and containergroups:baseUrl.`,
  ],
  [
    (status) => status === 405 || status === 415,
    () => "Check containergroups:baseUrl: what answers there may not be the service.",
  ],
  [
    (status) => status === 429,
    () => "Try again later, lower containergroups:maxConnections or raise containergroups:maxRetries.",
  ],
  [
    (status) => status >= 300 && status < 400,
    () => "Redirects are not followed: set containergroups:baseUrl to the service's own address.",
  ],
];

const CHECK_BASE_URL = "Is containergroups:baseUrl right?";

/** What each failure is called, and what to do about it. */
const FAILURES: Record<FailureKind, { says: (report: Report) => string; step?: string }> = {
  refused: { says: ({ origin }) => `connection refused by ${origin}`, step: CHECK_BASE_URL },
  dns: { says: ({ origin }) => `the host of ${origin} was not found by DNS`, step: CHECK_BASE_URL },
  unreachable: { says: ({ origin }) => `${origin} cannot be reached`, step: CHECK_BASE_URL },
  connectTimeout: {
    says: ({ origin, timeoutSeconds }) => `no connection to ${origin} within ${timeoutSeconds} s`,
    step: `${CHECK_BASE_URL} The limit is containergroups:requestTimeoutSeconds.`,
  },
  tls: {
    says: ({ origin }) => `no secure connection to ${origin}: TLS failure`,
    step: `${CHECK_BASE_URL} A private certificate authority is named by NODE_EXTRA_CA_CERTS.`,
  },
  proxy: {
    says: ({ origin }) => `the proxy refused a connection to ${origin}`,
    step: "Check HTTPS_PROXY and NO_PROXY.",
  },
  timeout: {
    says: ({ timeoutSeconds }) => `no complete answer within ${timeoutSeconds} s`,
    step: "The limit is containergroups:requestTimeoutSeconds.",
  },
  reset: { says: () => "the connection was closed before the answer was complete" },
  notHttp: { says: ({ origin }) => `what ${origin} answered is not HTTP`, step: CHECK_BASE_URL },
  unreadable: { says: unusable, step: CHECK_BASE_URL },
  tooLarge: { says: unusable },
  cancelled: { says: () => "cancelled" },
  other: { says: () => "the request failed" },
};

/** Failures for which a proxy may be to blame. */
const PROXY_KINDS = new Set<FailureKind>(["refused", "dns", "unreachable", "connectTimeout", "tls", "proxy", "reset"]);

function unusable({ failure, secrets }: Report): string {
  return `${statusLine(failure?.status)}, but the answer cannot be used: ${quote(failure?.why ?? "", secrets)}`;
}

/**
 * Makes the error of a request: operation, object, what went wrong, what the service says about it, its request id, and
 * the next step. The service's status is told before a later failure of the connection, for it says more.
 */
export function errorFor(report: Report): ServiceError {
  const { request, attempts, maybeProcessed, refusal, failure, secrets } = report;
  const requestId = refusal && requestIdOf(refusal.headers, secrets);
  const status = refusal?.status ?? failure?.status;
  const after = attempts > 1 ? ` after ${attempts} attempts` : "";
  const sentences = [];
  if (refusal) {
    const says = sayingOf(refusal, secrets);
    sentences.push(
      statusLine(refusal.status) + locationOf(refusal, secrets) + after + (says && `: ${says}`) + idNote(requestId),
    );
    const then = failure?.kind === "cancelled" ? "Then it was" : "The last attempt:";
    sentences.push(failure && `${then} ${failureLine(report, failure)}`);
    sentences.push(NEXT_STEPS.find(([matches]) => matches(refusal.status))?.[1](report));
  } else if (failure) {
    sentences.push(failureLine(report, failure) + after, FAILURES[failure.kind].step);
  }
  if (request.method === "POST" && maybeProcessed) {
    const cause =
      failure?.kind === "cancelled" ? "it was cancelled" : failure ? "the connection failed" : "the service failed";
    sentences.push(`The job may exist: the request may have been processed before ${cause}, so it was not sent again`);
  }
  sentences.push(quote(report.hint?.({ status }) ?? "", secrets));
  const told = sentences.filter((sentence) => sentence).map((sentence) => `${sentence}`.replace(/[.\s]*$/, endOf));
  const message = `${request.operation.title} ${request.objectPath}: ${told.join(" ")}`;
  // Only the key is searched for in our own words: to replace a common word in them would tell what the secret is.
  return new ServiceError(redact(message, secrets.slice(0, 1)), { status, maybeProcessed, requestId, attempts });
}

/** A sentence ends with one full stop, unless it ends with a sign of its own. */
function endOf(_match: string, at: number, sentence: string): string {
  return /[?!…]$/.test(sentence.slice(0, at)) ? "" : ".";
}

/** `404 Not Found`: by the status alone, whatever phrase or body came with it. */
export function statusLine(status: number | undefined): string {
  return `${status ?? ""} ${STATUS_CODES[status ?? 0] ?? ""}`.trim();
}

function failureLine(report: Report, failure: Failure): string {
  const proxy = report.proxied && PROXY_KINDS.has(failure.kind) ? "a proxy is set in the environment" : "";
  const notes = [failure.code, proxy].filter((note) => note).join("; ");
  return FAILURES[failure.kind].says(report) + (notes && ` (${notes})`);
}

function idNote(requestId: string | undefined): string {
  return requestId ? ` (request id ${requestId})` : "";
}

function requestIdOf(
  headers: NonNullable<Report["refusal"]>["headers"],
  secrets: readonly string[],
): string | undefined {
  const name = REQUEST_ID_HEADERS.find((header) => headers[header]);
  return name ? quote([headers[name]].flat()[0] ?? "", secrets, 100) || undefined : undefined;
}

/** Where a redirect leads: without its query, which may hold what only the browser should see. */
function locationOf({ status, headers }: NonNullable<Report["refusal"]>, secrets: readonly string[]): string {
  const location = [headers.location].flat()[0];
  return location && status >= 300 && status < 400
    ? ` to ${quote(location.replace(/\/\/[^/@]*@/, "//").replace(/[?#].*/s, ""), secrets, 200)}`
    : "";
}

/** What the service says in the body of its answer, in one line; empty when it says nothing or only repeats the status. */
function sayingOf({ status, text }: NonNullable<Report["refusal"]>, secrets: readonly string[]): string {
  const phrase = (STATUS_CODES[status] ?? "").toLowerCase();
  const body = (text ?? "").replace(/^\ufeff/, "").trim();
  const said = body.startsWith("<") ? sayingOfHtml(redact(body.slice(0, 20_000), secrets)) : sayingOfJson(body, phrase);
  const line = quote(said, secrets).replace(/[.:;\s]+$/, "");
  return line.toLowerCase() === phrase ? "" : line;
}

function sayingOfHtml(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim();
  const text = title || html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ");
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? "");
}

function sayingOfJson(body: string, phrase: string): string {
  try {
    const value: unknown = JSON.parse(body);
    return say(value, phrase, 8) || (value === null || isEmpty(value) ? "" : JSON.stringify(value));
  } catch {
    return body;
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Members that tell what is wrong, in the order in which they are told; names are compared without case, - and _. */
const TELLING = "title message msg error errordescription faultstring detail details description reason errors".split(
  " ",
);

/** Members that tell which member of the request an entry of a list is about. */
const PLACES = "field pointer path property param parameter loc location name source".split(" ");

function say(value: unknown, phrase: string, depth: number): string {
  if (typeof value === "string") {
    return value.trim();
  }
  if (typeof value !== "object" || value === null || depth === 0) {
    return "";
  }
  if (Array.isArray(value)) {
    return list(value.slice(0, 10).map((item) => sayPlaced(item, phrase, depth - 1)));
  }
  const members = new Map(Object.entries(value).map(([key, member]) => [plain(key), member as unknown]));
  const parts = TELLING.map((key) => {
    const member = members.get(key);
    const byField = key === "errors" && typeof member === "object" && member !== null && !Array.isArray(member);
    return (byField ? sayByField(member, phrase, depth - 1) : say(member, phrase, depth - 1)).replace(/[.:;\s]+$/, "");
  });
  const told = parts.filter((part) => part !== "" && part.toLowerCase() !== phrase);
  if (parts.some((part) => part !== "")) {
    return [...new Set(told)].join(": ") || phrase;
  }
  return list(Object.values(value).map((member) => (typeof member === "string" ? "" : say(member, phrase, depth - 1))));
}

/** An entry of a list: `{ field: "replicas", message: "too many" }` → `replicas: too many`. */
function sayPlaced(item: unknown, phrase: string, depth: number): string {
  const said = say(item, phrase, depth);
  if (said === "" || typeof item !== "object" || item === null || Array.isArray(item)) {
    return said;
  }
  const places = Object.entries(item).filter(([key]) => PLACES.includes(plain(key)));
  const place = [places[0]?.[1] as unknown].flat().filter((step) => ["string", "number"].includes(typeof step));
  return place.length > 0 ? `${place.join(".")}: ${said}` : said;
}

function sayByField(fields: object, phrase: string, depth: number): string {
  return list(
    Object.entries(fields).map(([field, member]) => {
      const said = say(member, phrase, depth);
      return said && `${field}: ${said}`;
    }),
  );
}

function list(parts: string[]): string {
  return parts.filter((part) => part !== "").join("; ");
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, "");
}
