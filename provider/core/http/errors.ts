import { describeBody, statusLine } from "./errorBody";
import { adviceForFailure, adviceForStatus, describeFailure, type Advice, type ErrorContext } from "./failures";
import type { RenderedRequest } from "./operations";
import { mask, quote, repeatedCredential, type SecretTexts } from "../secrets/redaction";
import type { Failure, FailureKind } from "./retry";

/** A request that did not succeed. Its message is one paragraph, fit to be shown: no secret, no stack trace. */
export class ServiceError extends Error {
  /** What went wrong, without the object that it is about: failures of one kind have the same. `422 Unprocessable Entity`. */
  readonly summary: string;
  /** The status of the last HTTP response; absent when none came. */
  readonly status?: number;
  /** Whether the service may have carried the request out, in any of the attempts. */
  readonly maybeProcessed: boolean;

  constructor(message: string, details: { summary?: string; status?: number; maybeProcessed?: boolean } = {}) {
    super(message);
    this.name = "ServiceError";
    this.summary = details.summary ?? (details.status === undefined ? message : statusLine(details.status));
    this.status = details.status;
    this.maybeProcessed = details.maybeProcessed ?? false;
  }
}

/** What the error of a request is made of. */
export interface Report extends ErrorContext {
  /** How many attempts were made. */
  attempts: number;
  maybeProcessed: boolean;
  /** The last HTTP response that was no success. */
  errorResponse?: { status: number; headers: Record<string, string | string[] | undefined>; text?: string };
  /** How the last attempt failed, where it brought no response that can be used. */
  failure?: Failure;
  /** What must not stand in the message; the API key is the first credential. */
  secrets: SecretTexts;
  /** Puts an advice into words. */
  nextStep: NextStep | undefined;
}

/** The sentences that tell a user what to do about the error of a request. */
export type NextStep = (advice: Advice, request: RenderedRequest) => string;

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

/**
 * Makes the error of a request: operation, object, what went wrong, how the service describes it, its request id, and
 * the next step in the caller's words. The service's status comes before a later failure of the connection, for it says more.
 */
export function errorFor(report: Report): ServiceError {
  const { request, attempts, maybeProcessed, errorResponse, failure, secrets, nextStep } = report;
  const step = (advice: Advice | undefined) => advice && nextStep?.(advice, request);
  const requestId = errorResponse && requestIdOf(errorResponse.headers, secrets);
  const status = errorResponse?.status ?? failure?.status;
  const after = attempts > 1 ? ` after ${attempts} attempts` : "";
  const failed = failure && describeFailure(report, failure);
  const sentences = [];
  if (errorResponse) {
    const described = describeBody(errorResponse.status, errorResponse.text, secrets);
    const details = after + (described && `: ${described}`) + (requestId ? ` (request id ${requestId})` : "");
    sentences.push(statusLine(errorResponse.status) + locationOf(errorResponse, secrets) + details);
    sentences.push(failed && `${INTRODUCTIONS[failure.kind] ?? "The last attempt:"} ${failed}`);
    const isLimited = failure?.kind === "rateLimited";
    sentences.push(step(adviceForStatus(errorResponse.status) ?? (isLimited ? "runLater" : undefined)));
  } else if (failure) {
    sentences.push(`${failed}${after}`, step(adviceForFailure(failure.kind)));
  }
  if (request.method === "POST" && maybeProcessed) {
    sentences.push(
      `The job may exist: the request may have been processed ${circumstance(failure)}, so it was not sent again`,
      step("checkJob"),
    );
  }
  const text = sentences.filter((sentence) => sentence).map((sentence) => `${sentence}`.replace(/[.\s]*$/, endOf));
  const withoutKey = (words: string) => mask(words, secrets.credentials[0]?.text ?? "");
  return new ServiceError(withoutKey(`${request.operation.title} ${request.objectPath}: ${text.join(" ")}`), {
    summary: withoutKey(errorResponse ? statusLine(errorResponse.status) : (failed ?? "")),
    status,
    maybeProcessed,
  });
}

/** What introduces a failure that comes after an HTTP response. */
const INTRODUCTIONS: Partial<Record<FailureKind, string>> = { cancelled: "Then it was", rateLimited: "Since then" };

function circumstance(failure: Failure | undefined): string {
  switch (failure?.kind) {
    case undefined:
      return "before the service failed";
    case "cancelled":
      return "before it was cancelled";
    case "notJson":
      return "all the same";
    default:
      return "before the connection failed";
  }
}

/** A sentence ends with one full stop, unless it ends with a mark of its own. */
function endOf(_match: string, at: number, sentence: string): string {
  return /[?!…]$/.test(sentence.slice(0, at)) ? "" : ".";
}

function requestIdOf(
  headers: NonNullable<Report["errorResponse"]>["headers"],
  secrets: SecretTexts,
): string | undefined {
  const name = REQUEST_ID_HEADERS.find((header) => headers[header]);
  const id = [name && headers[name]].flat()[0] ?? "";
  return repeatedCredential(id, secrets) ? undefined : quote(id, secrets, 100) || undefined;
}

/** Where a redirect leads: without its query, which may hold what only the browser should see. */
function locationOf({ status, headers }: NonNullable<Report["errorResponse"]>, secrets: SecretTexts): string {
  const location = [headers.location]
    .flat()[0]
    ?.replace(/\/\/[^/@]*@/, "//")
    .replace(/[?#].*/s, "");
  return location && status >= 300 && status < 400 && !repeatedCredential(location, secrets)
    ? ` to ${quote(location, secrets, 200)}`
    : "";
}
