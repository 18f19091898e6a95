import { RequestGate, type Admitted } from "../../../../provider/core/http/gate";
import { clientOf, errorOf, patch, post, reply, simulatedClock, type Reply } from "./service";

/** Whether a request at this time is within the limit. */
type Limiter = (now: number) => boolean;

const tokenBucket = (perMinute: number, capacity: number): Limiter => {
  let tokens = capacity;
  let last = 0;
  return (now) => {
    tokens = Math.min(capacity, tokens + ((now - last) * perMinute) / 60_000);
    last = now;
    return tokens >= 1 ? (tokens--, true) : false;
  };
};

const fixedWindow = (count: number): Limiter => {
  let window = 0;
  let used = 0;
  return (now) => {
    const current = Math.floor(now / 60_000);
    used = current === window ? used + 1 : 1;
    window = current;
    return used <= count;
  };
};

const never: Limiter = () => false;

/** A client of a service with this limiter, which takes 50 ms for each response. */
function limitedClient(limiter: Limiter, { maxRetries = 4 } = {}) {
  const clock = simulatedClock();
  const lines: string[] = [];
  const respond: Reply = async (_, __, { signal }) => {
    await clock.sleep(50, signal);
    return limiter(clock.now()) ? reply(200, {}) : reply(429, { message: "slow down" });
  };
  return { ...clientOf([respond], { maxRetries }, { clock, log: (line) => lines.push(line) }), clock, lines };
}

/** Each with the milliseconds that it makes so many requests take. */
const LIMITERS: [string, () => Limiter, (requests: number) => number][] = [
  ["a token bucket that fills up to 240", () => tokenBucket(240, 240), (requests) => (requests - 240) * 250],
  ["a token bucket that fills up to 4", () => tokenBucket(240, 4), (requests) => (requests - 4) * 250],
  ["a window of a minute", () => fixedWindow(240), (requests) => Math.ceil(requests / 240 - 1) * 60_000],
];

test.each(LIMITERS)(
  "a service that takes 240 requests a minute, by %s, takes 500 at once within 1.3 times the time that it allows",
  async (_, limiter, allowed) => {
    const { client, clock, lines } = limitedClient(limiter());
    await Promise.all(Array.from({ length: 500 }, () => client.send(patch)));
    expect(clock.now()).toBeLessThan(1.3 * allowed(500));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(15);
    expect(lines.filter((line) => /waiting [0-3] s/.test(line))).toEqual([]);
    expect(lines[0]).toMatch(/^http:\/\/service\.test limits the rate \(429 Too Many Requests\): (waiting|going on)/);
  },
);

describe("a service that responds with 429 to everything", () => {
  test("is waited for five minutes, in pauses that are doubled from 1 s to 30 s, and then the error says so", async () => {
    const { client, clock, lines } = limitedClient(never, { maxRetries: 0 });
    const error = await errorOf(client.send(post));
    expect(clock.now()).toBeGreaterThanOrEqual(300_000);
    expect(clock.now()).toBeLessThan(335_000);
    expect(error).toMatchObject({ status: 429, maybeProcessed: false });
    expect(error.message).toBe(
      "create job in queue acme/vision/frames: 429 Too Many Requests after 15 attempts: slow down. Since then the service " +
        "has limited the rate: no request to http://service.test has succeeded for 5 minutes. Do: runLater.",
    );
    const waits = lines.map((line) => /: waiting (\d+) s, then going on$/.exec(line)?.[1]);
    expect(waits.slice(0, 4)).toEqual(["4", "8", "16", "30"]);
    expect(lines.length).toBeLessThan(15);
  });

  test("fails all that wait at the same time, sent or not, and asks only one at a time meanwhile", async () => {
    const { client, clock, sent } = limitedClient(never, { maxRetries: 0 });
    const errors = await Promise.all(Array.from({ length: 100 }, () => errorOf(client.send(post))));
    expect(clock.now()).toBeLessThan(335_000);
    expect(sent.length).toBeLessThan(16 + 16);
    const unsent = errors.filter(({ status }) => status === undefined);
    expect(unsent.length).toBeGreaterThan(0);
    expect(unsent.every(({ message }) => message.includes("for 5 minutes"))).toBe(true);
  });
});

test("a pause holds the requests of all clients to the same origin", async () => {
  const clock = simulatedClock();
  const gate = new RequestGate(clock);
  gate.release((await gate.acquire({ max: 1, inUse: 0 })) as Admitted, { status: 429, retryAfter: 5000 });
  const sending = ["one", "another"].map(async (apiKey) => {
    await clientOf([reply(200, {})], { apiKey }, { clock, gate }).client.send(patch);
    return clock.now();
  });
  expect(await Promise.all(sending)).toEqual([5000, 5000]);
});
