import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer, type AddressInfo } from "node:net";
import { startEmulator } from "../../../emulator";
import { until } from "../../support/until";
import { call, Clock, closeAll, GROUP_PATH, JOBS_PATH, NAMES, QUEUE_NAMES, QUEUE_PATH, start } from "./client";

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

test("all objects are as they were after a restart: what is stored, what is shown, jobs with all digits", async () => {
  const clock = new Clock();
  const first = await start({ stateFile, now: clock.now, settleMs: 10 });
  expect(await call(first, "PATCH", GROUP_PATH, PATCH)).toMatchObject({ status: 200 });
  await call(first, "PATCH", QUEUE_PATH, { description: "d" });
  await call(
    first,
    "POST",
    `${QUEUE_PATH}/jobs`,
    '{"input":{"exact":1.10,"big":12345678901234567890},"metadata":{"m":1e2}}',
  );
  clock.time += 1000;
  const view = async (emulator: typeof first) => ({
    stored: emulator.stored(...NAMES),
    group: emulator.group(...NAMES),
    queue: emulator.queue(...QUEUE_NAMES),
    jobs: emulator.jobs(...QUEUE_NAMES),
    listed: (await call(emulator, "GET", JOBS_PATH)).text,
  });
  first.putEndpoint({
    organizationName: "acme",
    name: "transcribe",
    jobs: 3,
    queue: { projectName: "vision", queueName: "renders" },
  });
  const before = await view(first);
  await first.close();

  // The objects of the options are not there: the file's are.
  const second = await start({ stateFile, now: clock.now, settleMs: 10, groups: [], queues: [] });
  const after = await view(second);
  const settled = { current_state: expect.anything() };
  expect(after).toEqual({
    ...before,
    group: { ...before.group, ...settled },
    queue: { ...before.queue, container_groups: [{ ...before.group, ...settled }] },
  });
  expect(after.listed).toContain('"input":{"exact":1.10,"big":12345678901234567890},"metadata":{"m":1e2}');
  expect(after.group).toMatchObject({ replicas: 0, version: 2, pending_change: false });
  await second.close();
});

test("a change is in the file soon, and only its owner can read it", async () => {
  const emulator = await start({ stateFile });
  expect(existsSync(stateFile)).toBe(false);
  await call(emulator, "PATCH", GROUP_PATH, PATCH);
  await until(() => existsSync(stateFile), "no state file");
  expect(readFileSync(stateFile, "utf8")).toContain("registry-password");
  expect(statSync(stateFile).mode & 0o777).toBe(0o600);
});

test.each([
  ["text that is no JSON", "{"],
  ["a document of another shape", '{"groups":[]}'],
])("%s in the file is no state: the emulator does not start, and the file stays as it is", async (_, text) => {
  writeFileSync(stateFile, text);
  await expect(start({ stateFile })).rejects.toThrow(`the state file ${stateFile} cannot be taken: `);
  expect(readFileSync(stateFile, "utf8")).toBe(text);
});

test("an emulator that cannot listen leaves the file as it is", async () => {
  const blocker = createServer();
  await new Promise<void>((listening) => blocker.listen(0, "127.0.0.1", listening));
  const { port } = blocker.address() as AddressInfo;
  await expect(startEmulator({ stateFile, port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  // What another emulator saves later is there: what this one was to save would be, too.
  const other = path.join(folder, "other.json");
  await call(await start({ stateFile: other }), "PATCH", GROUP_PATH, PATCH);
  await until(() => existsSync(other), "no state file of the other emulator");
  expect(existsSync(stateFile)).toBe(false);
  blocker.close();
});

test("an object in the file that breaks a rule is no state, and is named with the file", async () => {
  const groups = { web: { replicas: "many" } };
  writeFileSync(stateFile, JSON.stringify({ organizations: { acme: { projects: { vision: { groups } } } } }));
  await expect(start({ stateFile })).rejects.toThrow(
    `the state file ${stateFile} cannot be taken: group web: /replicas must be integer`,
  );
});

test("a file that is read-only stays as it is: the emulator does not start", async () => {
  const text = '{"organizations":{}}';
  writeFileSync(stateFile, text, { mode: 0o400 });
  await expect(start({ stateFile })).rejects.toThrow(`the state file ${stateFile} cannot be written: it is read-only`);
  expect(readFileSync(stateFile, "utf8")).toBe(text);
});

test.each([
  ["that is not there", "nowhere"],
  ["that is a file", "file"],
])("an emulator whose state file is in a folder %s does not start", async (_, name) => {
  writeFileSync(path.join(folder, "file"), "");
  const within = path.join(folder, name, "state.json");
  await expect(start({ stateFile: within })).rejects.toThrow(`the state file ${within} cannot be written: `);
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
  await call(emulator, "PATCH", GROUP_PATH, { replicas: 7 });
  expect((await call(emulator, "PATCH", GROUP_PATH, {})).status).toBe(599);
  emulator.fault({ kind: "hang" });
  emulator.rotateKey("other");
  emulator.putGroup({ organizationName: "acme", projectName: "vision", name: "extra" });
  emulator.reset();
  expect([emulator.requestCount, emulator.requests, emulator.apiKey]).toEqual([0, [], "emulator-key"]);
  expect(emulator.group(...NAMES)).toMatchObject({ replicas: 1, version: 1 });
  expect(emulator.group("acme", "vision", "extra")).toBeUndefined();
  const statuses = [];
  for (let request = 0; request < 3; request++) {
    statuses.push((await call(emulator, "PATCH", GROUP_PATH, {})).status);
  }
  expect(statuses).toEqual([200, 599, 200]);
});
