/** A source of time and chance. Tests replace it so that they need not wait. */
export interface Clock {
  /** Milliseconds since some start. They are never set back. */
  now(): number;
  /** Milliseconds since 1970. */
  date(): number;
  /** Returns after this many milliseconds, or as soon as the signal is aborted. It never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 to 1, without 1. */
  random(): number;
}

/** The clock of this machine. */
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

/** Returns when `start` calls `wake`, or the signal is aborted. `start` returns a function that cleans up. */
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

/** A pause without `Retry-After` takes 1 s. It is doubled each time until a request succeeds, up to 30 s. */
const FIRST_PAUSE = 1000;
const MAX_PAUSE = 30_000;

/** The longest `Retry-After` that is obeyed, in milliseconds. */
export const MAX_RETRY_AFTER = 60_000;

/** Requests wait for the rate until none has succeeded for this many milliseconds. */
export const MAX_WITHOUT_SUCCESS = 5 * 60_000;

/** Waits up to this many milliseconds are not logged. */
export const MIN_LOGGED_WAIT = 3000;

/** Many requests may wait at the same time, so a line is logged once in so many milliseconds. */
const LOG_INTERVAL = 30_000;

/** The connections of one client. */
export interface Connections {
  readonly max: number;
  inUse: number;
}

/** A request that may be sent. The caller must call `release` after it. */
export interface Admitted {
  admitted: true;
  connections: Connections;
  /** The gate's epoch when the request was admitted. A result of an earlier epoch does not change how many may be under way. */
  epoch: number;
}

export type Admission = Admitted | { admitted: false; because: "cancelled" | "rateLimited" };

/** The result of a request. Without a status there was no response. */
export interface Result {
  status?: number;
  /** The milliseconds that `Retry-After` asks for. */
  retryAfter?: number;
}

/**
 * Requests to an origin wait here: for a connection of their client, and for the rate that the origin allows to all clients.
 * Before the first 429 the clients' connections alone limit the requests. A 429 begins a pause. Then one request tries first.
 * When it succeeds, half as many requests as before may be under way, and one more each time as many have succeeded (additive
 * increase, multiplicative decrease).
 */
export class RequestGate {
  readonly #clock: Clock;
  #pausedUntil = -Infinity;
  /** Each pause begins another epoch. */
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

  /** Waits until a request may be sent. If it may not be sent at all, the result says why. */
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

  /** Takes the result of a request that was admitted. */
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

  /** Logs that a request waits. It logs at most every 30 seconds, unless a wait is much longer than the last one logged. */
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
    // The last pause ended so long ago that this 429 begins a new limit.
    const isForgotten = now - this.#pausedUntil >= MAX_WITHOUT_SUCCESS;
    this.#limitedSince = isForgotten ? now : (this.#limitedSince ?? now);
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

/** Returns whole seconds, rounded up, such as `4 s`. */
export const inSeconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1000)} s`;

const gates = new Map<string, RequestGate>();

/** Returns the one gate of an origin in this process. Clients with other keys share it, because they share the limit. */
export function gateFor(origin: string): RequestGate {
  let gate = gates.get(origin);
  if (!gate) {
    gate = new RequestGate();
    gates.set(origin, gate);
  }
  return gate;
}
