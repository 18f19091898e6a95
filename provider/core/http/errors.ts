import { describeBody, statusLine } from "./errorBody";
import { adviceForFailure, adviceForStatus, describeFailure, type Advice, type ErrorContext } from "./failures";
import type { RenderedRequest } from "./operations";
import { mask, quote, repeatedCredential, type SecretTexts } from "../secrets/redaction";
import type { Failure, FailureKind } from "./retry";

/** The error of a request that did not succeed. Its message is one paragraph that users may see, and holds no secret. */
export class ServiceError extends Error {
  /** What went wrong, without the object, such as `422 Unprocessable Entity`. Failures of one kind have the same summary. */
  readonly summary: string;
  /** The status of the last HTTP response that is no success, else of the success that cannot be used. Absent if none came. */
  readonly status?: number;
  /** Whether the service may have processed the request in any of the attempts. */
  readonly maybeProcessed: boolean;

  constructor(message: string, details: { summary?: string; status?: number; maybeProcessed?: boolean } = {}) {
    super(message);
    this.name = "ServiceError";
    this.summary = details.summary ?? (details.status === undefined ? message : statusLine(details.status));
    this.status = details.status;
    this.maybeProcessed = details.maybeProcessed ?? false;
  }
}

/** What an error says about a request. */
export interface Report extends ErrorContext {
  request: RenderedRequest;
  /** How many attempts were made. */
  attempts: number;
  maybeProcessed: boolean;
  /** The last HTTP response that was not a success. */
  errorResponse?: { status: number; headers: Record<string, string | string[] | undefined>; text?: string };
  /** How the last attempt failed, if it brought no response that can be used. */
  failure?: Failure;
  /** What the message must not show. The API key is the first credential. */
  secrets: SecretTexts;
  /** Puts the next step into words. Without it the error names none. */
  nextStep: NextStep | undefined;
}

/** Returns the sentences that tell a user what to do about the error of a request. */
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
 * Makes the error of a request. It names the operation, the object, what went wrong, the service's description, the request id
 * and the next step. A status comes before a later failure of the connection, because it says more.
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
      "The job may exist: the request may have been processed, so it was not sent again",
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

/** The words before a failure that came after an HTTP response. */
const INTRODUCTIONS: Partial<Record<FailureKind, string>> = { cancelled: "Then it was", rateLimited: "Since then" };

/** Returns the full stop at the end of a sentence, or nothing if the sentence ends with another mark. */
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

/** Describes where a redirect leads, without credentials and query, which only a browser should see. */
function locationOf({ status, headers }: NonNullable<Report["errorResponse"]>, secrets: SecretTexts): string {
  const location = [headers.location]
    .flat()[0]
    ?.replace(/\/\/[^/@]*@/, "//")
    .replace(/[?#].*/s, "");
  return location && status >= 300 && status < 400 && !repeatedCredential(location, secrets)
    ? ` to ${quote(location, secrets, 200)}`
    : "";
}
