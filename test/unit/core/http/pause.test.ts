import { Pause, pauseFor, Places } from "../../../../provider/core/http/pause";
import type { Clock } from "../../../../provider/core/http/retry";

/** A clock that jumps to the end of each sleep, one sleeper after the other in the order of waking. */
function fakeClock(random: () => number = () => 0): Clock & { at: number } {
  const sleepers: { wake: number; resolve: () => void }[] = [];
  const clock = {
    at: 1000,
    now: () => clock.at,
    random,
    sleep: (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        sleepers.push({ wake: clock.at + milliseconds, resolve });
        signal?.addEventListener("abort", () => resolve());
        setImmediate(() => {
          const next = sleepers.sort((a, b) => a.wake - b.wake).shift();
          if (next) {
            clock.at = Math.max(clock.at, next.wake);
            next.resolve();
          }
        });
      }),
  };
  return clock;
}

describe("Pause", () => {
  test("lets pass at once when there is none", async () => {
    const clock = fakeClock();
    await new Pause().wait(clock);
    expect(clock.at).toBe(1000);
  });

  test("holds until it is over", async () => {
    const clock = fakeClock();
    const pause = new Pause();
    pause.begin(clock, 500);
    expect(pause.active(clock)).toBe(true);
    await pause.wait(clock, { first: true });
    expect(clock.at).toBe(1500);
    expect(pause.active(clock)).toBe(false);
  });

  test("is not shortened by a shorter one, and is lengthened while requests wait", async () => {
    const clock = fakeClock();
    const pause = new Pause();
    pause.begin(clock, 500);
    pause.begin(clock, 10);
    const waiting = pause.wait(clock, { first: true });
    pause.begin(clock, 2000);
    await waiting;
    expect(clock.at).toBe(3000);
  });

  test("lets requests go on spread over a fifth of it, at most a second, those that were refused before first", async () => {
    const spread = async (length: number) => {
      const times: Record<"first" | "later", number[]> = { first: [], later: [] };
      let turn = 0;
      const clock = fakeClock(() => (turn++ % 10) / 10);
      const pause = new Pause();
      pause.begin(clock, length);
      const one = async (first: boolean) => {
        await pause.wait(clock, { first });
        times[first ? "first" : "later"].push(clock.at - 1000 - length);
      };
      await Promise.all(Array.from({ length: 40 }, (_, index) => one(index % 2 === 0)));
      return times;
    };
    const short = await spread(1000);
    expect(Math.min(...short.first)).toBe(0);
    expect(Math.max(...short.first)).toBeLessThanOrEqual(100);
    expect(Math.min(...short.later)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...short.later)).toBeLessThanOrEqual(200);
    expect(new Set([...short.first, ...short.later]).size).toBeGreaterThan(5);
    const long = await spread(60_000);
    expect(Math.max(...long.later)).toBeLessThanOrEqual(1000);
  });

  test("ends for a request that is cancelled", async () => {
    const pause = new Pause();
    const clock: Clock = {
      now: () => 0,
      random: () => 0,
      sleep: (_, signal) => new Promise((resolve) => signal?.addEventListener("abort", () => resolve())),
    };
    pause.begin(clock, 1000);
    const stop = new AbortController();
    const waiting = pause.wait(clock, { signal: stop.signal });
    stop.abort();
    await waiting;
    expect(pause.active(clock)).toBe(true);
  });

  test("is one for each origin", () => {
    expect(pauseFor("https://a.example")).toBe(pauseFor("https://a.example"));
    expect(pauseFor("https://a.example")).not.toBe(pauseFor("https://b.example"));
  });
});

describe("Places", () => {
  test("are given in the order of asking, as many as there are", async () => {
    const places = new Places(2);
    const order: number[] = [];
    const taking = [1, 2, 3, 4].map((number) => places.take().then(() => order.push(number)));
    await Promise.all(taking.slice(0, 2));
    await new Promise(setImmediate);
    expect(order).toEqual([1, 2]);
    places.leave();
    await taking[2];
    expect(order).toEqual([1, 2, 3]);
    places.leave();
    await taking[3];
    expect(order).toEqual([1, 2, 3, 4]);
  });

  test("are not lost when one who waits is cancelled", async () => {
    const places = new Places(1);
    expect(await places.take()).toBe(true);
    const stop = new AbortController();
    const cancelled = places.take(stop.signal);
    const next = places.take();
    stop.abort();
    expect(await cancelled).toBe(false);
    places.leave();
    expect(await next).toBe(true);
    places.leave();
    expect(await places.take(stop.signal)).toBe(false);
    expect(await places.take(new AbortController().signal)).toBe(true);
  });
});
