// Programs that must compile: every argument once, in each form that a program may give it.
import { validateResourceOfType } from "@pulumi/policy";
import * as pulumi from "@pulumi/pulumi";
import {
  type ContainerArgs,
  ContainerGroup,
  type ContainerGroupArgs,
  ContainerGroupFleet,
  type ContainerGroupFleetArgs,
  type ContainerGroupFleetGroupArgs,
  type ContainerGroupFleetObserved,
  type ContainerGroupUpdateArgs,
  iterateInferenceEndpointJobs,
  type Json,
  listInferenceEndpointJobs,
  listInferenceEndpointJobsOutput,
  Queue,
  QueueJob,
} from "../../../sdk";

const config = new pulumi.Config();
const text = pulumi.output("text");
const number = Promise.resolve(1);
const maybe: pulumi.Output<string | undefined> = config.getSecret("maybe") ?? pulumi.output(undefined);

const api = new ContainerGroup("api", {}, { protect: true });
export const minimal = [
  new ContainerGroup("web"),
  new ContainerGroupFleet("edge", { groups: {} }),
  new Queue("frames"),
  api,
];

const probe: ContainerGroupUpdateArgs["livenessProbe"] = {
  failureThreshold: 1,
  initialDelaySeconds: number,
  periodSeconds: pulumi.output(5),
  successThreshold: null,
  timeoutSeconds: 1,
  exec: { command: ["true", text] },
  grpc: { port: 1, service: "health" },
  http: { headers: [{ name: "n", value: config.requireSecret("v") }], path: "/", port: 80, scheme: "http" },
  tcp: { port: 1 },
};

const update: ContainerGroupUpdateArgs = {
  container: {
    command: pulumi.output(["a", "b"]),
    environmentVariables: { PLAIN: "p", REMOVED: null, TOKEN: config.requireSecret("token") },
    image: text,
    imageCaching: true,
    logging: {
      axiom: { apiToken: config.requireSecret("t"), dataset: "d", host: "h" },
      datadog: { apiKey: "k", host: "h", tags: [{ name: "n", value: "v" }] },
      http: { headers: null, host: "h", password: "p", path: "/", user: "u", port: 1, compression: "c", format: "f" },
      newRelic: { host: "h", ingestionKey: "k" },
      splunk: { host: "h", token: "t" },
      tcp: { host: "h", port: 1 },
    },
    priority: "batch",
    registryAuthentication: { basic: { username: "u", password: config.requireSecret("p") }, gone: null },
    resources: { cpu: 1, gpuClasses: [text], memory: 1, shmSize: 1, storageAmount: null },
  },
  countryCodes: ["de", text],
  displayName: null,
  livenessProbe: probe,
  networking: { port: 80 },
  queueAutoscaler: {
    desiredQueueLength: 1,
    maxReplicas: 1,
    minReplicas: 1,
    maxDownscalePerMinute: 1,
    maxUpscalePerMinute: 1,
    pollingPeriod: 1,
  },
  readinessProbe: pulumi.output(probe),
  replicas: pulumi.output(1),
  scalingActions: [{ replicas: 1, schedule: "s" }, pulumi.output({ replicas: 1, schedule: "s" })],
  scheduledScalingEnabled: false,
  startupProbe: null,
};

/** What may be absent is taken where a value may be absent, and so is another resource's output. */
export const absent = [
  new ContainerGroup("absent", {
    name: config.get("name"),
    organizationName: config.getSecret("organization"),
    displayName: config.getSecret("display-name"),
    replicas: config.getNumber("replicas"),
    container: { image: config.get("image"), logging: { splunk: { token: config.getSecret("token") } } },
  }),
  new ContainerGroup("copy", { displayName: api.displayName, container: api.container }),
  new QueueJob("absent", {
    queueName: "q",
    input: { token: config.getSecret("token") },
    metadata: { note: config.get("note") },
    webhook: config.getSecret("webhook"),
  }),
];
listInferenceEndpointJobsOutput({ inferenceEndpointName: text, organizationName: config.get("organization") });

/** Inputs of a component of the program's own are handed on, whatever form they have. */
export function handOn(
  input: pulumi.Input<ContainerArgs>,
  output: pulumi.Output<ContainerArgs>,
  promise: Promise<ContainerArgs>,
  whole: pulumi.Output<ContainerGroupUpdateArgs>,
): ContainerGroup[] {
  return [input, output, promise].map(
    (container, index) => new ContainerGroup(`of-${index}`, { container, onDestroy: whole }),
  );
}

/** Data of an interface, which has no index signature. */
interface Row {
  label: string;
  scores: { value: number; note?: string }[];
}
export const jobsOfRows = (row: Row, rows: readonly Row[], later: pulumi.Output<Row>): QueueJob[] => [
  new QueueJob("row", { queueName: "q", input: row, triggers: [row, later] }),
  new QueueJob("later", { queueName: "q", input: later }),
  new QueueJob("rows", { queueName: "q", input: [...rows, later] }),
  new QueueJob("in", { queueName: "q", input: { row, rows: [...rows], later } }),
];

const args: ContainerGroupArgs = {
  ...update,
  name: text,
  organizationName: "acme",
  projectName: Promise.resolve("vision"),
  profile: "eu",
  additionalMembers: { networking: { load_balancer: text, list: [1, null, { deep: true }], absent: undefined, maybe } },
  onDestroy: { replicas: 0 },
};

