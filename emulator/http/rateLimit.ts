import { EMULATOR_RULE, Problem } from "../response";

/** How many requests are taken. */
export interface RateLimit {
  requests: number;
  /** In any such span of milliseconds. */
  perMs: number;
  /** Whether a 429 says in `Retry-After` when the next request will be taken. Default false. */
  retryAfter?: boolean;
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000 };

/** Reads `240/min`, and likewise requests in `s` or `h`. Throws a TypeError that names all else. */
export function parseRateLimit(text: string): RateLimit {
  const [, requests, unit = ""] = /^([1-9]\d{0,8})\/(s|min|h)$/.exec(text) ?? [];
  const perMs = UNITS[unit];
  if (requests === undefined || perMs === undefined) {
    throw new TypeError(
      `${JSON.stringify(text)} must be like 240/min, 10/s or 1000/h, with 1 to 999999999 requests; without the rate limit all are taken`,
    );
  }
  return { requests: Number(requests), perMs };
}

/** Counts the requests that were taken. Those that were refused do not count. Throws a TypeError for a limit that takes none. */
export class RateLimiter {
  /** When the last requests were taken, as many as the limit allows; written round and round. */
  readonly #taken: number[] = [];
  #next = 0;

  constructor(
    readonly limit: RateLimit,
    readonly clock = (): number => performance.now(),
  ) {
    const { requests, perMs } = limit;
    if (!Number.isSafeInteger(requests) || requests < 1 || !(perMs > 0)) {
      throw new TypeError(
        `rateLimit: ${requests} requests per ${perMs} ms; it must be an integer from 1, and more than 0 ms`,
      );
    }
  }

  /** Takes a request, or throws the 429. */
  take(): void {
    const { requests, perMs, retryAfter = false } = this.limit;
    const now = this.clock();
    const waitMs = (this.#taken[this.#next] ?? -Infinity) + perMs - now;
    if (waitMs > 0) {
      const detail = `More than ${requests} requests in ${perMs / 1000} s ${EMULATOR_RULE}.`;
      throw new Problem(429, detail, retryAfter ? { "retry-after": String(Math.ceil(waitMs / 1000)) } : {});
    }
    this.#taken[this.#next] = now;
    this.#next = (this.#next + 1) % requests;
  }
}
