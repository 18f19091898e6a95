/** Time and chance, so that tests need not wait for them. */
export interface Clock {
  /** Milliseconds since some start; never set back. */
  now(): number;
  /** Milliseconds since 1970. */
  date(): number;
  /** Returns after this many milliseconds, or as soon as the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to, not including, 1. */
  random(): number;
}

/** The real time. */
export const realClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  random: Math.random,
  sleep: (milliseconds, signal) =>
    untilAborted(signal, (wake) => {
      const timer = setTimeout(wake, milliseconds);
      return () => clearTimeout(timer);
    }),
};

/** Returns when what is started calls back, or the signal is aborted; `start` returns what undoes it. */
function untilAborted(signal: AbortSignal | undefined, start: (wake: () => void) => () => unknown): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      return resolve();
    }
    const wake = () => {
      undo();
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const undo = start(wake);
    signal?.addEventListener("abort", wake);
  });
}

/** A pause that the service asks no length for: 1 s, doubled with each one until a request succeeds, at most 30 s. */
const FIRST_PAUSE = 1000;
const MAX_PAUSE = 30_000;

/** `Retry-After` is obeyed up to this many milliseconds. */
export const MAX_RETRY_AFTER = 60_000;

/** While the service limits the rate, requests wait as long as one has succeeded within this many milliseconds. */
export const MAX_WITHOUT_SUCCESS = 5 * 60_000;

/** Shorter waits are not worth a line. */
export const MIN_LOGGED_WAIT = 3000;

/** Of many requests that wait at the same time, one is logged in so many milliseconds. */
const LOG_INTERVAL = 30_000;

/** The connections of one client. */
export interface Connections {
  readonly max: number;
  inUse: number;
}

/** A request that may be sent; `release` must follow. */
export interface Admitted {
  admitted: true;
  connections: Connections;
  /** Responses to requests of an earlier epoch do not change the limit. */
  epoch: number;
}

export type Admission = Admitted | { admitted: false; because: "cancelled" | "rateLimited" };

/** The status of a request's response, if one came. */
export interface Result {
  status?: number;
  /** What `Retry-After` asks for, in milliseconds. */
  retryAfter?: number;
}

/**
 * The one wait before a request to an origin: for a connection of its client, and for the rate that the origin allows to all
 * clients. A 429 begins a pause. Then one request tries first; when it succeeds, half as many as before may be under way, and
 * one more each time as many have succeeded (additive increase, multiplicative decrease). Before the first 429 the clients'
 * connections alone are the limit.
 */
export class RequestGate {
  readonly #clock: Clock;
  #pausedUntil = -Infinity;
  /** Grows with each pause. */
  #epoch = 0;
  #pausesWithoutSuccess = 0;
  #limitedSince: number | undefined;
  #isGivenUp = false;
  #maxUnderWay = Infinity;
  #underWay = 0;
  readonly #waiting = new Set<() => void>();
  #logged = { at: 0, wait: 0 };

  constructor(clock: Clock = realClock) {
    this.#clock = clock;
  }

  /** Milliseconds until the next request may be sent. */
  get pauseLeft(): number {
    return Math.max(0, this.#pausedUntil - this.#clock.now());
  }

  /** Waits until a request may be sent. */
  async acquire(connections: Connections, signal?: AbortSignal): Promise<Admission> {
    while (!signal?.aborted) {
      if (this.pauseLeft > 0) {
        if (this.#isGivenUp) {
          return { admitted: false, because: "rateLimited" };
        }
        await this.#clock.sleep(this.pauseLeft, signal);
      } else if (connections.inUse < connections.max && this.#underWay < this.#limit()) {
        connections.inUse++;
        this.#underWay++;
        return { admitted: true, connections, epoch: this.#epoch };
      } else {
        await untilAborted(signal, (wake) => {
          this.#waiting.add(wake);
          return () => this.#waiting.delete(wake);
        });
      }
    }
    return { admitted: false, because: "cancelled" };
  }

  /** Takes the result of a request that was admitted; without a status there was no response. */
  release({ connections, epoch }: Admitted, { status, retryAfter }: Result): void {
    connections.inUse--;
    const isCurrent = epoch === this.#epoch;
    if (status === 429) {
      this.#pause(isCurrent, retryAfter);
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
    for (const wake of [...this.#waiting]) {
      wake();
    }
  }

  /** Logs that a request waits: a line at most every 30 seconds, unless a wait is much longer than the last one logged. */
  logWait(log: (line: string) => void, wait: number, line: string): void {
    const now = this.#clock.now();
    if (wait > MIN_LOGGED_WAIT && (wait > 1.5 * this.#logged.wait || now - this.#logged.at >= LOG_INTERVAL)) {
      this.#logged = { at: now, wait };
      log(line);
    }
  }

  #limit(): number {
    return this.#pausesWithoutSuccess > 0 ? 1 : Math.floor(this.#maxUnderWay);
  }

  #pause(isCurrent: boolean, retryAfter: number | undefined): void {
    const now = this.#clock.now();
    this.#limitedSince ??= now;
    if (isCurrent) {
      if (this.#pausesWithoutSuccess === 0) {
        this.#maxUnderWay = Math.max(1, Math.min(this.#maxUnderWay, this.#underWay) / 2);
      }
      this.#isGivenUp = now - this.#limitedSince >= MAX_WITHOUT_SUCCESS;
      this.#extendTo(now + (retryAfter ? 0 : Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** this.#pausesWithoutSuccess)));
      this.#epoch++;
      this.#pausesWithoutSuccess++;
      this.#underWay = 0;
    }
    this.#extendTo(now + Math.min(retryAfter ?? 0, MAX_RETRY_AFTER));
  }

  #extendTo(time: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, time);
  }
}

/** `4 s`; a part of a second counts as a whole one. */
export const inSeconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1000)} s`;

const gates = new Map<string, RequestGate>();

/** The gate of an origin: one in the process, whatever the key, so that no client runs into the limit another has met. */
export function gateFor(origin: string): RequestGate {
  let gate = gates.get(origin);
  if (!gate) {
    gate = new RequestGate();
    gates.set(origin, gate);
  }
  return gate;
}
