import { call, Clock, closeAll, QUEUE_NAMES, QUEUE_PATH, start, violations } from "./client";

afterEach(closeAll);

const PATH = `${QUEUE_PATH}/jobs`;

test("a posted job is shown with 201, pending, and all that was given", async () => {
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

const NOT_HTTP = "/webhook must be an http or https URL (emulator rule)";
test.each([
  ["[]", [" must be object"]],
  ['{"input":1,"metadata":null}', ["/metadata must be object"]],
  ['{"input":1,"webhook":"hook"}', ['/webhook must match format "uri"']],
  ['{"input":1,"webhook":"ftp://x.test"}', [NOT_HTTP]],
  ['{"webhook":1}', ["/input is required", "/webhook must be string"]],
])("the body %s is refused, and creates no job", async (body, expected) => {
  const emulator = await start();
  const refused = await call(emulator, "POST", PATH, body);
  expect(refused.status).toBe(400);
  expect(violations(refused)).toEqual(expected);
  expect(emulator.jobs(...QUEUE_NAMES)).toEqual([]);
});

test("an input of 20 MB is taken and given back", async () => {
  const emulator = await start();
  const input = "x".repeat(20 * 1024 * 1024);
  const { status, text } = await call(emulator, "POST", PATH, `{"input":"${input}"}`);
  expect(status).toBe(201);
  expect(text.length).toBeGreaterThan(input.length);
});
