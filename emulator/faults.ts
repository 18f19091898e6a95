import { jsonAnswer, type Answer } from "./answer";
import type { JsonValue } from "./json";
import { omitPath } from "./jsonText";
import { Problem } from "./problem";
import type { OpenRequest, RecordedRequest } from "./requestLog";

/**
 * What can go wrong on demand:
 * - `status`: answers `status` (default 503) with `body` (default: a problem);
 * - `body`: answers `body` with `status` (default: the real status where the request was processed, else 200);
 * - `html`: answers an HTML page with `status` (default 502); `redirect`: a redirect with `status` (default 307);
 * - `hang`: never answers; `reset-before`, `reset-after`: cuts the connection before or after the request is processed;
 * - `truncate`: cuts it in the middle of the real body; `empty`: the real status with no body;
 * - `wrong-media-type`: the real body as `text/plain`; `omit`: the real body without `members`;
 * - `slow`: the real answer after `delayMs`.
 */
export type FaultKind =
  | "status"
  | "reset-before"
  | "reset-after"
  | "hang"
  | "truncate"
  | "empty"
  | "html"
  | "wrong-media-type"
  | "redirect"
  | "slow"
  | "body"
  | "omit";

/** A fault for requests to come. */
export interface Fault {
  kind: FaultKind;
  /**
   * Which requests it is for; default: any. A `path` string matches the end of the path, query aside (one that ends with a
   * slash: any part of it); a regular expression is tried on the path as received and on the path without the base path.
   */
  match?: { method?: string; path?: string | RegExp };
  /** How many matching requests it hits. Default 1; `Infinity` for all. */
  times?: number;
  /** How many matching requests it lets pass first. Default 0. */
  after?: number;
  /** The status answered instead. */
  status?: number;
  /** Headers put over those of the answer. */
  headers?: Record<string, string>;
  /** Sent as JSON, or as text when a string; a function is given the request and the real answer, where it was processed. */
  body?: unknown | ((request: RecordedRequest, answer: JsonValue | undefined) => unknown);
  /** Whether the request is processed before a `status`, `body`, `html`, `redirect` or `hang`. Default false. */
  processed?: boolean;
  /** Milliseconds before the answer, of any kind. Default 0, for `slow` 1000. */
  delayMs?: number;
  /** For `omit`: members left out, as dotted paths (`container.hash`); through an array, of each element (`items.events`). */
  members?: string[];
}

/** What to do with the connection in the end. */
export type Ending = "answer" | "hang" | "cut" | "truncate";

const ENDINGS: Partial<Record<FaultKind, Ending>> = {
  hang: "hang",
  "reset-before": "cut",
  "reset-after": "cut",
  truncate: "truncate",
};

const ALWAYS_PROCESSED: ReadonlySet<FaultKind> = new Set<FaultKind>([
  "truncate",
  "empty",
  "reset-after",
  "wrong-media-type",
  "slow",
  "omit",
]);

/** Faults in waiting. A request is offered to them in the order in which they were put, until one hits it. */
export class Faults {
  #waiting: { fault: Fault; skip: number; left: number }[] = [];

  constructor(readonly basePath: string) {}

  /** Adds a fault after those that wait already. */
  add(fault: Fault): void {
    this.#waiting.push({ fault, skip: fault.after ?? 0, left: fault.times ?? 1 });
  }

  /** Forgets all faults. */
  clear(): void {
    this.#waiting = [];
  }

  /** The fault that hits this request, if any; it is used up by one. */
  take(request: RecordedRequest): Fault | undefined {
    for (const entry of this.#waiting) {
      if (entry.left <= 0 || !this.#matches(entry.fault, request)) continue;
      if (entry.skip > 0) {
        entry.skip--;
        continue;
      }
      entry.left--;
      if (entry.left <= 0) this.#waiting = this.#waiting.filter((other) => other !== entry);
      return entry.fault;
    }
    return undefined;
  }

  #matches({ match = {} }: Fault, request: RecordedRequest): boolean {
    const { method, path } = match;
    if (method !== undefined && method.toUpperCase() !== request.method) return false;
    if (path === undefined) return true;
    if (typeof path !== "string") {
      // `search` takes no notice of the state that a global expression keeps.
      const bare = request.path.startsWith(this.basePath) ? request.path.slice(this.basePath.length) : request.path;
      return request.path.search(path) >= 0 || bare.search(path) >= 0;
    }
    const whole = path.includes("?") ? request.path : (request.path.split("?")[0] as string);
    return path.endsWith("/") ? whole.includes(path) : whole.endsWith(path);
  }
}

/** True when the emulator does the request's work although the fault hits it. */
export function isProcessed(fault: Fault): boolean {
  return ALWAYS_PROCESSED.has(fault.kind) || (fault.kind !== "reset-before" && fault.processed === true);
}

/** How long the answer waits, in milliseconds. */
export function delayOf(fault: Fault): number {
  return fault.delayMs ?? (fault.kind === "slow" ? 1000 : 0);
}

/** What happens to the connection. */
export function endingOf(fault: Fault): Ending {
  return ENDINGS[fault.kind] ?? "answer";
}

/** The answer that the fault makes of the real one, which is `undefined` where the request was not processed. */
export function faultyAnswer(fault: Fault, request: OpenRequest, real: Answer | undefined, url: string): Answer {
  const made = makeAnswer(fault, request, real, url);
  return { ...made, headers: { ...made.headers, ...lowerCaseNames(fault.headers) } };
}

function makeAnswer(fault: Fault, request: OpenRequest, real: Answer | undefined, url: string): Answer {
  const answer = real ?? jsonAnswer(200, "");
  const { status = answer.status } = fault;
  switch (fault.kind) {
    case "status": {
      const chosen = fault.status ?? 503;
      return "body" in fault
        ? bodyAnswer(fault, request, real, chosen)
        : new Problem(chosen, "This is a fault on demand.").answer();
    }
    case "body":
      return bodyAnswer(fault, request, real, status);
    case "html":
      return {
        status: fault.status ?? 502,
        headers: { "content-type": "text/html; charset=utf-8" },
        text: typeof fault.body === "string" ? fault.body : "<html><body><h1>Bad Gateway</h1></body></html>",
      };
    case "redirect":
      return { status: fault.status ?? 307, headers: { location: `${url}/moved` } };
    case "empty":
      return { status, headers: {} };
    case "wrong-media-type":
      return { ...answer, status, headers: { ...answer.headers, "content-type": "text/plain; charset=utf-8" } };
    case "omit":
      return {
        ...answer,
        status,
        text: (fault.members ?? []).reduce((text, member) => omitPath(text, member.split(".")), answer.text ?? ""),
      };
    default:
      return { ...answer, status };
  }
}

function bodyAnswer(fault: Fault, request: OpenRequest, real: Answer | undefined, status: number): Answer {
  const given: unknown =
    typeof fault.body === "function"
      ? fault.body(request, real?.text === undefined ? undefined : JSON.parse(real.text))
      : fault.body;
  if (given === undefined) return { status, headers: {} };
  if (typeof given === "string")
    return { status, headers: { "content-type": "text/plain; charset=utf-8" }, text: given };
  return jsonAnswer(status, JSON.stringify(given));
}

function lowerCaseNames(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
