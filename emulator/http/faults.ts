import { validateHeaderName, validateHeaderValue } from "node:http";
import { stringify } from "lossless-json";
import { omitPath, parseLossless, type JsonValue } from "../json";
import type { RecordedRequest } from "./requestLog";
import { jsonResponse, pointerStep, Problem, type ServiceResponse } from "../response";

/** What to do with the connection in place of a response. */
export type Ending = "hang" | "cut" | "truncate";

interface KindRule {
  ending?: Ending;
  /** Whether the request is processed, where the kind decides that. */
  processed?: boolean;
  /** Where the fault names none, in place of the real one. */
  status?: number;
  /** Where the fault names none. */
  delayMs?: number;
}

/** What each kind does to a response is a table of the README. */
const KINDS = {
  status: { status: 503 },
  body: {},
  html: { status: 502 },
  redirect: { status: 307 },
  hang: { ending: "hang" },
  "reset-before": { ending: "cut", processed: false },
  "reset-after": { ending: "cut", processed: true },
  truncate: { ending: "truncate", processed: true },
  empty: { processed: true },
  "wrong-media-type": { processed: true },
  omit: { processed: true },
  slow: { processed: true, delayMs: 1000 },
} satisfies Record<string, KindRule>;

/** What can go wrong on demand. */
export type FaultKind = keyof typeof KINDS;

export const FAULT_KINDS = Object.keys(KINDS) as FaultKind[];

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
  /** The status sent instead. */
  status?: number;
  /** Headers put over those of the response. */
  headers?: Record<string, string>;
  /** Sent as JSON, or as text when a string; a function is given the request and the real response, where it was processed. */
  body?: unknown | ((request: RecordedRequest, response: JsonValue | undefined) => unknown);
  /** Whether the request is processed before a `status`, `body`, `html`, `redirect` or `hang`. Default false. */
  processed?: boolean;
  /** Milliseconds before the response, of any kind. Default 0, for `slow` 1000. */
  delayMs?: number;
  /** For `omit`: fields left out, as dotted paths (`container.hash`); through an array, of each element (`items.events`). */
  members?: string[];
}

/** Faults in waiting. A request is offered to them in the order in which they were put, until one hits it. */
export class Faults {
  readonly #basePath: string;
  #waiting: { fault: Fault; skip: number; left: number }[] = [];

  constructor(basePath: string) {
    this.#basePath = basePath;
  }

  /** Adds a fault after those that wait already. Throws a TypeError for headers that cannot be sent. */
  add(fault: Fault): void {
    assertSendable(fault);
    this.#waiting.push({ fault, skip: fault.after ?? 0, left: fault.times ?? 1 });
  }

  /** The faults that wait, and how many more requests each hits. */
  get waiting(): { fault: Fault; left: number }[] {
    return this.#waiting.map(({ fault, left }) => ({ fault, left }));
  }

  /** Forgets all faults. */
  clear(): void {
    this.#waiting = [];
  }

  /** The fault that hits this request, if any; it is used up by one. */
  take(request: RecordedRequest): Fault | undefined {
    for (const entry of this.#waiting.filter(({ fault, left }) => left > 0 && this.#matches(fault, request))) {
      if (entry.skip > 0) {
        entry.skip--;
        continue;
      }
      entry.left--;
      if (entry.left <= 0) {
        this.#waiting = this.#waiting.filter((other) => other !== entry);
      }
      return entry.fault;
    }
    return undefined;
  }

  #matches({ match: { method, path } = {} }: Fault, request: RecordedRequest): boolean {
    if (method !== undefined && method.toUpperCase() !== request.method) {
      return false;
    }
    if (typeof path === "string") {
      const whole = path.includes("?") ? request.path : (request.path.split("?")[0] as string);
      return path.endsWith("/") ? whole.includes(path) : whole.endsWith(path);
    }
    // `search` takes no notice of the state that a global expression keeps.
    const below = request.path.startsWith(this.#basePath) ? request.path.slice(this.#basePath.length) : request.path;
    return path === undefined || request.path.search(path) >= 0 || below.search(path) >= 0;
  }
}

/** Throws a TypeError for a fault with a header that cannot be sent. */
export function assertSendable({ headers = {} }: Fault): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (error) {
      throw new TypeError(`fault: /headers${pointerStep(name)} cannot be sent: ${(error as Error).message}`);
    }
  }
}

/** Whether the request is processed, how long the response waits, and what happens to the connection where none is sent. */
export function planOf({ kind, processed, delayMs }: Fault): KindRule & { delayMs: number } {
  const rule: KindRule = KINDS[kind];
  return { ...rule, processed: rule.processed ?? processed, delayMs: delayMs ?? rule.delayMs ?? 0 };
}

/** The response that the fault makes of the real one, which is `undefined` where the request was not processed. */
export function faultyResponse(
  fault: Fault,
  request: RecordedRequest,
  real: ServiceResponse | undefined,
  url: string,
): ServiceResponse {
  const rule: KindRule = KINDS[fault.kind];
  const status = fault.status ?? rule.status ?? real?.status ?? 200;
  const made = makeResponse(fault, status, request, real);
  const location = fault.kind === "redirect" && { location: `${url}/moved` };
  const given = Object.entries(fault.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...made, status, headers: { ...made.headers, ...location, ...Object.fromEntries(given) } };
}

/** The response but for its status and the headers that the fault gives. */
function makeResponse(
  fault: Fault,
  status: number,
  request: RecordedRequest,
  { headers = {}, text }: Partial<ServiceResponse> = {},
): Omit<ServiceResponse, "status"> {
  const { kind, body, members = [] } = fault;
  switch (kind) {
    case "status":
    case "body":
      if (kind === "status" && !("body" in fault)) {
        return new Problem(status, "This is a fault on demand.").toResponse();
      }
      return bodyResponse(typeof body === "function" ? body(request, text && parseLossless(text)) : body);
    case "html":
      return {
        headers: { "content-type": "text/html; charset=utf-8" },
        text: typeof body === "string" ? body : "<html><body><h1>Bad Gateway</h1></body></html>",
      };
    case "redirect":
    case "empty":
      return { headers: {} };
    case "wrong-media-type":
      return { headers: { ...headers, "content-type": "text/plain; charset=utf-8" }, text };
    case "omit":
      return {
        headers,
        text: stringify(members.map((path) => path.split(".")).reduce(omitPath, parseLossless(text ?? ""))),
      };
    default:
      return { headers, text };
  }
}

function bodyResponse(body: unknown): Omit<ServiceResponse, "status"> {
  if (typeof body === "string") {
    return { headers: { "content-type": "text/plain; charset=utf-8" }, text: body };
  }
  return body === undefined ? { headers: {} } : jsonResponse(0, body);
}
