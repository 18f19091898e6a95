import type { Problem } from "../../../emulator/response";
import { RateLimiter } from "../../../emulator/http/rateLimit";
import { call, closeAll, GROUP_PATH, start } from "./client";

afterEach(closeAll);

// prettier-ignore
test.each([
  { requests: 0, perMs: 60_000 },
  { requests: 1.5, perMs: 60_000 },
  { requests: 1, perMs: 0 },
])("an emulator with the rate limit %j does not start", async (rateLimit) => {
  await expect(start({ rateLimit })).rejects.toThrow(`rateLimit: ${rateLimit.requests} requests per ${rateLimit.perMs} ms; it must be`);
});

/** What becomes of a request at each of these times: taken, or the seconds of `Retry-After`. */
function outcomes(retryAfter: boolean, times: number[]): unknown[] {
  let now = 0;
  const limiter = new RateLimiter({ requests: 2, perMs: 1000, retryAfter }, () => now);
  return times.map((time) => {
    now = time;
    try {
      limiter.take();
      return "taken";
    } catch (error) {
      return (error as Problem).headers["retry-after"] ?? "refused";
    }
  });
}

test("as many requests are taken in any span of that length, and those that were refused do not count", () => {
  expect(outcomes(false, [0, 900, 950, 999, 1000, 1001, 1899, 1900, 2000])).toEqual([
    ...["taken", "taken", "refused", "refused"],
    ...["taken", "refused", "refused", "taken", "taken"],
  ]);
});

test("where it is asked for, a refusal says when the next request is taken, in whole seconds", () => {
  expect(outcomes(true, [0, 0, 1, 999, 1000])).toEqual(["taken", "taken", "1", "1", "taken"]);
});

test("a request over the rate is refused with 429 and changes nothing", async () => {
  const emulator = await start({ rateLimit: { requests: 1, perMs: 3_600_000 } });
  expect((await call(emulator, "PATCH", GROUP_PATH, { replicas: 2 })).status).toBe(200);
  const refused = await call(emulator, "PATCH", GROUP_PATH, { replicas: 3 });
  expect(refused).toMatchObject({ status: 429, json: { detail: "More than 1 requests in 3600 s (emulator rule)." } });
  expect(emulator.group("acme", "vision", "web")).toMatchObject({ replicas: 2 });
});

test.each([40, [40, 45] as const])("a latency of %j milliseconds is waited out", async (latencyMs) => {
  const emulator = await start({ latencyMs });
  await call(emulator, "PATCH", GROUP_PATH, {});
  // A timer may be early by a fraction of a millisecond.
  expect(emulator.requests[0]?.durationMs).toBeGreaterThanOrEqual(39);
});

test.each([-1, NaN, [2, 1] as const, 1e9])("a latency of %j is refused", async (latencyMs) => {
  await expect(start({ latencyMs })).rejects.toThrow(
    "a latency must be from 0 to 3600000 milliseconds, the least first",
  );
});
