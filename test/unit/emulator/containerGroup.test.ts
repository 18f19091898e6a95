import type { JsonObject } from "../../../emulator";
import { call, Clock, closeAll, GROUP_PATH, IN_VISION, NAMES, start } from "./client";

afterEach(closeAll);

const HTTP_PROBE = { http: { path: "/", port: 80 }, period_seconds: 5 };
const AUTOSCALER = { desired_queue_length: 5, min_replicas: 1, max_replicas: 4 };

test("a response has every required field of a group, in the right form", async () => {
  const emulator = await start();
  const { status, json, headers } = await call(emulator, "PATCH", GROUP_PATH, {});
  expect(status).toBe(200);
  expect(headers["content-type"]).toMatch(/^application\/json/);
  expect(json).toEqual({
    autostart_policy: true,
    container: expect.objectContaining({ hash: expect.stringMatching(/^sha256:/), size: expect.any(Number) }),
    country_codes: [],
    create_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    current_state: {
      start_time: expect.any(String),
      description: expect.any(String),
      instance_status_counts: { allocating_count: 0, creating_count: 0, running_count: 1, stopping_count: 0 },
    },
    display_name: "web",
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: "web",
    organization_name: "acme",
    pending_change: false,
    priority: null,
    project_name: "vision",
    queue_connection: { path: "/", port: 80, queue_name: "renders" },
    replicas: 1,
    restart_policy: "always",
    "scaling-actions": [],
    "scheduled-scaling-enabled": false,
    update_time: expect.any(String),
    version: 1,
  });
});

test("a patch is stored and shown, and what it does not name stays", async () => {
  const neighbours = {
    readme: "notes",
    startup_probe: { tcp: { port: 1 } },
    replicas: 7,
    queue_autoscaler: AUTOSCALER,
  };
  const emulator = await start({ settleMs: 0, groups: [{ ...IN_VISION, name: "web", ...neighbours }] });
  const body = {
    container: { command: ["run"], environment_variables: { A: "1", constructor: "2" }, resources: { cpu: 2 } },
    country_codes: ["de", "fr"],
    liveness_probe: { exec: { command: ["true"] }, timeout_seconds: 1 },
    networking: { port: 8080 },
    queue_autoscaler: { max_replicas: 9 },
    "scaling-actions": [{ replicas: 2, schedule: "0 8 * * *" }],
  };
  const { json } = await call(emulator, "PATCH", GROUP_PATH, body);
  expect(json).toMatchObject({ ...neighbours, ...body, queue_autoscaler: { ...AUTOSCALER, max_replicas: 9 } });
  expect(json).toMatchObject({ networking: { dns: expect.any(String) }, container: { resources: { memory: 1024 } } });
  expect(emulator.group(...NAMES)).toEqual(json);
});

describe("null removes", () => {
  const seed = {
    ...IN_VISION,
    name: "web",
    replicas: 3,
    display_name: "Shown",
    country_codes: ["de"],
    priority: "low",
    liveness_probe: HTTP_PROBE,
    queue_autoscaler: AUTOSCALER,
    container: { environment_variables: { A: "1", B: "2" } },
  };
  const rows: [patch: string, shown: JsonObject, gone?: string][] = [
    ['{"replicas":null}', { replicas: 0 }],
    ['{"display_name":null}', { display_name: "web" }],
    ['{"country_codes":null}', { country_codes: [] }],
    ['{"container":{"priority":null}}', { priority: null }],
    ['{"container":{"environment_variables":{"A":null}}}', { version: 2 }, "container.environment_variables.A"],
    ['{"liveness_probe":null}', {}, "liveness_probe"],
    ['{"queue_autoscaler":null}', {}, "queue_autoscaler"],
    ['{"container":{"image":null}}', {}, "container.size"],
  ];
  test.each(rows)("%s shows %j", async (patch, shown, gone = "nothing") => {
    const emulator = await start({ groups: [seed] });
    const { json } = await call(emulator, "PATCH", GROUP_PATH, patch);
    expect(json).toMatchObject({ version: 2, container: { environment_variables: { B: "2" } }, ...shown });
    expect(json).not.toHaveProperty(gone);
  });
});

