import { isDeepStrictEqual } from "node:util";

import { Failure } from "../lib/failure.mjs";

/** A request as the demo prints it: method, path, status, and the body on a line of its own. */
export function printed({ method, path, status, body }) {
  return `  ${method} ${path} → ${status}${body === undefined ? "" : `\n      ${JSON.stringify(body)}`}`;
}

/**
 * Holds the requests of a step against what was promised for it.
 *
 * @param {string} promise in words, printed either way
 * @param {import("../../emulator").RecordedRequest[]} requests what the service saw
 * @param {{ method: string, body?: unknown }[]} expected what it should have seen, in any order; a body only where it matters
 * @throws {Failure} where they differ
 */
export function hold(promise, requests, expected) {
  const open = [...expected];
  const surplus = requests.filter(({ method, status, body }) => {
    const at = open.findIndex(
      (each) => each.method === method && (!("body" in each) || isDeepStrictEqual(each.body, body)),
    );
    if (at >= 0 && status < 300) {
      open.splice(at, 1);
    } else {
      return true;
    }
    return false;
  });
  if (open.length > 0 || surplus.length > 0) {
    const seen = requests.map(printed).join("\n") || "  none";
    throw new Failure(`Promised: ${promise}. This does not hold; the requests were:\n${seen}`);
  }
  console.log(`\nHolds: ${promise}.`);
}
