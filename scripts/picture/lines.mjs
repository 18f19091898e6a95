import { linesOf } from "./svg.mjs";

/** A line that no program has printed: a prompt, a remark, a request. */
const said = (text, color = "text") => [{ text, color, bold: false }];

/**
 * The run of the README's program as a terminal shows it, and below it the request as the service received it.
 *
 * @param {Awaited<ReturnType<typeof import("./run.mjs").runReadmeProgram>>} run
 * @returns {import("./svg.mjs").Span[][]}
 */
export const linesOfRun = ({ preview, request }) => [
  said("$ pulumi preview --diff", "dim"),
  ...linesOf(preview.trimEnd()),
  [],
  said("$ pulumi up", "dim"),
  said("# The service receives:", "dim"),
  said(`${request.method} ${request.path}`, "12"),
  said(`Content-Type: ${request.headers["content-type"]}`),
  [],
  said(request.rawBody),
];
