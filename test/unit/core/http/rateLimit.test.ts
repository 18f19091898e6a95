import { createServer } from "node:http";
import { iterateJobs } from "../../../../provider/core/http/listing";
import { gateFor, realClock, RequestGate, type Admitted, type Clock } from "../../../../provider/core/http/gate";
import type { sendOnce } from "../../../../provider/core/http/transport";
import { clientOf, closeAll, errorOf, get, listen, patch, post, quickClock, reply, serve } from "./client.server";
import { simulatedClock } from "./simulatedClock";
import { happens, pass, withOwnTimers } from "../../../support/ownTimers";
import { LIMIT, ownClock } from "./timers";

afterEach(closeAll);

/** Whether a request at this time is within the limit. */
type Limiter = (now: number) => boolean;

const tokenBucket = (perMinute: number, capacity: number): Limiter => {
  let tokens = capacity;
  let last: number | undefined;
  return (now) => {
    tokens = Math.min(capacity, tokens + ((now - (last ?? now)) * perMinute) / 60_000);
    last = now;
    return tokens >= 1 ? (tokens--, true) : false;
  };
};

const fixedWindow = (count: number, length = 60_000): Limiter => {
  let begun: number | undefined;
  let used = 0;
  return (now) => {
    if (begun === undefined || now - begun >= length) {
      begun = begun === undefined ? now : now - ((now - begun) % length);
      used = 0;
    }
    return ++used <= count;
  };
};

const never: Limiter = () => false;

/** What sends requests to a service with this limiter and latency, of which no real time passes. */
const service =
  (clock: Clock, limiter: Limiter, jobs = 0): typeof sendOnce =>
  async (_, { path }, { signal }) => {
    await clock.sleep(50, signal);
    if (!limiter(clock.now())) {
      return { status: 429, headers: {}, text: '{"message":"slow down"}' };
    }
    const page = Number(new URL(path, "http://x").searchParams.get("page"));
    const items = Array.from({ length: 100 }, (_, at) => ({ id: `job-${(page - 1) * 100 + at}` }));
    return { status: 200, headers: {}, text: JSON.stringify({ items, page, page_size: 100, total_size: jobs }) };
  };

const URL_OF_SERVICE = "http://service.test";

const LIMITERS: [string, () => Limiter, (requests: number) => number][] = [
  ["a token bucket that fills up to 240", () => tokenBucket(240, 240), (requests) => (requests - 240) * 250],
  ["a token bucket that fills up to 4", () => tokenBucket(240, 4), (requests) => (requests - 4) * 250],
  ["a window of a minute", () => fixedWindow(240), (requests) => Math.ceil(requests / 240 - 1) * 60_000],
];

