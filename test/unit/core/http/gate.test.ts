import { getEventListeners } from "node:events";
import {
  gateFor,
  inSeconds,
  RequestGate,
  type Admitted,
  type Connections,
  type Result,
} from "../../../../provider/core/http/gate";
import { settle, simulatedClock } from "./service";

function gateWithClock() {
  const clock = simulatedClock();
  const gate = new RequestGate(clock);
  const connections = { max: 1000, inUse: 0 };
  const enter = async (signal?: AbortSignal) => (await gate.acquire(connections, signal)) as Admitted;
  const enterMany = (count: number) => Promise.all(Array.from({ length: count }, () => enter()));
  /** One request after the other, each from its start to its end. */
  const pass = async (...results: Result[]) => {
    for (const result of results) {
      gate.release(await enter(), result);
    }
  };
  /** 50 more requests: those that are under way, as far as the gate lets them. */
  const crowd = async (): Promise<Admitted[]> => {
    const underWay: Admitted[] = [];
    for (let i = 0; i < 50; i++) {
      void enter().then((one) => underWay.push(one));
    }
    await settle();
    return underWay;
  };
  return { gate, clock, enter, enterMany, pass, crowd };
}

const LIMITED: Result = { status: 429 };
const DONE: Result = { status: 200 };
const MINUTE = 60_000;
const LIMITED_FOR_A_MINUTE: Result = { ...LIMITED, retryAfter: MINUTE };
const times = (count: number, result: Result) => Array<Result>(count).fill(result);

describe("pauses", () => {
  test("are doubled from 1 s to 30 s, and begin anew when a request has succeeded", async () => {
    const { clock, pass } = gateWithClock();
    await pass(...times(7, LIMITED), DONE, LIMITED, DONE);
    expect(clock.slept).toEqual([1, 2, 4, 8, 16, 30, 30, 1].map((seconds) => seconds * 1000));
  });

  test("last as long as the service asks for, up to a minute, and are doubled all the same", async () => {
    const { clock, pass } = gateWithClock();
    const asked = [1000, 45_000, 86_400_000, 0, undefined];
    await pass(...asked.map((retryAfter) => ({ ...LIMITED, retryAfter })), DONE);
    expect(clock.slept).toEqual([1000, 45_000, MINUTE, 8000, 16_000]);
  });

  test("are one where several requests under way are limited, as long as the longest that the service asks for", async () => {
    const { gate, clock, enterMany, pass } = gateWithClock();
    const underWay = await enterMany(3);
    [undefined, 5000, 3000].forEach((retryAfter, at) => gate.release(underWay[at]!, { ...LIMITED, retryAfter }));
    expect(gate.pauseLeft).toBe(5000);
    await pass(LIMITED, DONE);
    expect(clock.slept).toEqual([5000, 2000]);
  });

  test("begin anew after a time in which no request was made: a limit of long ago does not count", async () => {
    const { gate, clock, pass, enter } = gateWithClock();
    await pass(LIMITED);
    await clock.sleep(10 * MINUTE);
    await pass(LIMITED);
    expect(await enter()).toMatchObject({ admitted: true });
    expect(gate.pauseLeft).toBe(0);
  });

  test("are one for each origin", () => {
    expect(gateFor("https://a.example")).toBe(gateFor("https://a.example"));
    expect(gateFor("https://a.example")).not.toBe(gateFor("https://b.example"));
  });
});

describe("how many are under way at once", () => {
  test("is not limited before the first 429", async () => {
    expect(await gateWithClock().crowd()).toHaveLength(50);
  });

  test("is one after a pause, until it succeeds; the success of one that was under way before says nothing", async () => {
    const { gate, enterMany, crowd } = gateWithClock();
    const [one, other] = await enterMany(2);
    gate.release(one!, LIMITED);
    const underWay = await crowd();
    gate.release(other!, DONE);
    await settle();
    expect(underWay).toHaveLength(1);
  });

  test("is half of what it was, and grows by about one each time as many have succeeded", async () => {
    const { gate, enterMany, crowd } = gateWithClock();
    (await enterMany(6)).forEach((one) => gate.release(one, LIMITED));
    const underWay = await crowd();
    const sizes = [underWay.length];
    for (let round = 0; round < 5; round++) {
      underWay.splice(0).forEach((one) => gate.release(one, DONE));
      await settle();
      sizes.push(underWay.length);
    }
    expect(sizes).toEqual([1, 3, 4, 5, 5, 6]);
  });

  // prettier-ignore
  test.each<[string, before: number, then: Result[], expected: number]>([
    ["is halved once, however many pauses follow each other", 6, [LIMITED, DONE], 3],
    ["is one as long as a request after a pause has had no response", 1, [{ status: undefined }], 1],
    ["is half of one request no less than one", 1, [DONE], 2],
  ])("%s", async (_, before, then, expected) => {
    const { gate, enterMany, pass, crowd } = gateWithClock();
    (await enterMany(before)).forEach((one) => gate.release(one, LIMITED));
    await pass(...then);
    expect(await crowd()).toHaveLength(expected);
  });
});

