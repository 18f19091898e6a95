import { STATUS_CODES } from "node:http";
import { stringify } from "lossless-json";

/** A response before it is sent: data that a fault can still change. */
export interface ServiceResponse {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** The body; `undefined` for none. */
  text?: string;
}

/** A response with this value as JSON; bigints and lossless numbers keep all digits. */
export function jsonResponse(status: number, value: unknown): ServiceResponse {
  return { status, headers: { "content-type": "application/json; charset=utf-8" }, text: stringify(value) ?? "" };
}

/** One rule that a field breaks. Repeats no value, only names. */
export interface Violation {
  /** JSON pointer (RFC 6901) to the field; empty for the body itself. */
  pointer: string;
  /** What the field must be, to be read after its pointer. */
  detail: string;
}

/** Ends the text of a refusal that is the emulator's decision: the API does not show such a rule, so the service may differ. */
export const EMULATOR_RULE = "(emulator rule)";

/** A refusal: thrown by whoever finds it, sent as RFC 7807 problem+json. Its texts repeat no value of the request. */
export class Problem extends Error {
  override readonly name = "Problem";

  constructor(
    /** The HTTP status, 400 to 599. */
    readonly status: number,
    /** What is wrong with this request, in one sentence. */
    readonly detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** Every rule that the body or the query breaks, for a 400. */
    readonly errors?: readonly Violation[],
  ) {
    super(detail);
  }

  /** The 400 for a body or a query that breaks rules: lists all of them in `errors` and in words. */
  static invalid(what: "body" | "query", errors: readonly Violation[]): Problem {
    const words = errors.map(({ pointer, detail }) => `${pointer === "" ? `the ${what}` : pointer} ${detail}`);
    return new Problem(400, `The ${what} is refused: ${words.join("; ")}.`, {}, errors);
  }

  toResponse(): ServiceResponse {
    const { status, detail, errors } = this;
    const type = errors === undefined ? "about:blank" : "urn:containergroups-emulator:problem:invalid-request";
    const { text } = jsonResponse(status, { type, title: STATUS_CODES[status] ?? "Error", status, detail, errors });
    return { status, headers: { "content-type": "application/problem+json; charset=utf-8", ...this.headers }, text };
  }
}

/** Any error as a refusal. Fastify's own errors (a URL that cannot be decoded) carry a status; a TypeError has the one that is given. */
export function problemOf(error: unknown, ofTypeError: number): Problem {
  if (error instanceof Problem) {
    return error;
  }
  const { message } = error as Error;
  const { statusCode = error instanceof TypeError ? ofTypeError : 500 } = error as { statusCode?: number };
  if (statusCode === 413) {
    return new Problem(413, `A body may have 64 MiB at most ${EMULATOR_RULE}.`);
  }
  return new Problem(statusCode, statusCode < 500 ? message : `The emulator has failed: ${message}`);
}

/** A name as one step of a JSON pointer (RFC 6901, section 3). */
export function pointerStep(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
