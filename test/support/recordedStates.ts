import path from "node:path";
import { ROOT } from "./dynamicProvider";
import { startSecured } from "./securedService";
import { PROJECT } from "./configuration";
import { configurationFor } from "./service";
import { Stack } from "./stack";

// What the recorded states are of. They were made with it, so it never changes: another program is another recording.

/** Each folder holds the states that a release wrote: `settled.json`, and `failed.json` after a failure in part. */
export const STATES = path.join(ROOT, "test/engine/states");

const API_KEY = "canary-api-key";
const HOST = "containers.example.com";

export const GROUPS = ["web", "worker", "edge-de", "edge-fr", "edge-jp", "edge-us"];

interface Parts {
  image: string;
  token: string;
  web: string;
  edges: string;
  queue: string;
  more: string;
}

/** One of each kind, with all that a state may hold of it. What is secret in it says "canary". */
const program = ({ image, token, web, edges, queue, more }: Parts) => `
  new cg.ContainerGroup("web", {
    displayName: "Web",
    countryCodes: ["de", "nl"],
    networking: { port: 8080 },
    queueAutoscaler: { desiredQueueLength: 10, minReplicas: 1, maxReplicas: 50 },
    scheduledScalingEnabled: true,
    scalingActions: [{ schedule: "0 7 * * *", replicas: 6 }],
    startupProbe: { tcp: { port: 8080 }, periodSeconds: 2 },
    readinessProbe: { http: { path: "/ready", port: 8080, headers: [{ name: "a", value: pulumi.secret("canary-header") }] } },
    container: {
      image: "${image}",
      command: ["/srv/web", "--port", "8080"],
      priority: "high",
      imageCaching: true,
      resources: { cpu: 2, memory: 4096 },
      registryAuthentication: { basic: { username: "canary-user", password: "canary-password" } },
      environmentVariables: { LOG_LEVEL: "info", TOKEN: pulumi.secret("${token}"), "a/b": "1" },
      logging: { datadog: { host: "h", apiKey: "canary-log-key", tags: [{ name: "team", value: "vision" }] } },
    },
    additionalMembers: { networking: { load_balancer: "round_robin" } },
    onDestroy: { replicas: 0 },
    ${web}
  }, { replaceOnChanges: ["networking"] });
  new cg.ContainerGroup("worker", { replicas: 3, profile: "second", countryCodes: null }, { ignoreChanges: ["replicas"] });
  new cg.ContainerGroupFleet("edge", {
    defaults: {
      replicas: 2,
      container: { image: "${image}", environmentVariables: { TOKEN: pulumi.secret("${token}") } },
      livenessProbe: { exec: { command: ["check"] } },
      onDestroy: { replicas: 0 },
    },
    groups: ${edges},
  });
  const renders = new cg.Queue("renders", { displayName: "Renders", description: pulumi.secret("${queue}") });
  new cg.QueueJob("job", {
    queueName: renders.name,
    input: { page: 1, nothing: null, token: pulumi.secret("canary-input") },
    metadata: { by: "test" },
    webhook: "https://hook.example.com/canary-webhook",
    triggers: ["first"],
  });
  ${more}`;

/** The program whose update succeeded. */
export const FIRST = program({
  image: "i:1",
  token: "canary-token-one",
  web: `livenessProbe: { exec: { command: ["/srv/web", "--check"] }, periodSeconds: 30 },`,
  edges: `{ "edge-de": { replicas: 6, displayName: "Germany" }, "edge-fr": {}, "edge-jp": { livenessProbe: null }, "edge-us": {} }`,
  queue: "canary description one",
  more: "",
});

/** The program whose update failed in part: see `failInPart`. */
export const SECOND = program({
  image: "i:2",
  token: "canary-token-two",
  web: "",
  edges: `{ "edge-de": { replicas: 7 }, "edge-fr": {}, "edge-jp": { livenessProbe: null } }`,
  queue: "canary description two",
  more: `new cg.QueueJob("cut", { queueName: "renders", input: 2 });`,
});

/** A stack for the recorded states, and the service that they are of. */
export async function startRecorded() {
  const { service, env, close } = await startSecured(HOST, {
    apiKey: API_KEY,
    basePath: "/api",
    groups: GROUPS.map((name) => ({ ...PROJECT, name })),
    queues: [{ ...PROJECT, name: "renders" }],
  });
  const settings = configurationFor(service, {
    baseUrl: `https://${HOST}/api`,
    refresh: "patch",
    maxRetries: "0",
    "profiles.second.apiKey": API_KEY,
  });
  // It guards nothing: what is secret in the states stands in this file.
  const stack = new Stack(FIRST, settings, { env: { ...env, PULUMI_CONFIG_PASSPHRASE: "the states of releases" } });
  return {
    service,
    stack,
    /** Some requests of the second program are refused, and of some the response is lost. */
    failInPart: () => {
      for (const path of ["/containers/web", "/containers/edge-fr", "/queues/renders"]) {
        service.fault({ kind: "reset-after", match: { path } });
      }
      service.fault({ kind: "status", status: 422, match: { path: "/containers/edge-de" } });
      service.fault({ kind: "status", status: 500, match: { path: "/containers/edge-us" } });
      service.fault({ kind: "truncate", match: { method: "POST" } });
    },
    close: async () => {
      stack.remove();
      await close();
    },
  };
}