const group = new ContainerGroup("full", args, { ignoreChanges: ["replicas"], dependsOn: minimal });
export const outputs: {
  name: pulumi.Output<string>;
  replicas: pulumi.Output<number | null | undefined>;
  image: pulumi.Output<string | null | undefined>;
  version: pulumi.Output<number | undefined>;
  port: pulumi.Output<number | undefined>;
  size: pulumi.Output<string | undefined>;
  hash: pulumi.Output<string | undefined>;
  running: pulumi.Output<number | undefined>;
  status: pulumi.Output<boolean | number | string | null | undefined>;
} = {
  name: group.name,
  replicas: group.replicas,
  image: group.container.apply((container) => container?.image),
  version: group.observed.version,
  port: group.observed.networking.apply((networking) => networking?.port),
  size: group.observed.apply((observed) => observed.container?.size),
  hash: group.observed.container.hash,
  running: group.observed.currentState.instanceStatusCounts.runningCount,
  status: group.observed.currentState.additionalMembers.apply((members) => members?.["status"]),
};

const own: ContainerGroupFleetGroupArgs = {
  ...update,
  additionalMembers: { networking: { load_balancer: text }, maybe },
  onDestroy: pulumi.output({ replicas: 0 }),
};
const fleetArgs: ContainerGroupFleetArgs = {
  organizationName: text,
  projectName: "vision",
  profile: Promise.resolve("eu"),
  defaults: own,
  groups: { web: {}, "edge-eu": own, text: pulumi.output(own), number: Promise.resolve({ replicas: number }) },
};
const generated = Object.fromEntries(["de", "fr"].map((code) => [`worker-${code}`, { countryCodes: [code] }]));
export const fleets = [
  new ContainerGroupFleet("full", fleetArgs, { ignoreChanges: ['groups["web"].replicas'], dependsOn: minimal }),
  new ContainerGroupFleet("generated", { defaults: pulumi.output(own), groups: generated }),
  new ContainerGroupFleet("late", { groups: text.apply((name) => ({ [name]: { replicas: 1 } })) }),
  new ContainerGroupFleet("later", { groups: Promise.resolve({ web: text.apply(() => ({ replicas: 1 })) }) }),
  new ContainerGroupFleet("marked", {
    groups: pulumi.secret({ web: { displayName: null, networking: { port: null } } }),
  }),
];
const fleet = new ContainerGroupFleet("read", fleetArgs);
export const fleetOutputs: {
  project: pulumi.Output<string>;
  image: pulumi.Output<string | null | undefined>;
  replicas: pulumi.Output<number | null | undefined>;
  last: pulumi.Output<number | null | undefined>;
  additional: pulumi.Output<Json | undefined>;
  versions: pulumi.Output<(number | undefined)[]>;
  web: pulumi.Output<ContainerGroupFleetObserved | undefined>;
  version: pulumi.Output<number | undefined> | undefined;
} = {
  project: fleet.projectName,
  image: fleet.defaults.apply((defaults) => defaults?.container?.image),
  replicas: fleet.groups.apply((groups) => groups["web"]?.replicas),
  last: fleet.groups.apply((groups) => groups["web"]?.onDestroy?.replicas),
  additional: fleet.groups.apply((groups) => groups["web"]?.additionalMembers?.["networking"]),
  versions: fleet.observed.apply((observed) => Object.values(observed).map((each) => each.version)),
  web: fleet.observed.apply((observed) => observed["edge-eu"]),
  version: fleet.observed["edge-eu"]?.version,
};

const queue = new Queue("all", {
  name: "q",
  description: null,
  displayName: text,
  organizationName: group.organizationName,
});
export const length: pulumi.Output<number | undefined> = queue.observed.currentQueueLength;
export const names = queue.observed.apply((observed) => observed.containerGroups?.map((each) => each.name));

const given: Json = { list: [1, "a", null, { deep: [true] }] };
const job = new QueueJob("job", {
  queueName: queue.name,
  input: { given, id: group.observed.id, secret: pulumi.secret([1]), absent: undefined },
  metadata: { attempt: number },
  webhook: config.requireSecret("webhook"),
  triggers: [text, 1, { deep: [group.name] }, group.observed.version, undefined],
});
export const input: pulumi.Output<Json> = job.input;
export const others = [null, "text", 1, [true], text].map(
  (each, index) => new QueueJob(`job-${index}`, { queueName: "q", input: each }),
);

export const total: pulumi.Output<number> = listInferenceEndpointJobsOutput({
  inferenceEndpointName: text,
  page: number,
}).totalSize;

export async function list(): Promise<(string | undefined)[]> {
  const { items, page, pageSize, totalSize } = await listInferenceEndpointJobs({ inferenceEndpointName: "detect" });
  const counts: number[] = [page, pageSize, totalSize];
  const ids = items.map((each) => each.id).slice(0, counts[0]);
  for await (const each of iterateInferenceEndpointJobs({ inferenceEndpointName: "detect", maxItems: 5 })) {
    const output: Json | undefined = each.output;
    const status: Json | undefined = each.additionalMembers?.["status"];
    const actions: (Json | undefined)[] = each.events?.map((event) => event.additionalMembers?.["action"]) ?? [];
    ids.push(each.id, JSON.stringify([output, status, actions]));
  }
  return ids;
}

/** Typed policies read arguments as plain values. */
export const policies = [
  validateResourceOfType(ContainerGroup, ({ replicas, container }, _, report) =>
    (replicas ?? 0) > 5 || container?.image === undefined ? report("too many") : undefined,
  ),
  validateResourceOfType(ContainerGroupFleet, ({ groups }, _, report) =>
    (groups["web"]?.replicas ?? 0) > 5 ? report("too many") : undefined,
  ),
  validateResourceOfType(Queue, ({ description }, _, report) => (description?.length ? undefined : report("describe"))),
  validateResourceOfType(QueueJob, ({ queueName }, _, report) => (queueName === "q" ? report("not this") : undefined)),
];