describe("a rate limit without an end", () => {
  test("is given up when no request has succeeded for five minutes, not before", async () => {
    const { clock, enter, pass } = gateWithClock();
    await pass(...times(6, LIMITED_FOR_A_MINUTE));
    expect(clock.now()).toBe(5 * MINUTE);
    expect(await enter()).toEqual({ admitted: false, because: "rateLimited" });
  });

  test("that was given up is tried once more when its pause is over, and forgotten when that succeeds", async () => {
    const { gate, clock, enter, pass } = gateWithClock();
    const late = await enter();
    await pass(...times(6, LIMITED_FOR_A_MINUTE));
    await clock.sleep(MINUTE);
    await pass(DONE);
    gate.release(late, { ...LIMITED, retryAfter: 1000 });
    expect(await enter()).toMatchObject({ admitted: true });
  });

  test("begins anew with each success, also of a request that was under way before", async () => {
    const { gate, enter, pass } = gateWithClock();
    const late = await enter();
    await pass(...times(5, LIMITED_FOR_A_MINUTE));
    gate.release(late, DONE);
    await pass(LIMITED_FOR_A_MINUTE);
    expect(await enter()).toMatchObject({ admitted: true });
  });
});

test("a request that waits for others is let go when it is cancelled", async () => {
  const { enter, pass } = gateWithClock();
  await pass(LIMITED);
  await enter();
  const stop = new AbortController();
  const waiting = enter(stop.signal);
  await settle();
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(1);
  stop.abort();
  expect(await waiting).toEqual({ admitted: false, because: "cancelled" });
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
});

describe("connections", () => {
  test("are taken in the order of asking, by as many as one client may have; other clients have their own", async () => {
    const gate = new RequestGate();
    const mine: Connections = { max: 2, inUse: 0 };
    const others: Connections = { max: 1, inUse: 0 };
    const order: string[] = [];
    const admitted: Admitted[] = [];
    const acquire = async (name: string, connections = mine) => {
      admitted.push((await gate.acquire(connections)) as Admitted);
      order.push(name);
    };
    ["1", "2", "3", "4"].forEach((name) => void acquire(name));
    void acquire("other", others);
    await settle();
    expect(order).toEqual(["1", "2", "other"]);
    for (const one of admitted.slice(0, 2)) {
      gate.release(one, DONE);
      await settle();
    }
    expect(order).toEqual(["1", "2", "other", "3", "4"]);
    expect([mine.inUse, others.inUse]).toEqual([2, 1]);
  });

  test("are as many as before when one who waits is cancelled, and none is taken by a request that was", async () => {
    const gate = new RequestGate();
    const connections = { max: 1, inUse: 0 };
    const first = (await gate.acquire(connections)) as Admitted;
    const stop = new AbortController();
    const cancelled = gate.acquire(connections, stop.signal);
    const next = gate.acquire(connections);
    stop.abort();
    expect(await cancelled).toEqual({ admitted: false, because: "cancelled" });
    gate.release(first, DONE);
    gate.release((await next) as Admitted, DONE);
    expect(await gate.acquire(connections, stop.signal)).toMatchObject({ admitted: false });
    expect(connections.inUse).toBe(0);
  });
});

// prettier-ignore
test.each<[string, [at: number, wait: number][], [number, number][]]>([
  ["a wait of 3 s or less", [[0, 3]], []],
  ["a longer one", [[0, 3.001]], [[0, 3.001]]],
  ["no other for 30 s", [[0, 4], [1, 4], [29.999, 4], [30, 4], [31, 4]], [[0, 4], [30, 4]]],
  ["one that is more than half as long again", [[0, 4], [1, 6], [2, 6.001], [3, 9]], [[0, 4], [2, 6.001]]],
  ["a short one never, however late", [[0, 4], [60, 3]], [[0, 4]]],
])("a line is logged of %s", async (_, waits, expected) => {
  const { gate, clock } = gateWithClock();
  const lines: unknown[] = [];
  for (const [at, wait] of waits) {
    await clock.sleep(at * 1000 - clock.now());
    gate.logWait((line) => lines.push(JSON.parse(line)), wait * 1000, JSON.stringify([at, wait]));
  }
  expect(lines).toEqual(expected);
});

// prettier-ignore
test.each([[0, "0 s"], [1, "1 s"], [1000, "1 s"], [1001, "2 s"]])("%i ms are %s", (milliseconds, expected) => {
  expect(inSeconds(milliseconds)).toBe(expected);
});
