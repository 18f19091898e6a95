/**
 * At most so many holders at once, in the order of asking. A request acquires it before its time-out begins, so that it does
 * not spend that in a queue for a connection.
 */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** True: it is acquired. False: the signal was aborted before. */
  async acquire(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted) {
      return false;
    }
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    return new Promise((resolve) => {
      const cancel = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        resolve(false);
      };
      const enter = () => {
        signal?.removeEventListener("abort", cancel);
        resolve(true);
      };
      this.#waiting.push(enter);
      signal?.addEventListener("abort", cancel, { once: true });
    });
  }

  /** Gives it to the one that has waited longest. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#free++;
    }
  }
}
