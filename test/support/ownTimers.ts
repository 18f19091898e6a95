import { PATIENCE_MS } from "./until";

/** Has the tests that follow pass time by themselves. Only `setTimeout` is not the real one: connections work as ever. */
export function withOwnTimers(): void {
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: ["Date", "hrtime", "nextTick", "performance", "queueMicrotask", "setImmediate", "setInterval"],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}

/** Lets time pass: what was to come within it comes. */
export const pass = (seconds: number): void => jest.advanceTimersByTime(seconds * 1000);

/** Waits, while no time passes, until something has happened. */
export async function happens(isDone: () => boolean): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!isDone()) {
    if (performance.now() > end) {
      throw new Error("it does not happen");
    }
    await new Promise(setImmediate);
  }
}
