import { failureLine, stepAfterFailure, stepAfterStatus, type FailedAttempt, type Situation } from "./nextSteps";
import { quote, redact } from "./redaction";
import { sayingOf } from "./serviceSaying";
import { statusLine } from "./status";

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
  /** TEMP merge */
  get summary(): string {
    return String(this.status);
  }

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
export interface Report extends Situation {
  /** How many attempts were made. */
  attempts: number;
  maybeProcessed: boolean;
  /** The last HTTP answer that was no success. */
  refusal?: { status: number; headers: Record<string, string | string[] | undefined>; text?: string };
  /** How the last attempt failed, where it brought no answer that can be used. */
  failure?: FailedAttempt;
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
    const says = sayingOf(refusal.status, refusal.text, secrets);
    sentences.push(
      statusLine(refusal.status) + locationOf(refusal, secrets) + after + (says && `: ${says}`) + idNote(requestId),
    );
    const then = failure?.kind === "cancelled" ? "Then it was" : "The last attempt:";
    sentences.push(failure && `${then} ${failureLine(report, failure)}`);
    sentences.push(stepAfterStatus(refusal.status, report));
  } else if (failure) {
    sentences.push(failureLine(report, failure) + after, stepAfterFailure(failure.kind));
  }
  if (request.method === "POST" && maybeProcessed) {
    const cause =
      failure?.kind === "cancelled" ? "it was cancelled" : failure ? "the connection failed" : "the service failed";
    sentences.push(
      `The job may exist: the request may have been processed before ${cause}, so it was not sent again. ` +
        "The next `pulumi up` posts it: if it does exist, take it out of the program first",
    );
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
