import { readFileSync } from "node:fs";
import path from "node:path";
import type { GroupSeed } from "../../emulator";
import { deployed, expectSettled, expectSuccess, PROJECT, type Deployed } from "../support/deployed";
import { ROOT } from "../support/dynamicProvider";

const UUID = "6f1f8a1e-0000-4000-8000-00000000000a";
const pair = (value: string) => [{ name: "X-Auth", value }];

/** Every field of an update that one group can have at once, and all that the service owns beside. */
const WEB: GroupSeed = {
  ...PROJECT,
  name: "web",
  container: {
    command: ["serve", "--fast"],
    environment_variables: { LOG_LEVEL: "info", "a.b": "", quote: 'it\'s "so"', DB_PASSWORD: "canary-variable" },
    image: "registry.example/huge:1",
    image_caching: false,
    logging: {
      axiom: { api_token: "canary-axiom", dataset: "d", host: "h" },
      datadog: {
        api_key: "canary-datadog",
        host: "h",
        tags: [
          { name: "team", value: "a" },
          { name: "env", value: "b" },
        ],
      },
      http: {
        host: "h",
        port: 443,
        headers: pair("canary-log-header"),
        path: "/",
        user: "u",
        password: "canary-http",
        compression: "none",
        format: "json",
      },
      new_relic: { host: "h", ingestion_key: "canary-relic" },
      splunk: { host: "h", token: "canary-splunk" },
      tcp: { host: "h", port: 514 },
    },
    priority: "batch",
    registry_authentication: { basic: { username: "u", password: "canary-registry" } },
    resources: { cpu: 4, gpu_classes: [UUID], memory: 8192, shm_size: 64, storage_amount: 1024 },
  },
  country_codes: ["fr", "de"],
  display_name: "Web renderer, 2.0",
  liveness_probe: {
    failure_threshold: 1,
    initial_delay_seconds: 2,
    period_seconds: 3,
    success_threshold: 4,
    timeout_seconds: 5,
    http: { headers: pair("canary-probe-header"), path: "/live", port: 80, scheme: "https" },
  },
  networking: {
    auth: true,
    load_balancer: "round_robin",
    port: 8080,
    client_request_timeout: 60,
    server_response_timeout: 60,
    single_connection_limit: true,
  },
  queue_autoscaler: {
    desired_queue_length: 10,
    max_replicas: 500,
    min_replicas: 0,
    max_downscale_per_minute: 1,
    max_upscale_per_minute: 2,
    polling_period: 15,
  },
  readiness_probe: { grpc: { port: 9000, service: "health" } },
  replicas: 7,
  "scaling-actions": [{ replicas: 0, schedule: "0 20 * * *" }],
  "scheduled-scaling-enabled": true,
  startup_probe: { exec: { command: ["true"] } },
  version: 41,
  readme: "text",
};

/** A group whose count nobody moves, with a probe of the kind that the other one does not have. */
const WORKER: GroupSeed = {
  ...PROJECT,
  name: "worker",
  container: { image: "registry.example/worker:1", environment_variables: { LOG_LEVEL: "info" } },
  replicas: 3,
  liveness_probe: { period_seconds: 3, tcp: { port: 80 } },
  version: 41,
};

/** The settings that the declarations ask for, by what the seeds hold there. */
const SECRETS: Record<string, string> = {
  webDbPassword: "canary-variable",
  webAxiomApiToken: "canary-axiom",
  webDatadogApiKey: "canary-datadog",
  webHttpXAuth: "canary-log-header",
  webHttpPassword: "canary-http",
  webNewRelicIngestionKey: "canary-relic",
  webSplunkToken: "canary-splunk",
  webLivenessProbeHttpXAuth: "canary-probe-header",
};

let all: Deployed;

beforeEach(async () => {
  all = await deployed({
    groups: [WEB, WORKER],
    queues: [{ ...PROJECT, name: "renders", description: "Pages, one job each", display_name: "Renders" }],
  });
  const { stack } = all;
  stack.write("package.json", JSON.stringify({ name: "tested", private: true, main: "index.ts" }));
  stack.write("tsconfig.json", readFileSync(path.join(ROOT, "examples/quickstart/tsconfig.json"), "utf8"));
});

afterEach(() => all.close());

/** Describes objects into a file of the program; gives the commands that it says are needed. */
async function describeInto(file: string, args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await all.stack.describe([...args, "--yes"]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("one empty merge patch")]);
  const shown = stdout + stderr;
  expect(shown.match(/canary-[\w-]+/g) ?? []).toEqual([]);
  expect(shown).not.toContain(all.service.apiKey);
  all.stack.write(file, stdout);
  return stderr.match(/^ {2}pulumi config set .*$/gm) ?? [];
}

/** All that the service holds of an object, and how often it has changed. */
const held = () =>
  ["web", "worker"].map((name) => {
    const { version, update_time } = all.service.group("acme", "vision", name) ?? {};
    return { stored: all.service.stored("acme", "vision", name), version, update_time };
  });

function setSecrets(commands: string[], secrets: Record<string, string>): void {
  expect(commands.map((command) => command.trim()).sort()).toEqual(
    Object.keys(secrets)
      .map((name) => `pulumi config set --secret ${name}`)
      .sort(),
  );
  for (const [name, value] of Object.entries(secrets)) {
    all.stack.configure(name, value, true);
  }
}

async function expectUpChangesNothing(requests: number): Promise<void> {
  const before = [held(), all.service.queue("acme", "vision", "renders")];
  all.service.clearRequests();
  const run = await all.stack.up();
  expectSuccess(run);
  expect(run.output).not.toContain("warning");
  expect(all.service.requests.map(({ status }) => status)).toEqual(Array(requests).fill(200));
  expect([held(), all.service.queue("acme", "vision", "renders")]).toEqual(before);
  await expectSettled(all);
}

test("groups and a queue with every field set are described by a program that changes nothing when it is deployed", async () => {
  const commands = await describeInto("groups.ts", ["acme/vision/web", "worker"]);
  expect(await describeInto("queues.ts", ["--queue", "renders"])).toEqual([]);
  all.stack.write("index.ts", `import "./groups";\nimport "./queues";\n`);
  setSecrets(commands, SECRETS);
  await expectUpChangesNothing(3);
});

test("a fleet of groups with every field set is described by a program that changes nothing when it is deployed", async () => {
  setSecrets(await describeInto("index.ts", ["web", "worker", "--fleet"]), SECRETS);
  await expectUpChangesNothing(2);
});
