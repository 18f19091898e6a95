import type { JsonObject } from "../../../emulator";
import { call, Clock, closeAll, GROUP_PATH, IN_VISION, NAMES, start } from "./client";

afterEach(closeAll);

const HTTP_PROBE = { http: { path: "/", port: 80 }, period_seconds: 5 };
const AUTOSCALER = { desired_queue_length: 5, min_replicas: 1, max_replicas: 4 };

test("the answer has every required member of section 2.1, in the right form", async () => {
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

test("a patch of everything is stored, answered, and leaves what it does not name alone", async () => {
  const emulator = await start({
    groups: [{ ...IN_VISION, name: "web", readme: "notes", startup_probe: { tcp: { port: 1 } }, replicas: 7 }],
  });
  const body = {
    container: {
      command: ["run"],
      environment_variables: { A: "1", constructor: "2" },
      image: "registry.example/app:2",
      image_caching: false,
      resources: { cpu: 2, gpu_classes: ["0a5ea5e5-74a8-4c9f-8a2c-0f7d4d0e7a11"], memory: 2048 },
    },
    country_codes: ["de", "fr"],
    display_name: "Web, v2.",
    liveness_probe: { exec: { command: ["true"] }, timeout_seconds: 1 },
    networking: { port: 8080 },
    queue_autoscaler: AUTOSCALER,
    readiness_probe: { grpc: { port: 9 }, success_threshold: 1 },
    "scaling-actions": [{ replicas: 2, schedule: "0 8 * * *" }],
    "scheduled-scaling-enabled": true,
  };
  const { status, json } = await call(emulator, "PATCH", GROUP_PATH, body);
  expect(status).toBe(200);
  expect(json).toMatchObject({ ...body, networking: { port: 8080, dns: expect.any(String) } });
  expect(json).toMatchObject({ readme: "notes", startup_probe: { tcp: { port: 1 } }, replicas: 7 });
  expect(emulator.group(...NAMES)).toEqual(json);
});

describe("null removes", () => {
  const before = {
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
  const rows: [words: string, patch: JsonObject, shown: JsonObject][] = [
    ["replicas: 0 of them", { replicas: null }, { replicas: 0 }],
    ["the display name: the group's name", { display_name: null }, { display_name: "web" }],
    ["the country codes: anywhere", { country_codes: null }, { country_codes: [] }],
    ["the priority: null", { container: { priority: null } }, { priority: null }],
    ["one variable", { container: { environment_variables: { A: null } } }, {}],
  ];
  test.each(rows)("%s", async (_words, patch, shown) => {
    const emulator = await start({ groups: [before] });
    const { json } = await call(emulator, "PATCH", GROUP_PATH, patch);
    expect(json).toMatchObject({ version: 2, ...shown });
    const variables = (json["container"] as JsonObject)["environment_variables"];
    expect(variables).toEqual(
      patch["container"] && "environment_variables" in (patch["container"] as JsonObject)
        ? { B: "2" }
        : { A: "1", B: "2" },
    );
  });

  test.each(["liveness_probe", "queue_autoscaler"])("%s: absent from the answer", async (member) => {
    const emulator = await start({ groups: [before] });
    const { json } = await call(emulator, "PATCH", GROUP_PATH, { [member]: null });
    expect(json).not.toHaveProperty(member);
    expect(json["version"]).toBe(2);
  });
});

describe("version and pending_change", () => {
  test("a change raises the version, sets the time, and is pending for settleMs", async () => {
    const clock = new Clock();
    const emulator = await start({ now: clock.now, settleMs: 1000 });
    clock.time += 60_000;
    const changed = await call(emulator, "PATCH", GROUP_PATH, { replicas: 4 });
    expect(changed.json).toMatchObject({
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

  const same: [words: string, patch: JsonObject][] = [
    ["the empty patch", {}],
    ["what is so already", { replicas: 1, container: { image: "registry.example/hello:1" } }],
    ["the display name that is shown already", { display_name: "web" }],
    ["the removal of what is absent", { liveness_probe: null, country_codes: null }],
  ];
  test.each(same)("%s changes nothing", async (_words, patch) => {
    const emulator = await start();
    const before = emulator.group(...NAMES);
    expect((await call(emulator, "PATCH", GROUP_PATH, patch)).json).toEqual(before);
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

describe("the container's image", () => {
  test("a new image has a new hash and size; other changes leave them", async () => {
    const emulator = await start();
    const container = async (patch: JsonObject) =>
      (await call(emulator, "PATCH", GROUP_PATH, { container: patch })).json["container"] as JsonObject;
    const first = await container({});
    const second = await container({ image: "registry.example/other:1" });
    expect(second["hash"]).not.toBe(first["hash"]);
    expect(second["size"]).not.toBe(first["size"]);
    expect(await container({ image_caching: false })).toMatchObject({ hash: second["hash"], size: second["size"] });
    const none = await container({ image: null });
    expect(none).not.toHaveProperty("hash");
    expect(none).not.toHaveProperty("size");
  });

  const SIZES: [words: string, container: JsonObject | { size: bigint }, size: string][] = [
    ["of a known image", { image: "registry.example/huge:1" }, "9223372036854775807"],
    ["of a seed, as text", { size: "123456789012345678901234567890" }, "123456789012345678901234567890"],
    ["of a seed, as a bigint", { size: 9007199254740993n }, "9007199254740993"],
  ];
  test.each(SIZES)(
    "a very large size %s is answered as an integer with all its digits",
    async (_words, container, size) => {
      const emulator = await start({ groups: [{ ...IN_VISION, name: "web", container: { ...container } }] });
      const { text } = await call(emulator, "PATCH", GROUP_PATH, {});
      expect(text).toContain(`"size":${size}}`);
      expect(emulator.group(...NAMES)).toMatchObject({ container: { size } });
      expect(emulator.queue("acme", "vision", "renders")).toMatchObject({
        container_groups: [{ container: { size } }],
      });
    },
  );
});

test("what the interface never answers is stored and not answered", async () => {
  const emulator = await start();
  const logging = {
    http: { host: "logs.test", port: 443, compression: "json", format: "none", path: "/in" },
    splunk: { host: "splunk.test", token: "logging-token" },
  };
  const { json, text } = await call(emulator, "PATCH", GROUP_PATH, {
    container: {
      priority: "batch",
      registry_authentication: { basic: { username: "registry-user", password: "registry-password" } },
      logging,
    },
    liveness_probe: { http: { path: "/", port: 80, scheme: "https" } },
  });
  for (const word of ["registry_authentication", "compression", "format", "scheme"])
    expect(text).not.toContain(`"${word}`);
  expect(text).not.toContain("registry-user");
  expect(json).toMatchObject({ priority: "batch", container: { logging: { splunk: logging.splunk } } });
  expect(json["container"]).not.toHaveProperty("priority");
  expect(emulator.stored(...NAMES)).toMatchObject({
    container: { priority: "batch", logging, registry_authentication: { basic: { password: "registry-password" } } },
    liveness_probe: { http: { scheme: "https" } },
  });
});

test("a refusal repeats no value of the request", async () => {
  const emulator = await start();
  const { status, text } = await call(emulator, "PATCH", GROUP_PATH, {
    replicas: "hunter2",
    container: { priority: "hunter2", registry_authentication: { basic: { password: "hunter2" } } },
  });
  expect(status).toBe(400);
  expect(text).not.toContain("hunter2");
});

describe("seeds", () => {
  const bad: [words: string, members: object, message: RegExp][] = [
    ["an unknown member", { colour: "red" }, /\/colour is not a known member/],
    ["a wrong type", { replicas: "many" }, /\/replicas must be an integer/],
    ["a probe that cannot be", { liveness_probe: {} }, /\/liveness_probe must have exactly one/],
    ["a version out of range", { version: 0 }, /\/version/],
    ["a size that is no integer", { container: { size: "1.5" } }, /container\.size/],
  ];
  test.each(bad)("%s throws", async (_words, members, message) => {
    const emulator = await start();
    expect(() => emulator.putGroup({ ...IN_VISION, name: "other", ...members })).toThrow(message);
    expect(emulator.group("acme", "vision", "other")).toBeUndefined();
  });

  test("a name that is none throws", async () => {
    const emulator = await start();
    expect(() => emulator.putGroup({ ...IN_VISION, name: "Web" })).toThrow(/not a resource name/);
  });

  test("what a response showed can be a seed again, under another name", async () => {
    const emulator = await start();
    await call(emulator, "PATCH", GROUP_PATH, { networking: { port: 80 }, container: { priority: "high" } });
    const shown = emulator.group(...NAMES);
    emulator.putGroup({ ...shown, ...IN_VISION, name: "copy" });
    expect(emulator.group("acme", "vision", "copy")).toMatchObject({
      ...shown,
      name: "copy",
      pending_change: expect.any(Boolean),
    });
  });
});

test("acceptUnknownMembers takes and answers what the interface does not show", async () => {
  const emulator = await start({ acceptUnknownMembers: true });
  const { status, json } = await call(emulator, "PATCH", GROUP_PATH, {
    canary: { weight: 5 },
    container: { sidecar: true },
    replicas: 2,
    version: 77,
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({ canary: { weight: 5 }, container: { sidecar: true }, replicas: 2, version: 2 });
  expect((await call(emulator, "PATCH", GROUP_PATH, { canary: null })).json).not.toHaveProperty("canary");
  expect((await call(emulator, "PATCH", GROUP_PATH, { replicas: -1 })).status).toBe(400);
});
