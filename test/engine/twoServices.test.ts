import { startEmulator, type Emulator } from "../../emulator";
import { expectAbsent } from "../support/canaries";
import { expectSuccess, PROJECT } from "../support/deployed";
import { startSecured, type SecuredService } from "../support/securedService";
import { Stack } from "../support/stack";

const HOST = "second.example.com";
const KEYS = { first: "canary-key-of-first", second: "canary-key-of-second" };
const PROXY_CREDENTIALS = "canary-proxy-user:canary-proxy-password";

const seeds = {
  groups: ["web", "edge"].map((name) => ({ ...PROJECT, name })),
  queues: [{ ...PROJECT, name: "renders" }],
  endpoints: [{ organizationName: PROJECT.organizationName, name: "transcribe", jobs: 3 }],
};

/** One of each kind at each of the services. */
const PROGRAM = [undefined, "second"]
  .map((profile) => {
    const [suffix, given] = [profile ?? "first", JSON.stringify({ profile })];
    return `
      new cg.ContainerGroup("web-${suffix}", { name: "web", replicas: 2, ...${given} });
      new cg.ContainerGroupFleet("fleet-${suffix}", { groups: { edge: { replicas: 2 } }, ...${given} });
      new cg.Queue("renders-${suffix}", { name: "renders", description: "Pages", ...${given} });
      new cg.QueueJob("job-${suffix}", { queueName: "renders", input: 2, ...${given} });
      exports.total${suffix} = cg.listInferenceEndpointJobsOutput({ inferenceEndpointName: "transcribe", ...${given} }).totalSize;`;
  })
  .join("\n");

/** The service of the stack's settings, and the one of the profile `second`: by HTTPS, through a proxy that wants credentials. */
let first: Emulator;
let secured: SecuredService;
let stack: Stack;

beforeAll(async () => {
  first = await startEmulator({ ...seeds, apiKey: KEYS.first });
  secured = await startSecured(HOST, { ...seeds, apiKey: KEYS.second }, PROXY_CREDENTIALS);
  const settings = {
    "containergroups:baseUrl": first.url,
    "containergroups:apiKey": KEYS.first,
    "containergroups:organizationName": PROJECT.organizationName,
    "containergroups:projectName": PROJECT.projectName,
    "containergroups:showPatches": "true",
    "containergroups:profiles.second.baseUrl": `https://${HOST}`,
    "containergroups:profiles.second.apiKey": KEYS.second,
  };
  stack = new Stack(PROGRAM, settings, { env: secured.env });
});

afterAll(async () => {
  stack?.remove();
  await first.close();
  await secured.close();
});

const services = () => [
  { service: first, own: KEYS.first, other: KEYS.second },
  { service: secured.service, own: KEYS.second, other: KEYS.first },
];

const statuses = (service: Emulator) => service.requests.map(({ status }) => status).sort();

it("one up sends each service its own key, through retries and pauses", async () => {
  for (const { service } of services()) {
    service.fault({ kind: "status", status: 503, match: { path: "/containers/web" } });
    service.fault({ kind: "reset-before", match: { path: "/containers/edge" } });
    service.fault({ kind: "reset-after", match: { path: "/queues/renders" } });
    service.fault({ kind: "status", status: 429, headers: { "retry-after": "1" }, match: { method: "POST" } });
  }
  const run = await stack.up();
  expectSuccess(run);
  // Nothing of either key is printed or kept.
  expectAbsent(run.output + stack.stored(), /canary|Y2FuYXJ5/);
  for (const { service, own, other } of services()) {
    expect(service.requests.map(({ headers }) => headers["service-api-key"])).toEqual(service.requests.map(() => own));
    expectAbsent(JSON.stringify(service.requests), new RegExp(`${other}|proxy`));
    // Each fault was met, and the request behind it repeated; the listing ran in the program.
    expect(statuses(service)).toEqual([0, 0, 200, 200, 200, 200, 201, 429, 503]);
    expect(service.stored(PROJECT.organizationName, PROJECT.projectName, "web")).toMatchObject({ replicas: 2 });
    expect(service.jobs(PROJECT.organizationName, PROJECT.projectName, "renders")).toHaveLength(1);
  }
  expect(secured.proxy.asked.length).toBeGreaterThan(0);
  expect(new Set(secured.proxy.asked.map(({ authority }) => authority))).toEqual(new Set([`${HOST}:443`]));
});
