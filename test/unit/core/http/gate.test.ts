import { getEventListeners } from "node:events";
import {
  inSeconds,
  RequestGate,
  type Admitted,
  type Connections,
  type Result,
} from "../../../../provider/core/http/gate";

/** A gate whose waits pass at once, on a clock that they move on. */
function gateWithClock() {
  const clock = { time: Date.parse("2026-01-01T00:00:00Z"), slept: [] as number[] };
  const gate = new RequestGate({
    now: () => clock.time,
    date: () => 0,
    random: () => 0,
    sleep: (milliseconds) => {
      clock.slept.push(milliseconds);
      clock.time += milliseconds;
      return Promise.resolve();
    },
  });
  const connections = { max: 1000, inUse: 0 };
  const enter = async (signal?: AbortSignal) => (await gate.acquire(connections, signal)) as Admitted;
  /** One request from its start to its end. */
  const pass = async (result: Result) => gate.release(await enter(), result);
  /** 50 more requests: those that are under way, as far as the gate lets them. */
  const crowd = async (): Promise<Admitted[]> => {
    const underWay: Admitted[] = [];
    for (let i = 0; i < 50; i++) {
      void enter().then((one) => underWay.push(one));
    }
    await settle();
    return underWay;
  };
  return { gate, clock, enter, pass, crowd };
}

/** Until all that can go on without time has done so. */
const settle = () => new Promise(setImmediate);

const LIMITED: Result = { status: 429 };
const DONE: Result = { status: 200 };
const MINUTE = 60_000;

describe("pauses", () => {
  test("are doubled from 1 s to 30 s, and begin anew when a request has succeeded", async () => {
    const { clock, pass } = gateWithClock();
    for (let i = 0; i < 7; i++) {
      await pass(LIMITED);
    }
    await pass(DONE);
    await pass(LIMITED);
    await pass(DONE);
    expect(clock.slept).toEqual([1, 2, 4, 8, 16, 30, 30, 1].map((seconds) => seconds * 1000));
  });

  test("last as long as the service asks for, up to a minute, and are doubled all the same", async () => {
    const { clock, pass } = gateWithClock();
    for (const retryAfter of [1000, 45_000, 86_400_000, 0, undefined]) {
      await pass({ ...LIMITED, retryAfter });
    }
    await pass(DONE);
    expect(clock.slept).toEqual([1000, 45_000, MINUTE, 8000, 16_000]);
  });

  test("are one where several requests under way are limited, as long as the longest that the service asks for", async () => {
    const { gate, clock, enter, pass } = gateWithClock();
    const [one, other, last] = [await enter(), await enter(), await enter()];
    gate.release(one, LIMITED);
    gate.release(other, { ...LIMITED, retryAfter: 5000 });
    gate.release(last, { ...LIMITED, retryAfter: 3000 });
    expect(gate.pauseLeft).toBe(5000);
    await pass(LIMITED);
    await pass(DONE);
    expect(clock.slept).toEqual([5000, 2000]);
  });
});

describe("how many are under way at once", () => {
  test("is not limited before the first 429", async () => {
    const { crowd } = gateWithClock();
    expect(await crowd()).toHaveLength(50);
  });

  test("is one after a pause, until it succeeds; the success of one that was under way before says nothing", async () => {
    const { gate, enter, crowd } = gateWithClock();
    const [one, other] = [await enter(), await enter()];
    gate.release(one, LIMITED);
    const underWay = await crowd();
    gate.release(other, DONE);
    await settle();
    expect(underWay).toHaveLength(1);
  });

  test("is half of what it was, and grows by about one each time as many have succeeded", async () => {
    const { gate, enter, crowd } = gateWithClock();
    const before = await Promise.all(Array.from({ length: 6 }, () => enter()));
    before.forEach((one) => gate.release(one, LIMITED));
    const underWay = await crowd();
    const sizes = [underWay.length];
    for (let round = 0; round < 5; round++) {
      underWay.splice(0).forEach((one) => gate.release(one, DONE));
      await settle();
      sizes.push(underWay.length);
    }
    expect(sizes).toEqual([1, 3, 4, 5, 5, 6]);
  });

  test("is halved once, however many pauses follow each other", async () => {
    const { gate, enter, pass, crowd } = gateWithClock();
    const before = await Promise.all(Array.from({ length: 6 }, () => enter()));
    before.forEach((one) => gate.release(one, LIMITED));
    await pass(LIMITED);
    await pass(DONE);
    expect(await crowd()).toHaveLength(3);
  });

  test("is one as long as a request after a pause has had no response", async () => {
    const { pass, crowd } = gateWithClock();
    await pass(LIMITED);
    await pass({ status: undefined });
    expect(await crowd()).toHaveLength(1);
  });

  test("is half of one request no less than one", async () => {
    const { pass, crowd } = gateWithClock();
    await pass(LIMITED);
    await pass(DONE);
    expect(await crowd()).toHaveLength(2);
  });
});

