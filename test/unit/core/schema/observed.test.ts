import { MAX_DEPTH, type Json, type JsonObject } from "../../../../common/json";
import { parseJson } from "../../../../provider/core/json/json";
import { membersOf } from "../../../../provider/core/schema/members";
import { observe, summarise } from "../../../../provider/core/schema/observed";
import { containerGroupObserved } from "../../../../provider/core/schema/containerGroup";
import { inferenceEndpointJob } from "../../../../provider/core/schema/inferenceEndpointJob";
import { queueJobObserved } from "../../../../provider/core/schema/queueJob";
import { queueObserved } from "../../../../provider/core/schema/queue";

const group = membersOf(containerGroupObserved);
const queue = membersOf(queueObserved);
const job = membersOf(queueJobObserved);
const item = membersOf(inferenceEndpointJob);

/** A response with every field that the API documents for a group. */
// prettier-ignore
const response: JsonObject = {
  autostart_policy: true,
  container: {
    command: ["run"], image: "registry.example/web:1", resources: { cpu: 1 }, environment_variables: { TOKEN: "t" },
    hash: "sha256:1", image_caching: true, logging: { splunk: { host: "h", token: "t" } }, size: "9223372036854775807",
  },
  country_codes: ["de", "fr"],
  create_time: "2026-01-01T00:00:00Z",
  update_time: "2026-01-02T00:00:00Z",
  version: 7,
  current_state: {
    start_time: "2026-01-01T00:00:00Z", finish_time: "2026-01-01T00:00:01Z",
    description: "running",
    instance_status_counts: { allocating_count: 0, creating_count: 1, running_count: 2, stopping_count: 3 },
  },
  display_name: "Web", id: "6f1f8a1e-0000-4000-8000-000000000000", name: "web", organization_name: "acme", project_name: "vision",
  pending_change: true, priority: "high", replicas: 3, restart_policy: "always",
  "scaling-actions": [{ replicas: 1, schedule: "s" }],
  "scheduled-scaling-enabled": false,
  liveness_probe: { http: { headers: [{ name: "n", value: "v" }], path: "/", port: 80 } },
  networking: { auth: true, dns: "web.example", load_balancer: "round_robin", port: 80, client_request_timeout: 1, server_response_timeout: 2, single_connection_limit: false },
  queue_autoscaler: { min_replicas: 1 }, queue_connection: { path: "/", port: 80, queue_name: "frames" }, readme: "text",
};

const responseOfJob: JsonObject = { id: "j" };

// prettier-ignore
const observed = {
  id: "6f1f8a1e-0000-4000-8000-000000000000", version: 7, pendingChange: true,
  currentState: {
    startTime: "2026-01-01T00:00:00Z", finishTime: "2026-01-01T00:00:01Z",
    description: "running",
    instanceStatusCounts: { allocatingCount: 0, creatingCount: 1, runningCount: 2, stoppingCount: 3 },
  },
  createTime: "2026-01-01T00:00:00Z",
  updateTime: "2026-01-02T00:00:00Z",
  autostartPolicy: true, restartPolicy: "always", priority: "high", replicas: 3, displayName: "Web", countryCodes: ["de", "fr"], scheduledScalingEnabled: false,
  networking: { auth: true, dns: "web.example", loadBalancer: "round_robin", port: 80, clientRequestTimeout: 1, serverResponseTimeout: 2, singleConnectionLimit: false },
  queueConnection: { path: "/", port: 80, queueName: "frames" },
  container: { hash: "sha256:1", size: "9223372036854775807" },
};

test("of a group is kept what the service owns, in camelCase, and nothing that the program declares", () => {
  expect(observe(response, group)).toEqual(observed);
});

describe("what has not the documented type is as good as missing:", () => {
  test.each<[sentence: string, changed: JsonObject, missing: string]>([
    ["null", { priority: null }, "priority"],
    ["text where a number is documented", { version: "7" }, "version"],
    ["a number where text is", { id: 7 }, "id"],
    ["an object where an array is", { country_codes: { a: "de" } }, "countryCodes"],
    ["an array where an object is", { networking: [1] }, "networking"],
    ["text where a switch is", { pending_change: "true" }, "pendingChange"],
  ])("%s", (_, changed, missing) => {
    const { [missing]: _gone, ...rest } = observed as unknown as JsonObject;
    expect(observe({ ...response, ...changed }, group)).toEqual(rest);
  });

  test.each<[sentence: string, codes: Json, kept: Json]>([
    ["elements that are something else go, the others stay", ["de", null, 5, ["fr"], "fr"], ["de", "fr"]],
    ["an empty list stays", [], []],
    ["a code that nobody knows yet stays", ["xx"], ["xx"]],
  ])("%s", (_, codes, kept) => {
    expect(observe({ country_codes: codes }, group)).toEqual({ countryCodes: kept });
  });

  test("and an empty response has nothing", () => {
    expect(observe({}, group)).toStrictEqual({});
    expect(observe({ container: {}, networking: { more: 1 } }, group)).toEqual({ networking: {}, container: {} });
  });
});

describe("the size of an image loses no digit:", () => {
  // prettier-ignore
  test.each<[text: string, size: string | undefined]>([
    ["0", "0"], ["123", "123"], ["9007199254740993", "9007199254740993"], ["9223372036854775807", "9223372036854775807"],
    ["340282366920938463463374607431768211456", "340282366920938463463374607431768211456"],
    ['"9223372036854775807"', "9223372036854775807"], ["1e21", "1000000000000000000000"],
    ["1.5", undefined], ["-1", undefined], ['"1e3"', undefined], ['"many"', undefined], ["[5]", undefined], ["true", undefined], ["null", undefined],
  ])("%s", (text, size) => {
    const parsed = parseJson(`{"container":{"size":${text}}}`) as JsonObject;
    expect(observe(parsed, group)).toEqual({ container: size === undefined ? {} : { size } });
  });
});

