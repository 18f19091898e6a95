import { realClock, type Clock } from "./clock";

/** A pause that the service asks no length for: 1 s, doubled with each one until a request succeeds, at most 30 s. */
const FIRST_PAUSE = 1000;
const MAX_PAUSE = 30_000;

/** `Retry-After` is obeyed up to this many milliseconds. */
export const MAX_RETRY_AFTER = 60_000;

/** While the service limits the rate, requests wait as long as one has succeeded within this many milliseconds. */
export const MAX_WITHOUT_SUCCESS = 5 * 60_000;

/** What a request that waits at the gate is told. */
export type Admission = { admitted: true; pauses: number } | { admitted: false; because: "cancelled" | "rateLimited" };

/** What became of a request: the status of its response, if one came. */
export interface Passage {
  status?: number;
  /** What `Retry-After` asks for, in milliseconds. */
  retryAfter?: number;
}

/**
 * All requests to one origin pass here. A 429 closes the gate for a while. Then one request tries first; when it succeeds,
 * others follow: half as many at once as there were before, and one more each time as many have succeeded as may be under way
 * (additive increase, multiplicative decrease). As long as no 429 comes there is no limit.
 */
export class RateLimitGate {
  readonly #clock: Clock;
  #closedUntil = 0;
  /** How many pauses began in all; what was under way when the latest one did says nothing of how it went since. */
  #pauses = 0;
  #pausesWithoutSuccess = 0;
  #limitedSince: number | undefined;
  #isGivenUp = false;
  #maxUnderWay = Infinity;
  #underWay = 0;
  #waiting: (() => void)[] = [];

  constructor(clock: Clock = realClock) {
    this.#clock = clock;
  }

  /** Milliseconds until the next request may be sent. */
  get pauseLeft(): number {
    return Math.max(0, this.#closedUntil - this.#clock.now());
  }

  /** Waits until a request may be sent. Where one is admitted, `leave` must follow. */
  async enter(signal?: AbortSignal): Promise<Admission> {
    while (!signal?.aborted) {
      if (this.pauseLeft > 0) {
        if (this.#isGivenUp) {
          return { admitted: false, because: "rateLimited" };
        }
        await this.#clock.sleep(this.pauseLeft, signal);
      } else if (this.#underWay < (this.#pausesWithoutSuccess > 0 ? 1 : Math.floor(this.#maxUnderWay))) {
        this.#underWay++;
        return { admitted: true, pauses: this.#pauses };
      } else {
        await this.#change(signal);
      }
    }
    return { admitted: false, because: "cancelled" };
  }

  /** Notes what became of a request that was admitted. */
  leave({ pauses }: { pauses: number }, { status, retryAfter }: Passage): void {
    const isCurrent = pauses === this.#pauses;
    if (status === 429) {
      this.#limit(isCurrent, retryAfter);
    } else if (isCurrent) {
      this.#underWay--;
    }
    if (status !== undefined && status !== 429) {
      this.#limitedSince = undefined;
      if (isCurrent) {
        this.#pausesWithoutSuccess = 0;
        this.#isGivenUp = false;
        this.#maxUnderWay += 1 / this.#maxUnderWay;
      }
    }
    for (const wake of this.#waiting.splice(0)) {
      wake();
    }
  }

  #limit(isCurrent: boolean, retryAfter: number | undefined): void {
    const now = this.#clock.now();
    this.#limitedSince ??= now;
    if (isCurrent) {
      if (this.#pausesWithoutSuccess === 0) {
        this.#maxUnderWay = Math.max(1, Math.min(this.#maxUnderWay, this.#underWay) / 2);
      }
      this.#isGivenUp = now - this.#limitedSince >= MAX_WITHOUT_SUCCESS;
      this.#extendTo(now + (retryAfter ? 0 : Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** this.#pausesWithoutSuccess)));
      this.#pauses++;
      this.#pausesWithoutSuccess++;
      this.#underWay = 0;
    }
    this.#extendTo(now + Math.min(retryAfter ?? 0, MAX_RETRY_AFTER));
  }

  #extendTo(time: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, time);
  }

  /** Returns when a request has left, or the signal is aborted. */
  #change(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.push(wake);
      signal?.addEventListener("abort", wake);
    });
  }
}

const gates = new Map<string, RateLimitGate>();

/** The gate of an origin: one in the process, whatever the key, so that no client runs into the limit another has met. */
export function gateFor(origin: string): RateLimitGate {
  let gate = gates.get(origin);
  if (!gate) {
    gate = new RateLimitGate();
    gates.set(origin, gate);
  }
  return gate;
}