describe("a rate limit without an end", () => {
  test("is given up when no request has succeeded for five minutes, not before", async () => {
    const { clock, enter, pass } = gateWithClock();
    const start = clock.time;
    for (let minute = 0; minute < 5; minute++) {
      await pass({ ...LIMITED, retryAfter: MINUTE });
    }
    // The sixth, after five minutes.
    await pass({ ...LIMITED, retryAfter: MINUTE });
    expect(clock.time - start).toBe(5 * MINUTE);
    expect(await enter()).toEqual({ admitted: false, because: "rateLimited" });
  });

  test("that was given up is tried once more when its pause is over, and forgotten when that succeeds", async () => {
    const { gate, clock, enter, pass } = gateWithClock();
    const late = await enter();
    for (let minute = 0; minute <= 5; minute++) {
      await pass({ ...LIMITED, retryAfter: MINUTE });
    }
    clock.time += MINUTE;
    await pass(DONE);
    // What was under way all the time is limited now: a pause, no end.
    gate.release(late, { ...LIMITED, retryAfter: 1000 });
    expect(await enter()).toMatchObject({ admitted: true });
  });

  test("begins anew with each success, also of a request that was under way before", async () => {
    const { gate, enter, pass } = gateWithClock();
    const late = await enter();
    for (let minute = 0; minute < 5; minute++) {
      await pass({ ...LIMITED, retryAfter: MINUTE });
    }
    gate.release(late, DONE);
    await pass({ ...LIMITED, retryAfter: MINUTE });
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
    const [mine, others]: Connections[] = [
      { max: 2, inUse: 0 },
      { max: 1, inUse: 0 },
    ];
    const order: string[] = [];
    const admitted: Admitted[] = [];
    const acquire = (name: string, connections = mine) =>
      void gate.acquire(connections as Connections).then((one) => {
        order.push(name);
        admitted.push(one as Admitted);
      });
    ["1", "2", "3", "4"].forEach((name) => acquire(name));
    acquire("other", others);
    await settle();
    expect(order).toEqual(["1", "2", "other"]);
    gate.release(admitted[0] as Admitted, DONE);
    await settle();
    gate.release(admitted[1] as Admitted, DONE);
    await settle();
    expect(order).toEqual(["1", "2", "other", "3", "4"]);
    expect([mine?.inUse, others?.inUse]).toEqual([2, 1]);
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
])("a line is logged of %s", (_, waits, expected) => {
  const { gate, clock } = gateWithClock();
  const start = clock.time;
  const lines: unknown[] = [];
  for (const [at, wait] of waits) {
    clock.time = start + at * 1000;
    gate.logWait((line) => lines.push(JSON.parse(line)), wait * 1000, JSON.stringify([at, wait]));
  }
  expect(lines).toEqual(expected);
});

// prettier-ignore
test.each([[0, "0 s"], [1, "1 s"], [1000, "1 s"], [1001, "2 s"]])("%i ms are %s", (milliseconds, expected) => {
  expect(inSeconds(milliseconds)).toBe(expected);
});
