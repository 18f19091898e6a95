import { STATUS_CODES } from "node:http";
import type { Answer } from "./answer";
import type { Violation } from "./rules";

/** A refusal: thrown by whoever finds it, answered as RFC 7807 problem+json. Its texts repeat no value of the request. */
export class Problem extends Error {
  override readonly name = "Problem";

  constructor(
    /** The HTTP status, 400 to 599. */
    readonly status: number,
    /** What is wrong with this request, in one sentence. */
    readonly detail: string,
    /** Every rule that the body breaks, for a 400. */
    readonly errors?: readonly Violation[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }

  /** The problem as an answer. */
  answer(): Answer {
    const body = {
      type: this.errors === undefined ? "about:blank" : "urn:containergroups-emulator:problem:invalid-body",
      title: STATUS_CODES[this.status] ?? "Error",
      status: this.status,
      detail: this.detail,
      errors: this.errors,
    };
    return {
      status: this.status,
      headers: { "content-type": "application/problem+json; charset=utf-8", ...this.headers },
      text: JSON.stringify(body),
    };
  }
}

/** The 400 for a body that breaks rules. Lists all of them in `errors` and in words. */
export function invalidBody(errors: readonly Violation[]): Problem {
  const words = errors.map(({ pointer, detail }) => `${pointer === "" ? "the body" : pointer} ${detail}`).join("; ");
  return new Problem(400, `The body is refused: ${words}.`, errors);
}