test("of a queue are kept its groups in short", () => {
  // prettier-ignore
  const kept = observe({ id: "q", name: "frames", display_name: "Frames", current_queue_length: 5, container_groups: [response, "no group", { ...response, id: null }] }, queue);
  const { id, displayName, replicas, version, pendingChange, currentState } = observed;
  const short = { name: "web", displayName, replicas, version, pendingChange, currentState };
  // prettier-ignore
  expect(kept).toEqual({ id: "q", displayName: "Frames", currentQueueLength: 5, containerGroups: [{ id, ...short }, short] });
});

test("of queues and jobs are kept their names, times and descriptions", () => {
  const times = { create_time: "2026-01-01T00:00:00Z", update_time: "2026-01-02T00:00:00Z" };
  const { createTime, updateTime } = observed;
  expect(observe({ ...times, description: "d" }, queue)).toEqual({ createTime, updateTime, description: "d" });
  expect(observe(times, job)).toEqual({ createTime, updateTime });
  const names = { organizationName: "acme", inferenceEndpointName: "detect" };
  const listed = { ...times, organization_name: "acme", inference_endpoint_name: "detect" };
  expect(observe(listed, item)).toEqual({ createTime, updateTime, ...names });
});

describe("of a job", () => {
  test("the output is kept as it is: its keys are the user's, and null is a value", () => {
    const output = { some_key: [{ deep_key: null }], constructor: 1 };
    // prettier-ignore
    expect(observe({ status: "succeeded", output, input: "not kept", events: [{ time: "t" }] }, job)).toEqual({ status: "succeeded", events: [{ time: "t" }], output });
    expect(observe({ output: null }, job)).toEqual({ output: null });
  });

  test("of a listing the input and the metadata too, where that is an object", () => {
    // prettier-ignore
    expect(observe({ input: [1], metadata: { a_b: 1 }, webhook: "w", webhook_url: "u" }, item)).toEqual({ input: [1], metadata: { a_b: 1 }, webhook: "w", webhookUrl: "u" });
    for (const metadata of ["text", 5, [], null]) {
      expect(observe({ metadata }, item)).toEqual({});
    }
  });

  test("an output that the engine could not carry is left out, the rest stays", () => {
    const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)]);
    expect(observe({ id: "j", output: nested(MAX_DEPTH) }, job)).toHaveProperty("output");
    expect(observe({ id: "j", output: nested(5_000) }, job)).toEqual({ id: "j" });
  });
});

describe("what the API does not show", () => {
  const unknown = (text: string) => parseJson(text) as JsonObject;

  test("is kept of a listed job, and of its events, as it came", () => {
    const more = unknown(
      '{"status":"running","exit_code":0,"reason":null,"camelCase":"","big":9223372036854775807,"__proto__":{"a_b":[{"c_d":1}]},"additional_members":1}',
    );
    const kept = observe({ ...responseOfJob, ...more, events: [{ time: "t", ...more }, more, { time: "u" }] }, item);
    // prettier-ignore
    expect(kept).toEqual({ id: "j", events: [{ time: "t", additionalMembers: more }, { additionalMembers: more }, { time: "u" }], additionalMembers: more });
    expect(Object.keys(kept["additionalMembers"] as object)).toContain("__proto__");
    expect((kept["additionalMembers"] as JsonObject)["big"]).toBe("9223372036854775807");
  });

  test("is kept of the state of a group, and of the events of a job, where it is a scalar", () => {
    const scalars: JsonObject = { status: "running", attempts: 2, healthy: true, reason: null, camelCase: "" };
    const more = { ...scalars, details: { a: 1 }, list: ["x"] };
    const state = { description: "d", additionalMembers: scalars };
    expect(observe({ current_state: { description: "d", ...more } }, group)).toEqual({ currentState: state });
    expect(observe({ container_groups: [{ current_state: { description: "d", ...more } }] }, queue)).toEqual({
      containerGroups: [{ currentState: state }],
    });
    expect(observe({ events: [{ time: "t", ...more }] }, job)).toEqual({
      events: [{ time: "t", additionalMembers: scalars }],
    });
  });

  test("leaves no trace where there is nothing of the kind, and nowhere else", () => {
    expect(observe(responseOfJob, item)).toEqual({ id: "j" });
    expect(
      observe({ more: 1, current_state: { list: [] }, networking: { more: 1 }, container: { more: 1 } }, group),
    ).toEqual({ currentState: {}, networking: {}, container: {} });
    expect(observe({ more: 1, events: [{ details: {} }] }, job)).toEqual({ events: [{}] });
  });

  test("holds no documented field, whatever its type", () => {
    expect(observe({ id: 7, metadata: "text", events: "none", webhook: null, output: null }, item)).toEqual({
      output: null,
    });
  });

  test("is left out where it is nested too deep to be carried", () => {
    const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)]);
    const kept = observe({ more: nested(5_000), other: nested(MAX_DEPTH) }, item)["additionalMembers"];
    expect(Object.keys(kept as object)).toEqual(["other"]);
  });
});

test("a summary is what identifies an object and its version", () => {
  const { id, version, pendingChange, updateTime } = observed;
  expect(summarise(observe(response, group))).toEqual({ id, version, pendingChange, updateTime });
  expect(summarise({})).toEqual({});
});
