import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Emulator, EmulatorOptions, WebhookCall } from "../../../emulator";
import { until } from "../../support/until";
import { call, Clock, closeAll, IN_VISION, QUEUE_NAMES, QUEUE_PATH, start } from "./client";

/** A receiver of webhooks, which responds with a redirect. */
let receiver: Server;
let url: string;
let received: { method?: string; type?: string; body: string }[];
/** What became of the webhooks. */
let made: WebhookCall[];
let clock: Clock;

beforeEach(async () => {
  [received, made, clock] = [[], [], new Clock()];
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

const begin = (options: EmulatorOptions = {}) =>
  start({ settleMs: 10, now: clock.now, onWebhook: (outcome) => made.push(outcome), ...options });
const post = async (emulator: Emulator, input: unknown, webhook = url) =>
  (await call(emulator, "POST", `${QUEUE_PATH}/jobs`, { input, webhook })).json["id"];
const inputs = () => received.map(({ body }) => (JSON.parse(body) as { input: unknown }).input);
const called = (count: number) => until(() => made.length === count, `there are not ${count} webhooks called`);

test("a webhook on this machine is posted the job when it has completed, not before, and no redirect is followed", async () => {
  const looks: Date[] = [];
  const emulator = await begin({ now: () => (looks.push(clock.now()), clock.now()) });
  const text = `{"input":1.10,"webhook":"${url}"}`;
  const { json } = await call(emulator, "POST", `${QUEUE_PATH}/jobs`, text);
  // Its time is looked at more than once, and it has not come.
  const { length } = looks;
  await until(() => looks.length > length + 3, "the clock is not looked at");
  expect(received).toEqual([]);
  clock.time += 20;
  await called(1);
  expect(made).toEqual([{ jobId: json["id"], status: 307 }]);
  expect(received).toMatchObject([{ method: "POST", type: "application/json" }]);
  expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ id: json["id"], status: "succeeded", webhook: url });
  expect(received[0]?.body).toContain('"output":1.10');
});

const REMOTE = "not called, its host is not this machine";
test.each(["https://192.0.2.1/x", "http://localhost.example/x", "http://10.0.0.1/x", "http://127.0.0.1.example/x"])(
  "the webhook %s on another machine is not called",
  async (webhook) => {
    await post(await begin({ settleMs: 0 }), 1, webhook);
    await called(1);
    expect(made).toEqual([{ jobId: expect.any(String), reason: REMOTE }]);
  },
);

test("a webhook on another machine is called where that is allowed", async () => {
  // Not among the addresses that are this machine, and leads to it where a test may run.
  const remote = url.replace("127.0.0.1", "0.0.0.0");
  await post(await begin({ settleMs: 0 }), 1, remote);
  await post(await begin({ settleMs: 0, allowRemoteWebhooks: true }), 1, remote);
  await called(2);
  expect(made).toMatchObject([{ reason: REMOTE }, { status: 307 }]);
});

test("a webhook that nobody listens to fails without a trace of its URL", async () => {
  await new Promise((resolve) => receiver.close(resolve));
  await post(await begin({ settleMs: 0 }), 1);
  await called(1);
  expect(made).toEqual([{ jobId: expect.any(String), reason: "no response (ECONNREFUSED)" }]);
});

test("after a restart the webhook of a job is called when it completes, and not where it completed meanwhile", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "webhook-"));
  const stateFile = path.join(folder, "state.json");
  const first = await begin({ stateFile });
  await post(first, "completed meanwhile");
  clock.time += 15;
  await post(first, "pending");
  await first.close();
  clock.time += 6;
  await begin({ stateFile });
  clock.time += 1000;
  await called(1);
  expect(inputs()).toEqual(["pending"]);
  await closeAll();
  rmSync(folder, { recursive: true });
});

test("a reset forgets the webhooks of the jobs that are gone, and calls those of the start anew", async () => {
  const jobs = [{ input: "of the start", webhook: url }];
  const emulator = await begin({ queues: [{ ...IN_VISION, name: "renders", jobs }] });
  await post(emulator, "gone");
  emulator.reset();
  const [job] = emulator.jobs(...QUEUE_NAMES);
  clock.time += 1000;
  await called(1);
  // What is called all the same is called before the webhook of a job that is posted now.
  await post(emulator, "later");
  clock.time += 1000;
  await called(2);
  expect(inputs()).toEqual(["of the start", "later"]);
  expect(made[0]).toEqual({ jobId: job?.["id"], status: 307 });
});
