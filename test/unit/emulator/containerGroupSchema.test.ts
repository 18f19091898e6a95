import type { JsonObject } from "../../../emulator";
import { textLines } from "../../../emulator/cli/log";
import { call, closeAll, GROUP_PATH, IN_VISION, NAMES, start, violations } from "./client";

afterEach(closeAll);

const HTTP_PROBE = { http: { path: "/", port: 80 }, period_seconds: 5 };
const AUTOSCALER = { desired_queue_length: 5, min_replicas: 1, max_replicas: 4 };
const UNKNOWN = "is not a field of the API (emulator rule)";
const ONE_KIND = "must have exactly one of exec, grpc, http, tcp (emulator rule)";

// The limits that the API shows are judged in emulatorMatchesSchema.test.ts, beside the provider's.
describe("a patch is refused with the pointer and the rule of each violation, and changes nothing:", () => {
  // prettier-ignore
  const rows: [patch: string, violations: string[]][] = [
    ["[]", [" must be object"]],
    ['{"colour":"red","name":null}', [`/colour ${UNKNOWN}`, `/name ${UNKNOWN}`]],
    ['{"version":3,"readme":"x"}', [`/version ${UNKNOWN}`, `/readme ${UNKNOWN}`]],
    ['{"container":{"resources":{"disk":null}}}', [`/container/resources/disk ${UNKNOWN}`]],
    ['{"__proto__":{}}', [`/__proto__ ${UNKNOWN}`]],
    ['{"container":{"logging":{"syslog":{}}}}', [`/container/logging/syslog ${UNKNOWN}`]],
    ['{"replicas":-1}', ["/replicas must be >= 0"]],
    ['{"country_codes":["de","DE"]}', ["/country_codes/1 must be equal to one of the allowed values"]],
    ['{"scaling-actions":null}', ["/scaling-actions is required (emulator rule)"]],
    ['{"scheduled-scaling-enabled":null}', ["/scheduled-scaling-enabled is required (emulator rule)"]],
    ['{"container":null}', ["/container is required (emulator rule)"]],
    ['{"container":{"environment_variables":{"A/B~":1}}}', ["/container/environment_variables/A~1B~0 must be string"]],
    // Of an update the API shows the type of the port alone. ['{"networking":{"port":"80"}}', ["/networking/port must be integer"]],
    ['{"networking":{"auth":1}}', ["/networking/auth must be boolean (emulator rule)"]],
    ['{"liveness_probe":{"period_seconds":1}}', [`/liveness_probe ${ONE_KIND}`]],
    ['{"liveness_probe":{"tcp":{"port":1},"exec":{"command":[]}}}', [`/liveness_probe ${ONE_KIND}`]],
    ['{"startup_probe":{"http":{"path":"/"}}}', ["/startup_probe/http/port is required (emulator rule)"]],
    ['{"startup_probe":{"http":{"path":"/","port":1,"scheme":"ftp"}}}', ["/startup_probe/http/scheme must be http or https (emulator rule)"]],
    ['{"queue_autoscaler":{"min_replicas":5,"max_replicas":4,"desired_queue_length":1}}', ["/queue_autoscaler/min_replicas must not be above max_replicas (emulator rule)"]],
    ['{"queue_autoscaler":{"min_replicas":1,"max_replicas":2}}', ["/queue_autoscaler/desired_queue_length is required (emulator rule)"]],
    [
      '{"container":{"registry_authentication":{"basic":{"username":"u"}}}}',
      [
        "/container/registry_authentication/basic must have exactly the fields of one kind: access_key_id and " +
          "secret_access_key, or password and username, or personal_access_token and username, or service_key (emulator rule)",
      ],
    ],
    ['{"replicas":-1,"colour":1,"liveness_probe":{}}', [`/colour ${UNKNOWN}`, `/liveness_probe ${ONE_KIND}`, "/replicas must be >= 0"]],
  ];
  test.each(rows)("%s", async (patch, expected) => {
    const emulator = await start();
    const before = emulator.stored(...NAMES);
    const refused = await call(emulator, "PATCH", GROUP_PATH, patch);
    expect(refused.status).toBe(400);
    expect(violations(refused)).toEqual(expected);
    expect(refused.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(emulator.stored(...NAMES)).toEqual(before);
    expect(emulator.group(...NAMES)).toMatchObject({ version: 1 });
  });
});

test("a body that is nested too deeply is refused, and such a request can be shown", async () => {
  const emulator = await start({ onRequest: (request) => textLines(false).request(request) });
  const refused = await call(emulator, "PATCH", GROUP_PATH, `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`);
  const detail = "The body is nested more than 500 levels deep (emulator rule).";
  expect(refused).toMatchObject({ status: 400, json: { detail } });
  expect((await fetch(new URL("/__admin/requests", emulator.url))).status).toBe(200);
});

test("a probe that moves from http to exec is taken with http: null, and refused without", async () => {
  const emulator = await start({ groups: [{ ...IN_VISION, name: "web", liveness_probe: HTTP_PROBE }] });
  const exec = { exec: { command: ["true"] } };
  const refused = await call(emulator, "PATCH", GROUP_PATH, { liveness_probe: exec });
  expect(violations(refused)).toEqual([`/liveness_probe ${ONE_KIND}`]);
  const { json } = await call(emulator, "PATCH", GROUP_PATH, { liveness_probe: { ...exec, http: null } });
  expect(json["liveness_probe"]).toEqual({ ...exec, period_seconds: 5 });
});

test("one field of an autoscaler may travel alone, and is judged with the others", async () => {
  const emulator = await start({ groups: [{ ...IN_VISION, name: "web", queue_autoscaler: AUTOSCALER }] });
  const patch = (value: JsonObject) => call(emulator, "PATCH", GROUP_PATH, { queue_autoscaler: value });
  expect((await patch({ max_replicas: 9 })).json["queue_autoscaler"]).toEqual({ ...AUTOSCALER, max_replicas: 9 });
  const minimum = "/queue_autoscaler/min_replicas";
  expect(violations(await patch({ min_replicas: 10 }))).toEqual([
    `${minimum} must not be above max_replicas (emulator rule)`,
  ]);
  expect(violations(await patch({ min_replicas: null }))).toEqual([`${minimum} is required (emulator rule)`]);
});
