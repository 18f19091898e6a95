import { isDeepStrictEqual } from "node:util";

import { Failure } from "../lib/failure.mjs";

/** A request as the demo prints it: method, path, status, and the body on a line of its own. */
export function printed({ method, path, status, body }) {
  return `  ${method} ${path} → ${status}${body === undefined ? "" : `\n      ${JSON.stringify(body)}`}`;
}

/**
 * Holds the requests of a step against what was promised for it: their methods, and of the first one its body where that matters.
 *
 * @throws {Failure} where they differ
 */
export function hold(promise, requests, methods, body = requests[0]?.body) {
  const made = requests.map(({ method }) => method).sort();
  const succeeded = requests.every(({ status }) => status < 300);
  if (!succeeded || !isDeepStrictEqual([made, requests[0]?.body], [methods, body])) {
    const seen = requests.map(printed).join("\n") || "  none";
    throw new Failure(`Promised: ${promise}. This does not hold; the requests were:\n${seen}`);
  }
  console.log(`\nHolds: ${promise}.`);
}
