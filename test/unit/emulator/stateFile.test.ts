import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator } from "../../../emulator";
import { until } from "../../support/until";
import {
  call,
  Clock,
  closeAll,
  GROUP_PATH,
  IN_VISION,
  JOBS_PATH,
  NAMES,
  QUEUE_NAMES,
  QUEUE_PATH,
  start,
} from "./client";

let folder: string;
let stateFile: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "state-"));
  stateFile = path.join(folder, "state.json");
});
afterEach(async () => {
  await closeAll();
  rmSync(folder, { recursive: true });
});

const PATCH = {
  replicas: null,
  country_codes: ["de"],
  networking: { port: 80 },
  container: {
    command: null,
    image: "registry.example/huge:1",
    priority: "high",
    registry_authentication: { basic: { username: "u", password: "registry-password" } },
    logging: { http: { host: "h", port: 1, format: "json" } },
  },
  liveness_probe: { http: { path: "/", port: 80, scheme: "https" } },
};
const JOB = '{"input":{"exact":1.10,"big":12345678901234567890},"metadata":{"m":1e2}}';

test("all objects are as they were after a restart: what is stored, what is shown, jobs with all digits", async () => {
  const clock = new Clock();
  const queue = { projectName: "vision", queueName: "renders" };
  const endpoints = [{ organizationName: "acme", name: "transcribe", jobs: 3, queue }];
  const first = await start({ stateFile, now: clock.now, settleMs: 10, endpoints });
  expect(await call(first, "PATCH", GROUP_PATH, PATCH)).toMatchObject({ status: 200 });
  await call(first, "PATCH", QUEUE_PATH, { description: "d" });
  await call(first, "POST", `${QUEUE_PATH}/jobs`, JOB);
  clock.time += 1000;
  const view = async (emulator: typeof first) => ({
    stored: emulator.stored(...NAMES),
    group: emulator.group(...NAMES),
    queue: emulator.queue(...QUEUE_NAMES),
    jobs: emulator.jobs(...QUEUE_NAMES),
    listed: (await call(emulator, "GET", JOBS_PATH)).text,
  });
  const before = await view(first);
  await first.close();

  // The objects of the options are not there: the file's are.
  const second = await start({ stateFile, now: clock.now, settleMs: 10, groups: [], queues: [], endpoints: [] });
  const after = await view(second);
  const group = { ...before.group, current_state: expect.anything() };
  expect(after).toEqual({ ...before, group, queue: { ...before.queue, container_groups: [group] } });
  expect(after.listed).toContain(JOB.slice(1, -1));
  expect(after.group).toMatchObject({ replicas: 0, version: 2, pending_change: false });
});

test("a change is in the file soon, and only its owner can read it", async () => {
  const emulator = await start({ stateFile });
  await call(emulator, "PATCH", GROUP_PATH, PATCH);
  await until(() => readFileSync(stateFile, "utf8").includes("registry-password"), "no change in the file");
  expect(statSync(stateFile).mode & 0o777).toBe(0o600);
});

// prettier-ignore
test.each([
  ["text that is not JSON", "{", ""],
  ["an object that breaks a rule", '{"organizations":{"acme":{"projects":{"vision":{"groups":{"web":{"replicas":"many"}}}}}}}', "group web: /replicas must be integer"],
])("with %s in the file an emulator does not start, and the file stays as it is", async (_, text, reason) => {
  writeFileSync(stateFile, text);
  await expect(start({ stateFile })).rejects.toThrow(`the state file ${stateFile} cannot be taken: ${reason}`);
  expect(readFileSync(stateFile, "utf8")).toBe(text);
});

test("a file that can no longer be written fails the end of the emulator", async () => {
  const within = path.join(folder, "gone");
  mkdirSync(within);
  const emulator = await startEmulator({ stateFile: path.join(within, "state.json") });
  rmSync(within, { recursive: true });
  await expect(emulator.close()).rejects.toThrow(`the state file ${path.join(within, "state.json")} is not written: `);
});

test("reset has the objects, the faults and the key of the start again, and no requests", async () => {
  const emulator = await start({ faults: [{ kind: "status", status: 599, after: 1 }] });
  const status = async () => (await call(emulator, "PATCH", GROUP_PATH, { replicas: 7 })).status;
  expect([await status(), await status()]).toEqual([200, 599]);
  emulator.fault({ kind: "hang" });
  emulator.rotateKey("other");
  emulator.putGroup({ ...IN_VISION, name: "extra" });
  emulator.reset();
  expect([emulator.requestCount, emulator.requests, emulator.apiKey]).toEqual([0, [], "emulator-key"]);
  expect(emulator.group(...NAMES)).toMatchObject({ replicas: 1, version: 1 });
  expect(emulator.group("acme", "vision", "extra")).toBeUndefined();
  expect([await status(), await status(), await status()]).toEqual([200, 599, 200]);
});
