import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Clock } from "../../../../provider/core/http/clock";
import { realClock } from "../../../../provider/core/http/clock";
import type { Reply } from "./client.server";

/** The limit of an attempt, in seconds, where a test uses timers of its own. */
export const LIMIT = 0.3;

/** Lets time pass: what was to come within it comes. */
export const pass = (seconds: number): void => jest.advanceTimersByTime(seconds * 1000);

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

/** The time that a test passes by itself. */
export const ownClock: Clock = { now: () => jest.now(), random: () => 0.5, sleep: realClock.sleep };

/** A reply with which the attempt has no time left. */
export const runsOut =
  (reply: Reply): Reply =>
  (response, ...rest) => {
    reply(response, ...rest);
    pass(LIMIT);
  };

/** The same, for a reply that is begun: time passes as soon as the client has the head of the response. */
export const runsOutAfterHead =
  (reply: Reply): Reply =>
  (...args) => {
    const onHead = () => {
      unsubscribe("undici:request:headers", onHead);
      setImmediate(() => pass(LIMIT));
    };
    subscribe("undici:request:headers", onHead);
    reply(...args);
  };

/** Waits, while no time passes, until something has happened. */
export async function happens(isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await new Promise(setImmediate);
  }
}
