import { getEventListeners } from "node:events";
import { realClock } from "../../../../provider/core/http/gate";

const HOUR = 3_600_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A sleep, and what is left of it in the process. */
function sleep(milliseconds: number, stop: AbortController) {
  let isOver = false;
  void realClock.sleep(milliseconds, stop.signal).then(() => (isOver = true));
  return async () => {
    // What is due is done.
    await Promise.resolve();
    return { isOver, timers: jest.getTimerCount(), listeners: getEventListeners(stop.signal, "abort").length };
  };
}

const OVER = { isOver: true, timers: 0, listeners: 0 };

test("a sleep ends when its time is over, not before, and leaves nothing behind", async () => {
  const look = sleep(HOUR, new AbortController());
  jest.advanceTimersByTime(HOUR - 1);
  expect(await look()).toEqual({ isOver: false, timers: 1, listeners: 1 });
  jest.advanceTimersByTime(1);
  expect(await look()).toEqual(OVER);
});

test("a sleep ends as soon as it is cancelled, and leaves nothing behind", async () => {
  const stop = new AbortController();
  const look = sleep(HOUR, stop);
  expect((await look()).isOver).toBe(false);
  stop.abort();
  expect(await look()).toEqual(OVER);
});

test("a sleep that is cancelled before it begins is none", async () => {
  const stop = new AbortController();
  stop.abort();
  expect(await sleep(HOUR, stop)()).toEqual(OVER);
});

test("a sleep needs no signal", async () => {
  const sleeping = realClock.sleep(HOUR);
  jest.advanceTimersByTime(HOUR);
  await expect(sleeping).resolves.toBeUndefined();
});
