import { getEventListeners } from "node:events";
import { realClock } from "../../../../provider/core/http/gate";
import { pass, withOwnTimers } from "../../../support/ownTimers";

const HOUR = 3600;

withOwnTimers();

/** A sleep of an hour; the function returned says what is left of it in the process. */
function sleep(stop: AbortController) {
  let isOver = false;
  void realClock.sleep(HOUR * 1000, stop.signal).then(() => (isOver = true));
  return async () => {
    await Promise.resolve();
    return { isOver, timers: jest.getTimerCount(), listeners: getEventListeners(stop.signal, "abort").length };
  };
}

const SLEEPING = { isOver: false, timers: 1, listeners: 1 };
const OVER = { isOver: true, timers: 0, listeners: 0 };

test("a sleep ends when its time is over, not before, and leaves nothing behind", async () => {
  const left = sleep(new AbortController());
  pass(HOUR - 0.001);
  expect(await left()).toEqual(SLEEPING);
  pass(0.001);
  expect(await left()).toEqual(OVER);
});

test("a sleep ends as soon as it is cancelled, and leaves nothing behind", async () => {
  const stop = new AbortController();
  const left = sleep(stop);
  expect(await left()).toEqual(SLEEPING);
  stop.abort();
  expect(await left()).toEqual(OVER);
});

test("a sleep that is cancelled before it begins is none", async () => {
  const stop = new AbortController();
  stop.abort();
  expect(await sleep(stop)()).toEqual(OVER);
});

test("a sleep needs no signal", async () => {
  const sleeping = realClock.sleep(HOUR * 1000);
  pass(HOUR);
  await expect(sleeping).resolves.toBeUndefined();
});

test("the time does not go back when the clock of the machine is set back", () => {
  const before = realClock.now();
  jest.spyOn(Date, "now").mockReturnValueOnce(0);
  expect(realClock.now()).toBeGreaterThanOrEqual(before);
  expect(realClock.date()).toBe(0);
});