describe("version and pending_change", () => {
  test("a change raises the version, sets the time, and is pending for settleMs", async () => {
    const clock = new Clock();
    const emulator = await start({ now: clock.now, settleMs: 1000 });
    clock.time += 60_000;
    expect((await call(emulator, "PATCH", GROUP_PATH, { replicas: 4 })).json).toMatchObject({
      version: 2,
      pending_change: true,
      create_time: "2026-01-01T00:00:00.000Z",
      update_time: "2026-01-01T00:01:00.000Z",
      current_state: { instance_status_counts: { creating_count: 4, running_count: 0 } },
    });
    clock.time += 999;
    expect(emulator.group(...NAMES)).toMatchObject({ pending_change: true });
    clock.time += 1;
    expect(emulator.group(...NAMES)).toMatchObject({
      version: 2,
      pending_change: false,
      current_state: { finish_time: "2026-01-01T00:01:01.000Z", instance_status_counts: { running_count: 4 } },
    });
  });

  const same = [
    "{}",
    '{"replicas":1,"container":{"image":"registry.example/hello:1"}}',
    '{"display_name":"web"}',
    '{"liveness_probe":null,"country_codes":null}',
  ];
  test.each(same)("%s changes nothing, and raises the version all the same with versionOnEveryPatch", async (patch) => {
    const emulator = await start();
    const before = emulator.group(...NAMES);
    expect((await call(emulator, "PATCH", GROUP_PATH, patch)).json).toEqual(before);
    const raising = await start({ versionOnEveryPatch: true });
    expect((await call(raising, "PATCH", GROUP_PATH, patch)).json).toMatchObject({ version: 2, pending_change: true });
    expect((await call(raising, "PATCH", GROUP_PATH, '{"replicas":-1}')).status).toBe(400);
    expect(raising.group(...NAMES)).toMatchObject({ version: 2 });
  });

  test("a seed that is pending stays so until an update has settled", async () => {
    const clock = new Clock();
    const seed = { ...IN_VISION, name: "web", pending_change: true, version: 41 };
    const emulator = await start({ now: clock.now, settleMs: 10, groups: [seed] });
    clock.time += 1e9;
    expect(emulator.group(...NAMES)).toMatchObject({ pending_change: true, version: 41 });
    expect((await call(emulator, "PATCH", GROUP_PATH, { replicas: 2 })).json).toMatchObject({ version: 42 });
    clock.time += 10;
    expect(emulator.group(...NAMES)).toMatchObject({ pending_change: false });
  });
});

test("a new image has a new hash and size; other changes leave them", async () => {
  const emulator = await start();
  const container = async (patch: JsonObject) =>
    (await call(emulator, "PATCH", GROUP_PATH, { container: patch })).json["container"] as JsonObject;
  const first = await container({});
  const { hash, size } = await container({ image: "registry.example/other:1" });
  expect(hash).not.toBe(first["hash"]);
  expect(size).not.toBe(first["size"]);
  expect(await container({ image_caching: false })).toMatchObject({ hash, size });
});

test.each([
  ["a known image", { image: "registry.example/huge:1" }, "9223372036854775807"],
  ["a seed with a string", { size: "123456789012345678901234567890" }, "123456789012345678901234567890"],
  ["a seed with a bigint", { size: 9007199254740993n }, "9007199254740993"],
])("the size of %s is shown as an integer with all its digits", async (_from, container, size) => {
  const emulator = await start({ groups: [{ ...IN_VISION, name: "web", container }] });
  expect((await call(emulator, "PATCH", GROUP_PATH, {})).text).toContain(`"size":${size}}`);
  expect(emulator.group(...NAMES)).toMatchObject({ container: { size } });
});

test("a refusal repeats no value of the request", async () => {
  const emulator = await start();
  const { status, text } = await call(emulator, "PATCH", GROUP_PATH, {
    replicas: "hunter2",
    country_codes: ["hunter2"],
    container: { priority: "hunter2", registry_authentication: { basic: { password: "hunter2" } } },
  });
  expect(status).toBe(400);
  expect(text).not.toContain("hunter2");
});

test.each<[fields: object, message: RegExp]>([
  [{ colour: "red" }, /\/colour is not a field/],
  [{ version: 0 }, /\/version/],
  [{ container: { size: "1.5" } }, /\/container\/size must be a non-negative integer/],
  [{ name: "Web" }, /not a resource name/],
])("the seed %j throws, and makes no group", async (fields, message) => {
  const emulator = await start();
  expect(() => emulator.putGroup({ ...IN_VISION, name: "other", ...fields })).toThrow(message);
  expect(emulator.group("acme", "vision", "other")).toBeUndefined();
});

test("what a response showed can be a seed again, under another name", async () => {
  const emulator = await start();
  await call(emulator, "PATCH", GROUP_PATH, { networking: { port: 80 }, container: { priority: "high" } });
  const shown = emulator.group(...NAMES);
  emulator.putGroup({ ...shown, ...IN_VISION, name: "copy" });
  expect(emulator.group("acme", "vision", "copy")).toEqual({ ...shown, name: "copy" });
});

test("acceptUnknownMembers takes and shows what the API does not show, and judges the rest", async () => {
  const emulator = await start({ acceptUnknownMembers: true });
  const unknown = { canary: { weight: 5 }, container: { sidecar: true } };
  const { json } = await call(emulator, "PATCH", GROUP_PATH, { ...unknown, replicas: 2, version: 77 });
  expect(json).toMatchObject({ ...unknown, replicas: 2, version: 2 });
  expect((await call(emulator, "PATCH", GROUP_PATH, { canary: null })).json).not.toHaveProperty("canary");
  expect((await call(emulator, "PATCH", GROUP_PATH, { replicas: -1 })).status).toBe(400);
});
