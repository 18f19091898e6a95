import type { Clock } from "./retry";

/** After a pause, requests start again within this share of its length, ... */
const SPREAD_SHARE = 0.2;
/** ... at most this many milliseconds. */
const LONGEST_SPREAD = 1000;

/** The time in which no request may be sent to an origin, because it answered 429 to one of them. */
export class Pause {
  #until = 0;
  #spread = 0;

  /** Whether requests have to wait now. */
  active(clock: Clock): boolean {
    return this.#until > clock.now();
  }

  /** Makes all requests wait for this many milliseconds from now on; a longer pause under way stays. */
  begin(clock: Clock, milliseconds: number): void {
    const until = clock.now() + milliseconds;
    if (until > this.#until) {
      this.#until = until;
      this.#spread = Math.min(LONGEST_SPREAD, milliseconds * SPREAD_SHARE);
    }
  }

  /**
   * Returns when the pause is over, its extensions too, or the signal is aborted. Those who waited go on spread out, for all
   * at once would be refused again; `first`, for requests that were refused already, gives the earlier half of the spread.
   */
  async wait(clock: Clock, options: { first?: boolean; signal?: AbortSignal } = {}): Promise<void> {
    while (this.active(clock) && !options.signal?.aborted) {
      const place = (clock.random() + (options.first ? 0 : 1)) / 2;
      await clock.sleep(this.#until - clock.now() + place * this.#spread, options.signal);
    }
  }
}

const pauses = new Map<string, Pause>();

/** The pause of an origin: one in the process, whatever the key, so that no client runs into the limit another has met. */
export function pauseFor(origin: string): Pause {
  let pause = pauses.get(origin);
  if (!pause) {
    pause = new Pause();
    pauses.set(origin, pause);
  }
  return pause;
}

/**
 * A fixed number of places, given in the order of asking. A request takes a place before its time-out begins, so that it
 * does not spend it in a queue for a connection.
 */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a place as soon as there is one: true. False, and no place taken: the signal was aborted before. */
  async take(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted) {
      return false;
    }
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    return new Promise((resolve) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        resolve(false);
      };
      const enter = () => {
        signal?.removeEventListener("abort", leave);
        resolve(true);
      };
      this.#waiting.push(enter);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  /** Gives a place back: the longest waiting request has it at once. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#free++;
    }
  }
}
