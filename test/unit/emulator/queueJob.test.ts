import { call, Clock, closeAll, pointers, QUEUE_NAMES, QUEUE_PATH, start } from "./client";

afterEach(closeAll);

const PATH = `${QUEUE_PATH}/jobs`;

test("a job is answered with 201, pending, and all that was given", async () => {
  const emulator = await start();
  const body = { input: { a: [1, null] }, metadata: { Key: "v" }, webhook: "https://hook.test/x" };
  const { status, json } = await call(emulator, "POST", PATH, body);
  expect(status).toBe(201);
  expect(json).toEqual({
    ...body,
    create_time: expect.any(String),
    events: [{ time: json["create_time"] }],
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    status: "pending",
    update_time: json["create_time"],
  });
});

test("a job runs and succeeds as time passes, and then has an output", async () => {
  const clock = new Clock();
  const emulator = await start({ now: clock.now, settleMs: 1000 });
  await call(emulator, "POST", PATH, { input: { n: 1 } });
  const job = () => emulator.jobs(...QUEUE_NAMES)[0];
  expect(job()).toMatchObject({ status: "pending" });
  clock.time += 1000;
  expect(job()).toMatchObject({ status: "running", events: [{}, { time: "2026-01-01T00:00:01.000Z" }] });
  expect(job()).not.toHaveProperty("output");
  clock.time += 1000;
  expect(job()).toMatchObject({ status: "succeeded", output: { n: 1 }, update_time: "2026-01-01T00:00:02.000Z" });
  expect(job()?.["events"]).toHaveLength(3);
});

test("a new job is pending even when changes settle at once", async () => {
  const emulator = await start({ settleMs: 0 });
  expect((await call(emulator, "POST", PATH, { input: 1 })).json).toMatchObject({ status: "pending" });
  expect(emulator.jobs(...QUEUE_NAMES)).toMatchObject([{ status: "succeeded" }]);
});

test.each(["null", "0", '"text"', "[]", "123456789012345678901234567890", "1.10", '{"__proto__":{"a":1}}'])(
  "input %s comes back with every digit",
  async (input) => {
    const emulator = await start();
    const { status, text } = await call(emulator, "POST", PATH, `{"input":${input}}`);
    expect(status).toBe(201);
    expect(text).toContain(`"input":${input},`);
  },
);

test("what is refused creates no job", async () => {
  const emulator = await start();
  const rows: [words: string, body: unknown, pointers: string[]][] = [
    ["no input", {}, ["/input"]],
    ["an array", [], [""]],
    ["unknown members", { input: 1, priority: 1 }, ["/priority"]],
    ["metadata that is no object", { input: 1, metadata: [] }, ["/metadata"]],
    ["metadata that is null", { input: 1, metadata: null }, ["/metadata"]],
    ["an empty webhook", { input: 1, webhook: "" }, ["/webhook"]],
    ["a webhook that is no URL", { input: 1, webhook: "hook" }, ["/webhook"]],
    ["a webhook of another scheme", { input: 1, webhook: "ftp://x.test" }, ["/webhook"]],
    ["a long webhook", { input: 1, webhook: `https://x.test/${"x".repeat(2048)}` }, ["/webhook"]],
    ["several things", { webhook: 1, x: 1 }, ["/webhook", "/x", "/input"]],
  ];
  for (const [words, body, expected] of rows) {
    const answer = await call(emulator, "POST", PATH, body);
    expect([words, answer.status, pointers(answer)]).toEqual([words, 400, expected]);
  }
  expect(emulator.jobs(...QUEUE_NAMES)).toEqual([]);
});

test("an input of 20 MB is taken and given back", async () => {
  const emulator = await start();
  const input = "x".repeat(20 * 1024 * 1024);
  const { status, text } = await call(emulator, "POST", PATH, `{"input":"${input}"}`);
  expect(status).toBe(201);
  expect(text.length).toBeGreaterThan(input.length);
});
