import type { z } from "zod";
import { startEmulator, type Emulator } from "../../emulator";
import { Client } from "../../provider/core/http/client";
import { readSettings } from "../../provider/settings/settings";
import { isJsonObject, type Json, type JsonObject } from "../../common/json";
import { membersOf, wireMemberAt, type Member } from "../../provider/core/schema/members";
import { valueAt } from "../../provider/core/json/object";
import { renderRequest, type OperationName } from "../../provider/core/http/operations";
import { containerGroupObserved, containerGroupUpdate } from "../../provider/core/schema/containerGroup";
import { inferenceEndpointJob } from "../../provider/core/schema/inferenceEndpointJob";
import { queueJobBody, queueJobObserved } from "../../provider/core/schema/queueJob";
import { queueObserved, queueUpdate } from "../../provider/core/schema/queue";
import { fromWire } from "../../provider/core/schema/wireNames";
import { call, violations } from "./emulator/client";

// The emulator and the schema were written from the interface by two hands: where they agree, limits and formats included,
// both read it alike.

jest.setTimeout(60_000);

const UUID = "6f1f8a1e-0000-4000-8000-00000000000a";
const pairs = [{ name: "n", value: "v" }];
const ACTION = { replicas: 0, schedule: "0 20 * * *" };

/** Every field of a group's update once, except where a probe takes one kind alone: there each probe has another. */
const wholeUpdate: JsonObject = {
  container: {
    command: ["run", "--fast"],
    environment_variables: { LOG_LEVEL: "info", "a.b": "" },
    image: "registry.example/huge:1",
    image_caching: false,
    logging: {
      axiom: { api_token: "t", dataset: "d", host: "h" },
      datadog: { api_key: "k", host: "h", tags: pairs },
      http: {
        host: "h",
        port: 443,
        headers: pairs,
        path: "/",
        user: "u",
        password: "p",
        compression: "none",
        format: "json",
      },
      new_relic: { host: "h", ingestion_key: "k" },
      splunk: { host: "h", token: "t" },
      tcp: { host: "h", port: 514 },
    },
    priority: "batch",
    registry_authentication: { basic: { username: "u", password: "p" } },
    resources: { cpu: 4, gpu_classes: [UUID], memory: 8192, shm_size: 64, storage_amount: 1024 },
  },
  country_codes: ["de", "fr"],
  display_name: "Web renderer, 2.0",
  liveness_probe: {
    failure_threshold: 1,
    initial_delay_seconds: 2,
    period_seconds: 3,
    success_threshold: 4,
    timeout_seconds: 5,
    http: { headers: pairs, path: "/live", port: 80, scheme: "https" },
  },
  networking: { port: 8080 },
  queue_autoscaler: {
    desired_queue_length: 10,
    max_replicas: 500,
    min_replicas: 0,
    max_downscale_per_minute: 1,
    max_upscale_per_minute: 2,
    polling_period: 15,
  },
  readiness_probe: { grpc: { port: 9000, service: "health" } },
  replicas: 500,
  "scaling-actions": [ACTION],
  "scheduled-scaling-enabled": true,
  startup_probe: { exec: { command: ["true"] } },
};

/** Members that every probe has; no group has all of them at once. */
const ONE_OF_EACH = /^(liveness|readiness|startup)Probe\./;

const names = {
  organizationName: "acme",
  projectName: "vision",
  containerGroupName: "web",
  queueName: "frames",
  inferenceEndpointName: "detect",
};

let emulator: Emulator;
let client: Client;
beforeAll(async () => {
  const place = { organizationName: "acme", projectName: "vision" };
  const networking = {
    auth: true,
    dns: "web.example.test",
    load_balancer: "round_robin",
    port: 80,
    client_request_timeout: 60,
    server_response_timeout: 60,
    single_connection_limit: true,
  };
  emulator = await startEmulator({
    settleMs: 0,
    groups: [{ ...place, name: "web", networking, readme: "text", country_codes: ["us"] }],
    queues: [{ ...place, name: "frames", containerGroups: ["web"] }],
    endpoints: [
      {
        organizationName: "acme",
        name: "detect",
        jobs: [
          {
            input: { some_key: 1 },
            output: [null],
            metadata: { a: 1 },
            webhook: "w",
            webhook_url: "https://w.example",
          },
        ],
      },
    ],
  });
  const env = { CONTAINERGROUPS_BASE_URL: emulator.url, CONTAINERGROUPS_API_KEY: emulator.apiKey };
  client = new Client(readSettings({ get: () => undefined, env }).settings, { env: {} });
});
afterAll(async () => {
  await client.close();
  await emulator.close();
});

