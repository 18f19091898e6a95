import { STATUS_CODES } from "node:http";

/** The standard phrase of an HTTP status, such as `Not Found`; empty for a status that has none. */
export function phraseOf(status: number | undefined): string {
  return STATUS_CODES[status ?? 0] ?? "";
}

/** `404 Not Found`: by the status alone, whatever phrase or body came with it. */
export function statusLine(status: number | undefined): string {
  return `${status ?? ""} ${phraseOf(status)}`.trim();
}
