/** Time and chance, so that tests need not wait for them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Returns after this many milliseconds, or as soon as the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to, not including, 1. */
  random(): number;
}

/** The real time. */
export const realClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        return resolve();
      }
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      signal?.addEventListener("abort", wake);
    }),
};
