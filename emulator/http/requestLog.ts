import { stringify } from "lossless-json";
import type { JsonObject, JsonValue } from "../json";

/** One request that the emulator saw. */
export interface RecordedRequest {
  readonly method: string;
  /** As received: with the base path and the query. */
  readonly path: string;
  /** As received, the key included; lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as JSON; `undefined` when there is none or it is not JSON. */
  readonly body: JsonValue | undefined;
  /** The body as received; empty when there is none. */
  readonly rawBody: string;
  /** The status sent, or 0 while there is none or where the connection was cut before a status was sent. */
  readonly status: number;
  /** When the request's head arrived, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds until the response, or the lack of one, was settled; absent until then. */
  readonly durationMs?: number;
  /** The `x-request-id` of the response. */
  readonly requestId: string;
  /** The kind of the fault that hit it. */
  readonly fault?: string;
  /** Why it was refused. Repeats no value of the request. */
  readonly refusal?: string;
  /** What it changed. */
  readonly change?: Change;
}

/** An object before and after a request: what a patch can change, with credentials, and a group's version; or the job that was made. */
export interface Change {
  readonly kind: "group" | "queue" | "job";
  readonly before?: Readonly<JsonObject>;
  readonly after: Readonly<JsonObject>;
}

/** A request that is still being worked on. */
export type OpenRequest = { -readonly [Member in keyof RecordedRequest]: RecordedRequest[Member] };

/** The last requests, and how many there were. The oldest are dropped first; the last one is kept, however large it is. */
export class RequestLog {
  readonly requests: RecordedRequest[] = [];
  count = 0;
  /** Called when a request's response, or the lack of one, is settled; without one when all are forgotten. */
  readonly listeners = new Set<(request?: RecordedRequest) => void>();

  /** The bytes of each request that is kept. */
  readonly #bytes = new Map<RecordedRequest, number>();
  #allBytes = 0;

  constructor(
    readonly maxRequests = 20_000,
    readonly maxBytes = 256 * 1024 * 1024,
  ) {}

  add(request: RecordedRequest): void {
    this.count++;
    this.requests.push(request);
    this.#bytes.set(request, 0);
    this.#dropOldest();
  }

  /** Counts the bytes of a request whose response, or the lack of one, is settled. */
  settle(request: RecordedRequest): void {
    this.listeners.forEach((listener) => listener(request));
    if (this.#bytes.has(request)) {
      const bytes = bytesOf(request);
      this.#bytes.set(request, bytes);
      this.#allBytes += bytes;
      this.#dropOldest();
    }
  }

  #dropOldest(): void {
    const { requests, maxRequests, maxBytes } = this;
    while (requests.length > maxRequests || (requests.length > 1 && this.#allBytes > maxBytes)) {
      const dropped = requests.shift() as RecordedRequest;
      this.#allBytes -= this.#bytes.get(dropped) ?? 0;
      this.#bytes.delete(dropped);
    }
  }

  clear(): void {
    this.count = 0;
    this.requests.length = 0;
    this.#bytes.clear();
    this.#allBytes = 0;
    this.listeners.forEach((listener) => listener());
  }
}

/** The body, and the object as it is afterwards: that of before is part of an older request, or was seeded. */
function bytesOf({ rawBody, change }: RecordedRequest): number {
  return Buffer.byteLength(rawBody) + Buffer.byteLength(stringify(change?.after) ?? "");
}