async function responseTo(operation: OperationName, body?: JsonObject): Promise<JsonObject> {
  const { body: response } = await client.send(renderRequest(operation, names, { body }));
  if (!isJsonObject(response)) {
    throw new TypeError("the emulator's response is no object");
  }
  return response as JsonObject;
}

/** Fails where a value breaks a rule, and where a member that is read is not in the response at all. */
function expectToMatch(response: JsonObject, schema: z.ZodType, absent: string[] = []): void {
  const shape = membersOf(schema);
  const read = fromWire(response, shape);
  expect(schema.safeParse(read).error?.issues ?? []).toEqual([]);
  expect(missing(read, shape)).toEqual(absent);
}

/** The members of a schema that a value has not, by path; in a list, those that its first element has not. */
function missing(value: Json | undefined, member: Member, path = ""): string[] {
  if (value === undefined) {
    return [path];
  }
  if (member.kind === "array" && Array.isArray(value)) {
    return missing(value[0], member.element as Member, `${path}[]`);
  }
  if (member.kind !== "object" || !isJsonObject(value)) {
    return [];
  }
  return [...member.byWire.values()].flatMap((child) =>
    missing((value as JsonObject)[child.name], child, path === "" ? child.name : `${path}.${child.name}`),
  );
}

const size = (response: JsonObject): Json | undefined => (response["container"] as JsonObject)["size"];

test("what is sent to a group with everything set is all that the schema has, and both sides take it", async () => {
  const update = fromWire(wholeUpdate, membersOf(containerGroupUpdate));
  expect(containerGroupUpdate.safeParse(update).error?.issues ?? []).toEqual([]);
  const absent = missing(update, membersOf(containerGroupUpdate));
  expect(absent.filter((path) => !ONE_OF_EACH.test(path))).toEqual([]);
  const response = await responseTo("updateContainerGroup", wholeUpdate);
  expectToMatch(response, containerGroupObserved);
  expect(size(response)).toBe("9223372036854775807");
});

test("the response shows what was sent, but for what the schema says is not shown", async () => {
  const response = await responseTo("updateContainerGroup", wholeUpdate);
  const body = membersOf(containerGroupUpdate);
  const notShown: string[] = [];
  const compare = (sent: Json | undefined, shown: Json | undefined, member: Member | undefined, path: string): void => {
    if (!isJsonObject(sent)) {
      if (shown === undefined) {
        notShown.push(path);
      } else {
        expect([path, shown]).toEqual([path, sent]);
      }
      return;
    }
    if (shown === undefined) {
      return void notShown.push(path);
    }
    for (const [key, child] of Object.entries(sent as JsonObject)) {
      const next = member?.kind === "object" ? member.byWire.get(key) : member?.element;
      compare(child, (shown as JsonObject)[key], next, path === "" ? key : `${path}/${key}`);
    }
  };
  compare(wholeUpdate, response, body, "");
  expect(notShown.sort()).toEqual([
    "container/logging/http/compression",
    "container/logging/http/format",
    "container/priority",
    "container/registry_authentication",
    "liveness_probe/http/scheme",
  ]);
  expect(response["priority"]).toBe("batch");
  for (const path of notShown) {
    const member = path.split("/").reduce<Member | undefined>((at, key) => at?.byWire.get(key), body);
    expect([path, member?.readAs ?? member?.writeOnly]).toEqual([
      path,
      path === "container/priority" ? "priority" : true,
    ]);
  }
});

test("a TCP probe, which replaces an exec probe", async () => {
  const update = { startup_probe: { exec: null, tcp: { port: 5432 } } };
  expect(containerGroupUpdate.safeParse(fromWire(update, membersOf(containerGroupUpdate))).success).toBe(true);
  expect(await responseTo("updateContainerGroup", update)).toMatchObject({ startup_probe: { tcp: { port: 5432 } } });
});

test("a queue with a group", async () => {
  const update = { description: "Frames to be labelled", display_name: "Frames" };
  expect(queueUpdate.safeParse(fromWire(update, membersOf(queueUpdate))).success).toBe(true);
  expectToMatch(await responseTo("updateQueue", update), queueObserved);
});

test("a job that was posted, which has no output yet", async () => {
  const body = { input: { some_key: [null] }, metadata: { a_b: 1 }, webhook: "https://hooks.example/1" };
  expect(queueJobBody.safeParse(body).success).toBe(true);
  expectToMatch(await responseTo("createQueueJob", body), queueJobObserved, ["output"]);
});

test("a job of a listing", async () => {
  const { items, page, page_size, total_size } = await responseTo("listInferenceEndpointJobs");
  expect([page, total_size]).toEqual([1, 1]);
  expect(Number(page_size)).toBeGreaterThan(0);
  expectToMatch((items as JsonObject[])[0] ?? {}, inferenceEndpointJob);
});

