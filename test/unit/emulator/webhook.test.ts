import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { EmulatorOptions, WebhookCall } from "../../../emulator";
import { until } from "../../support/until";
import { call, Clock, closeAll, IN_VISION, QUEUE_NAMES, QUEUE_PATH, start } from "./client";

/** A receiver of webhooks, which responds with a redirect. */
let receiver: Server;
let url: string;
let received: { method?: string; type?: string; body: string }[];

beforeEach(async () => {
  received = [];
  receiver = createServer((request: IncomingMessage, response) => {
    let body = "";
    request.on("data", (data: Buffer) => (body += data));
    request.on("end", () => {
      received.push({ method: request.method, type: request.headers["content-type"], body });
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done?token=secret`;
});
afterEach(async () => {
  await closeAll();
  receiver.closeAllConnections();
  receiver.close();
});

/** Posts a job with this webhook, and waits for what becomes of that. */
async function outcomeOf(webhook: string, options: EmulatorOptions = {}): Promise<WebhookCall> {
  return new Promise((resolve, reject) => {
    start({ settleMs: 0, onWebhook: resolve, ...options })
      .then((emulator) => call(emulator, "POST", `${QUEUE_PATH}/jobs`, `{"input":1.10,"webhook":"${webhook}"}`))
      .catch(reject);
  });
}

test("a webhook on this machine is posted the job when it has completed, and no redirect is followed", async () => {
  const { jobId, ...outcome } = await outcomeOf(url);
  expect(outcome).toEqual({ status: 307 });
  expect(received).toMatchObject([{ method: "POST", type: "application/json" }]);
  expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ id: jobId, status: "succeeded", webhook: url });
  expect(received[0]?.body).toContain('"output":1.10');
});

test("a webhook is not called before the job has completed", async () => {
  const clock = new Clock();
  let called: (call: WebhookCall) => void = () => {};
  const outcome = new Promise<WebhookCall>((resolve) => (called = resolve));
  const looks: Date[] = [];
  const now = () => {
    looks.push(clock.now());
    return clock.now();
  };
  const emulator = await start({ settleMs: 10, now, onWebhook: (made) => called(made) });
  await call(emulator, "POST", `${QUEUE_PATH}/jobs`, { input: 1, webhook: url });
  // Its time is looked at more than once, and it has not come.
  const { length } = looks;
  await until(() => looks.length > length + 3, "the clock is not looked at");
  expect(emulator.jobs(...QUEUE_NAMES)).toMatchObject([{ status: "pending" }]);
  expect(received).toEqual([]);
  clock.time += 20;
  expect(await outcome).toMatchObject({ status: 307 });
});

test.each(["https://192.0.2.1/x", "http://localhost.example/x", "http://10.0.0.1/x", "http://127.0.0.1.example/x"])(
  "the webhook %s on another machine is not called",
  async (webhook) => {
    expect(await outcomeOf(webhook)).toEqual({
      jobId: expect.any(String),
      reason: "not called, its host is not this machine",
    });
  },
);

test("a webhook on another machine is called where that is allowed", async () => {
  // Not among the addresses that are this machine, and leads to it where a test may run.
  const remote = url.replace("127.0.0.1", "0.0.0.0");
  expect(await outcomeOf(remote)).toMatchObject({ reason: "not called, its host is not this machine" });
  expect(await outcomeOf(remote, { allowRemoteWebhooks: true })).toMatchObject({ status: 307 });
});

test("a webhook that nobody listens to fails without a trace of its URL", async () => {
  await new Promise((resolve) => receiver.close(resolve));
  expect(await outcomeOf(url)).toEqual({ jobId: expect.any(String), reason: "no response (ECONNREFUSED)" });
});

describe("after a restart with a state file", () => {
  let folder: string;
  let stateFile: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "webhook-"));
    stateFile = path.join(folder, "state.json");
  });
  afterEach(async () => {
    await closeAll();
    rmSync(folder, { recursive: true });
  });

  const clock = new Clock();

  /** Starts an emulator on the file, and gives what becomes of the first webhook. */
  async function restart(options: EmulatorOptions = {}) {
    let settle: (made: WebhookCall) => void = () => {};
    const outcome = new Promise<WebhookCall>((resolve) => (settle = resolve));
    const emulator = await start({
      stateFile,
      settleMs: 60,
      now: clock.now,
      onWebhook: (made) => settle(made),
      ...options,
    });
    return { emulator, outcome };
  }
  const post = async (emulator: Awaited<ReturnType<typeof start>>) =>
    (await call(emulator, "POST", `${QUEUE_PATH}/jobs`, { input: 1, webhook: url })).json["id"];

  test("the webhook of a job that had not completed is called when it completes", async () => {
    const { emulator } = await restart();
    const jobId = await post(emulator);
    await emulator.close();
    const { emulator: second, outcome } = await restart();
    expect(second.jobs(...QUEUE_NAMES)).toMatchObject([{ id: jobId, status: "pending" }]);
    clock.time += 120;
    expect(await outcome).toEqual({ jobId, status: 307 });
  });

  test("the webhook of a job that completed while no emulator ran is called, and not once more after the next restart", async () => {
    const { emulator } = await restart();
    const jobId = await post(emulator);
    await emulator.close();
    clock.time += 1000;
    const { emulator: second, outcome } = await restart();
    expect(await outcome).toEqual({ jobId, status: 307 });
    await second.close();
    const { emulator: third, outcome: next } = await restart();
    // What would be called again would be called before the webhook of a job that is posted now.
    const later = await post(third);
    clock.time += 1000;
    expect(await next).toEqual({ jobId: later, status: 307 });
    expect(received.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual([jobId, later]);
  });

  test("no webhook is called by an emulator whose port is in use", async () => {
    const { emulator } = await restart();
    await post(emulator);
    await emulator.close();
    clock.time += 1000;
    const { port } = receiver.address() as AddressInfo;
    await expect(restart({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    const { outcome } = await restart();
    await outcome;
    expect(received).toHaveLength(1);
  });
});

describe("a reset", () => {
  const clock = new Clock();
  const made: WebhookCall[] = [];
  beforeEach(() => made.splice(0));

  const queues = () => [{ ...IN_VISION, name: "renders", jobs: [{ input: "of the start", webhook: url }] }];
  const begin = () =>
    start({ settleMs: 10, now: clock.now, onWebhook: (outcome) => made.push(outcome), queues: queues() });
  const inputs = () => received.map(({ body }) => (JSON.parse(body) as { input: string }).input);

  test("forgets the webhooks of the jobs that are gone, and calls those of the start anew", async () => {
    const emulator = await begin();
    await call(emulator, "POST", `${QUEUE_PATH}/jobs`, { input: "gone", webhook: url });
    emulator.reset();
    const [job] = emulator.jobs(...QUEUE_NAMES);
    clock.time += 1000;
    await until(() => made.length > 0, "the webhook is not called");
    // What is called all the same is called before the webhook of a job that is posted now.
    await call(emulator, "POST", `${QUEUE_PATH}/jobs`, { input: "later", webhook: url });
    clock.time += 1000;
    await until(() => inputs().includes("later"), "the later webhook is not called");
    expect(inputs()).toEqual(["of the start", "later"]);
    expect(made[0]).toEqual({ jobId: job?.["id"], status: 307 });
  });

  test("forgets a call that is under way: nobody is told what became of it", async () => {
    const emulator = await begin();
    const ids = (): unknown[] => emulator.jobs(...QUEUE_NAMES).map(({ id }) => id);
    const [gone] = ids();
    receiver.once("request", () => emulator.reset());
    clock.time += 1000;
    await until(() => inputs().length === 1, "the webhook is not called");
    const [again] = ids();
    expect(again).not.toBe(gone);
    clock.time += 1000;
    await until(() => made.length > 0, "the webhook is not called again");
    expect(made).toEqual([{ jobId: again, status: 307 }]);
  });

  test("of an emulator that is closed calls none", async () => {
    const emulator = await begin();
    await emulator.close();
    emulator.reset();
    clock.time += 1000;
    await outcomeOf(url);
    expect(inputs()).toEqual([1.1]);
  });
});

test("the webhook of a job that a seed says has long completed is not called", async () => {
  let settle: (made: WebhookCall) => void = () => {};
  const outcome = new Promise<WebhookCall>((resolve) => (settle = resolve));
  const old = { input: "old", webhook: url, create_time: "2020-01-01T00:00:00Z" };
  await start({
    settleMs: 10,
    onWebhook: (made) => settle(made),
    queues: [{ ...IN_VISION, name: "renders", jobs: [old, { input: "new", webhook: url }] }],
  });
  await outcome;
  expect(received.map(({ body }) => (JSON.parse(body) as { input: string }).input)).toEqual(["new"]);
});
