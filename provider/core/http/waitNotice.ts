import type { Clock } from "./clock";

/** Shorter waits are not worth a line. */
export const MIN_WAIT = 3000;

/** Of many requests that wait at the same time one speaks, until it is old. */
const MAX_AGE = 30_000;

/** Says that requests wait, and for what: a line at most every 30 seconds, unless a wait is much longer than what was said last. */
export class WaitNotice {
  readonly #clock: Clock;
  readonly #log: (line: string) => void;
  #last = { at: 0, wait: 0 };

  constructor(clock: Clock, log: (line: string) => void) {
    this.#clock = clock;
    this.#log = log;
  }

  /** A request waits for so many milliseconds. */
  tell(wait: number, line: string): void {
    const now = this.#clock.now();
    if (wait > MIN_WAIT && (wait > 1.5 * this.#last.wait || now - this.#last.at >= MAX_AGE)) {
      this.#last = { at: now, wait };
      this.#log(line);
    }
  }
}

/** `4 s`; a part of a second counts as a whole one. */
export const inSeconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1000)} s`;