describe("a service that takes 240 requests a minute and sends no Retry-After", () => {
  test.each(LIMITERS)("with %s takes 500 at once within 1.3 times the time that the limit allows", async (...row) => {
    const [, limiter, allowed] = row;
    const clock = simulatedClock();
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const client = clientOf(URL_OF_SERVICE, {}, { clock, log, sendOnce: service(clock, limiter()) });
    await Promise.all(Array.from({ length: 500 }, () => client.send(patch)));
    expect(clock.elapsed()).toBeLessThan(1.3 * allowed(500));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(15);
    expect(lines[0]).toMatch(/^http:\/\/service\.test limits the rate \(429 Too Many Requests\): (waiting|going on)/);
  });

  test.each(LIMITERS)("with %s gives 250 pages of jobs within 1.3 times that time", async (...row) => {
    const [, limiter, allowed] = row;
    const clock = simulatedClock();
    const client = clientOf(URL_OF_SERVICE, {}, { clock, sendOnce: service(clock, limiter(), 25_000) });
    let count = 0;
    for await (const _ of iterateJobs(client, { organizationName: "acme", inferenceEndpointName: "llm" })) {
      count++;
    }
    expect(count).toBe(25_000);
    // One page after the other takes its own time too.
    expect(clock.elapsed()).toBeLessThan(1.3 * Math.max(allowed(250), 250 * 50));
  });

  test("responds to each request of a real client over HTTP, where each fortieth after the first is refused", async () => {
    let seen = 0;
    let refused = 0;
    const server = createServer((request, response) => {
      request.resume().on("end", () => {
        const taken = seen === 0 || seen % 40 > 0;
        seen++;
        refused += taken ? 0 : 1;
        response.writeHead(taken ? 200 : 429, { "content-type": "application/json" }).end('{"id":"7"}');
      });
    });
    const url = `http://127.0.0.1:${await listen(server)}`;
    const client = clientOf(url, { maxRetries: 0 }, { clock: realClock });
    const responses = await Promise.all(Array.from({ length: 80 }, () => client.send(patch)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    // What was refused was sent once more, and nothing else was.
    expect({ seen, refused }).toEqual({ seen: 82, refused: 2 });
  });
});

describe("a service that responds with 429 to everything", () => {
  const limited = async (requests: number) => {
    const clock = simulatedClock();
    const lines: string[] = [];
    let sent = 0;
    const refuse: typeof sendOnce = (...args) => (sent++, service(clock, never)(...args));
    const log = (line: string) => void lines.push(line);
    const client = clientOf(URL_OF_SERVICE, { maxRetries: 0 }, { clock, log, sendOnce: refuse });
    const errors = await Promise.all(Array.from({ length: requests }, () => errorOf(client.send(post))));
    return { clock, lines, errors, sent: () => sent };
  };

  test("is waited for five minutes, in pauses that are doubled from 1 s to 30 s, and then the error says so", async () => {
    const { clock, lines, errors } = await limited(1);
    expect(clock.elapsed()).toBeGreaterThanOrEqual(300_000);
    expect(clock.elapsed()).toBeLessThan(335_000);
    expect(errors[0]).toMatchObject({ status: 429, maybeProcessed: false });
    expect(errors[0]?.message).toBe(
      "create job in queue acme/vision/frames: 429 Too Many Requests after 15 attempts: slow down. Since then the service " +
        "has limited the rate: no request to http://service.test has succeeded for 5 minutes. " +
        "Run it again later, and see what else uses up the rate that the service allows.",
    );
    const waits = lines.map((line) => /waiting (\d+) s/.exec(line)?.[1]);
    expect(waits.slice(0, 4)).toEqual(["4", "8", "16", "30"]);
    expect(lines.length).toBeLessThan(15);
  });

  test("fails all that wait at the same time, sent or not, and asks only one at a time meanwhile", async () => {
    const { clock, errors, sent } = await limited(100);
    expect(clock.elapsed()).toBeLessThan(335_000);
    expect(errors).toHaveLength(100);
    expect(sent()).toBeLessThan(16 + 16);
    const unsent = errors.filter(({ status }) => status === undefined);
    expect(unsent.length).toBeGreaterThan(0);
    expect(unsent.every(({ message }) => message.includes("for 5 minutes"))).toBe(true);
  });
});

describe("a pause", () => {
  describe("of a second", () => {
    withOwnTimers();

    test("holds requests of other clients to the same origin too, and no time-out is spent in it", async () => {
      const { url, seen } = await serve(reply(429, "", { "retry-after": "1" }), reply(200, { id: "7" }));
      const gate = new RequestGate(ownClock);
      const over = { requestTimeoutSeconds: LIMIT };
      const one = clientOf(url, over, { clock: ownClock, gate });
      const other = clientOf(url, { ...over, apiKey: "another" }, { clock: ownClock, gate });
      const first = one.send(patch);
      await happens(() => gate.pauseLeft > 0);
      const others = [other.send(post), other.send(get)];
      // What is sent to another origin arrives meanwhile.
      const elsewhere = await serve(reply(200, {}));
      pass(2 * LIMIT);
      await clientOf(elsewhere.url).send(patch);
      expect(seen).toHaveLength(1);
      pass(1 - 2 * LIMIT);
      await Promise.all([first, ...others]);
      expect(seen).toHaveLength(4);
    });
  });

  test("ends at once for a request that is cancelled", async () => {
    const gate = new RequestGate();
    const connections = { max: 1, inUse: 0 };
    gate.release((await gate.acquire(connections)) as Admitted, { status: 429, retryAfter: 50_000 });
    const stop = new AbortController();
    const waiting = gate.acquire(connections, stop.signal);
    stop.abort();
    expect(await waiting).toEqual({ admitted: false, because: "cancelled" });
    expect(gate.pauseLeft).toBeGreaterThan(40_000);
  });

  test("does not become longer when the clock of the machine is set back", () => {
    jest.useFakeTimers({ doNotFake: ["performance"] });
    try {
      const before = realClock.now();
      jest.setSystemTime(0);
      expect(realClock.now() - before).toBeGreaterThanOrEqual(0);
      expect(realClock.date()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  test("is one for each origin", () => {
    expect(gateFor("https://a.example")).toBe(gateFor("https://a.example"));
    expect(gateFor("https://a.example")).not.toBe(gateFor("https://b.example"));
  });
});

describe("a wait between attempts", () => {
  const lines = async (retryAfter: string, requests = 1) => {
    const { url } = await serve(
      ...Array.from({ length: requests }, () => reply(503, "", { "retry-after": retryAfter })),
      reply(200, {}),
    );
    const log: string[] = [];
    const client = clientOf(url, {}, { clock: quickClock(), log: (line) => log.push(line) });
    await Promise.all(Array.from({ length: requests }, () => client.send(patch)));
    return log;
  };

  test("of more than 3 s says what it waits for", async () => {
    expect(await lines("4")).toEqual([
      "update container group acme/vision/web: 503 Service Unavailable: waiting 4 s, then trying again",
    ]);
  });

  test("of 3 s or less is not mentioned", async () => {
    expect(await lines("3")).toEqual([]);
  });

  test("of many requests at once is one line", async () => {
    expect(await lines("4", 7)).toHaveLength(1);
  });
});
