import type { JsonObject } from "../../../emulator";
import { call, closeAll, GROUP_PATH, IN_VISION, NAMES, pointers, start } from "./client";

afterEach(closeAll);

const HTTP_PROBE = { http: { path: "/", port: 80 }, period_seconds: 5 };
const AUTOSCALER = { desired_queue_length: 5, min_replicas: 1, max_replicas: 4 };

describe("what is refused, with the pointer of each violation", () => {
  const rows: [words: string, patch: unknown, pointers: string[]][] = [
    ["a patch that is an array", [], [""]],
    ["a patch that is null", null, [""]],
    ["unknown members, even when null", { colour: "red", name: null }, ["/colour", "/name"]],
    [
      "members that only responses have",
      { version: 3, readme: "x", priority: "low" },
      ["/version", "/readme", "/priority"],
    ],
    ["an unknown member deep down", { container: { resources: { disk: 1 } } }, ["/container/resources/disk"]],
    ["__proto__", JSON.parse('{"__proto__":{}}'), ["/__proto__"]],
    ["too many replicas", { replicas: 501 }, ["/replicas"]],
    ["negative replicas", { replicas: -1 }, ["/replicas"]],
    ["half a replica", { replicas: 1.5 }, ["/replicas"]],
    ["replicas as text", { replicas: "1" }, ["/replicas"]],
    ["a short display name", { display_name: "x" }, ["/display_name"]],
    ["a long display name", { display_name: "x".repeat(64) }, ["/display_name"]],
    ["a display name with an umlaut", { display_name: "Gr\u00fcn" }, ["/display_name"]],
    ["no country codes", { country_codes: [] }, ["/country_codes"]],
    ["501 country codes", { country_codes: Array(501).fill("de") }, ["/country_codes"]],
    ["an unknown country", { country_codes: ["de", "DE", "xx"] }, ["/country_codes/1", "/country_codes/2"]],
    ["null inside an array", { country_codes: [null] }, ["/country_codes/0"]],
    [
      "101 scaling actions",
      { "scaling-actions": Array(101).fill({ replicas: 1, schedule: "s" }) },
      ["/scaling-actions"],
    ],
    ["half a scaling action", { "scaling-actions": [{ replicas: 1 }] }, ["/scaling-actions/0/schedule"]],
    ["null for scaling actions", { "scaling-actions": null }, ["/scaling-actions"]],
    ["null for scheduled scaling", { "scheduled-scaling-enabled": null }, ["/scheduled-scaling-enabled"]],
    ["null for the container", { container: null }, ["/container"]],
    [
      "a number in the environment",
      { container: { environment_variables: { "A/B~": 1 } } },
      ["/container/environment_variables/A~1B~0"],
    ],
    ["an unknown priority", { container: { priority: "urgent" } }, ["/container/priority"]],
    [
      "a GPU class that is no UUID",
      { container: { resources: { gpu_classes: ["x"] } } },
      ["/container/resources/gpu_classes/0"],
    ],
    ["port 0", { networking: { port: 0 } }, ["/networking/port"]],
    ["networking.dns, which the service owns", { networking: { dns: "x" } }, ["/networking/dns"]],
    ["a probe of no kind", { liveness_probe: { period_seconds: 1 } }, ["/liveness_probe"]],
    ["a probe of two kinds", { liveness_probe: { ...HTTP_PROBE, tcp: { port: 1 } } }, ["/liveness_probe"]],
    ["a probe without its port", { startup_probe: { http: { path: "/" } } }, ["/startup_probe/http/port"]],
    [
      "an unknown scheme",
      { startup_probe: { http: { path: "/", port: 1, scheme: "ftp" } } },
      ["/startup_probe/http/scheme"],
    ],
    ["an autoscaler upside down", { queue_autoscaler: { ...AUTOSCALER, min_replicas: 5 } }, ["/queue_autoscaler"]],
    [
      "an autoscaler without a length",
      { queue_autoscaler: { min_replicas: 1, max_replicas: 2 } },
      ["/queue_autoscaler/desired_queue_length"],
    ],
    [
      "a log destination without a host",
      { container: { logging: { tcp: { port: 1 } } } },
      ["/container/logging/tcp/host"],
    ],
    ["an unknown log destination", { container: { logging: { syslog: {} } } }, ["/container/logging/syslog"]],
    [
      "half of registry credentials",
      { container: { registry_authentication: { basic: { username: "u" } } } },
      ["/container/registry_authentication/basic"],
    ],
    ["a body nested too deeply", `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`, [""]],
    [
      "several things at once",
      { replicas: -1, colour: 1, liveness_probe: {} },
      ["/replicas", "/colour", "/liveness_probe"],
    ],
  ];
  test("each row", async () => {
    const emulator = await start();
    const before = emulator.stored(...NAMES);
    for (const [words, patch, expected] of rows) {
      const answer = await call(emulator, "PATCH", GROUP_PATH, patch);
      expect([words, answer.status, pointers(answer)]).toEqual([words, 400, expected]);
      expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
    }
    expect(emulator.stored(...NAMES)).toEqual(before);
    expect(emulator.group(...NAMES)).toMatchObject({ version: 1 });
  });
});

describe("entities are judged after the merge", () => {
  test("a probe that moves from http to exec needs http: null", async () => {
    const emulator = await start({ groups: [{ ...IN_VISION, name: "web", liveness_probe: HTTP_PROBE }] });
    const exec = { exec: { command: ["true"] } };
    expect(pointers(await call(emulator, "PATCH", GROUP_PATH, { liveness_probe: exec }))).toEqual(["/liveness_probe"]);
    const { json } = await call(emulator, "PATCH", GROUP_PATH, { liveness_probe: { ...exec, http: null } });
    expect(json["liveness_probe"]).toEqual({ ...exec, period_seconds: 5 });
  });

  test("one member of a whole entity may travel alone", async () => {
    const emulator = await start({ groups: [{ ...IN_VISION, name: "web", queue_autoscaler: AUTOSCALER }] });
    const patch = (value: JsonObject) => call(emulator, "PATCH", GROUP_PATH, { queue_autoscaler: value });
    expect((await patch({ max_replicas: 9 })).json["queue_autoscaler"]).toEqual({ ...AUTOSCALER, max_replicas: 9 });
    expect(pointers(await patch({ min_replicas: 10 }))).toEqual(["/queue_autoscaler"]);
    expect(pointers(await patch({ min_replicas: null }))).toEqual(["/queue_autoscaler/min_replicas"]);
  });
});