const x = (length: number): string => "x".repeat(length);
const many = (length: number, element: Json): Json => Array<Json>(length).fill(element);
/** What every field is given: values beside each limit of section 8, and values of the other types. */
const EDGES: Json[] = [
  ...[null, true, {}, [], [null], 0, 1, -1, 1.5, 500, 501, 65_535, 65_536, 2147483648],
  // The largest integer that a number holds exactly, and the next one.
  ...[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1],
  ...["", x(1), x(2), x(63), x(64), x(500), x(501), "😀".repeat(500), "a_b", "a\nb", "de", "uk", "low", UUID],
  ...["https://x.test/".padEnd(2048, "x"), "https://x.test/".padEnd(2049, "x"), "https://x\ny.test"],
];
const LONG: Json[] = [many(500, "de"), many(501, "de"), many(100, ACTION), many(101, ACTION)];

/** Every copy of `value` in which one part, at any depth, is another, with the path to it. */
function* variants(value: Json, path = ""): Generator<[path: string, variant: Json]> {
  if (path !== "") {
    yield* [...EDGES, ...(Array.isArray(value) ? LONG : [])].map((edge): [string, Json] => [path, edge]);
  }
  for (const [key, part] of Object.entries(typeof value === "object" && value !== null ? value : {})) {
    for (const [at, variant] of variants(part as Json, path === "" ? key : `${path}.${key}`)) {
      yield [at, Array.isArray(value) ? [variant] : { ...(value as JsonObject), [key]: variant }];
    }
  }
}

const PROJECT = "/organizations/acme/projects/vision";
test.each<[what: string, method: "PATCH" | "POST", path: string, schema: z.ZodType, whole: JsonObject]>([
  ["a group update", "PATCH", "/containers/web", containerGroupUpdate, wholeUpdate],
  ["a queue update", "PATCH", "/queues/frames", queueUpdate, { description: "d", display_name: "Frames" }],
  ["a job", "POST", "/queues/frames/jobs", queueJobBody, { input: 1, metadata: {}, webhook: "https://a.example/1" }],
])("of %s, what the schema takes breaks no rule of the API, and what it refuses is refused", async (...row) => {
  const [, method, path, schema, whole] = row;
  const wrong: string[] = [];
  for (const [at, variant] of variants(whole) as Generator<[string, JsonObject]>) {
    const steps = at.split(".");
    const [field = ""] = steps;
    const member = steps.reduce<Member | undefined>(wireMemberAt, membersOf(schema));
    if (member?.neverNull && valueAt(variant, steps) === null) {
      // The API may take it. It would unset what others set.
      continue;
    }
    const body = method === "POST" ? variant : { [field]: variant[field] as Json };
    const taken = schema.safeParse(fromWire(body, membersOf(schema))).success;
    emulator.putGroup({ organizationName: "acme", projectName: "vision", name: "web" });
    const { status, json } = await call(emulator, method, PROJECT + path, body);
    const broken = violations({ json }).filter((rule) => !taken || !rule.endsWith("(emulator rule)"));
    if (taken ? broken.length > 0 : status !== 400) {
      wrong.push(`${at}, ${taken ? "taken" : "refused"}: ${JSON.stringify(body)} ${broken}`.slice(0, 300));
    }
  }
  expect(wrong).toEqual([]);
});

// The table above passes over the emulator's own rules where the schema has none.
test.each<[what: string, least: number, most: number, body: (value: number) => JsonObject]>([
  ["a port", 1, 65_535, (port) => ({ networking: { port } })],
  ["a size", 0, Number.MAX_SAFE_INTEGER, (memory) => ({ container: { resources: { memory } } })],
])("the emulator's own limits of %s are %d and %d, and each of them is taken", async (...row) => {
  const [, least, most, body] = row;
  const update = async (value: number) => {
    emulator.putGroup({ organizationName: "acme", projectName: "vision", name: "web" });
    const { status, json } = await call(emulator, "PATCH", `${PROJECT}/containers/web`, body(value));
    return [status, ...violations({ json }).map((rule) => rule.endsWith("(emulator rule)"))];
  };
  expect(await update(least)).toEqual([200]);
  expect(await update(most)).toEqual([200]);
  expect(await update(least - 1)).toEqual([400, true]);
  expect(await update(most + 1)).toEqual([400, true]);
  const takes = (value: number) =>
    containerGroupUpdate.safeParse(fromWire(body(value), membersOf(containerGroupUpdate))).success;
  expect([takes(least), takes(most)]).toEqual([true, true]);
});
