import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { expectSuccess, PLACE } from "../support/deployed";
import { ROOT } from "../support/dynamicProvider";
import { Stack } from "../support/stack";

const FOLDER = path.join(ROOT, "examples");
const EXAMPLES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const API_KEY = "canary-key-5b1f";

/** The groups of the fleet, which is one resource. */
const EDGE = ["edge-de", "edge-jp", "edge-us"];

/** What an example asks for when it is destroyed; the others ask for nothing. */
const ON_DESTROY: Record<string, { path: string; body: unknown }[]> = {
  "container-group": [{ path: "/organizations/acme/projects/vision/containers/web", body: { replicas: 0 } }],
  fleet: EDGE.map((name) => ({
    path: `/organizations/acme/projects/vision/containers/${name}`,
    body: { replicas: 0 },
  })),
};

/** The objects that `npm run emulator` starts with, the groups that the fleet's example asks it for, and some jobs. */
const seeds = () => ({
  apiKey: API_KEY,
  groups: [{ ...PLACE, name: "web" }, { ...PLACE, name: "worker" }, ...EDGE.map((name) => ({ ...PLACE, name }))],
  queues: [{ ...PLACE, name: "renders", containerGroups: ["worker"] }],
  endpoints: [{ organizationName: PLACE.organizationName, name: "transcribe", jobs: 250 }],
});

/** The project file of an example; quickstart's is the one of the root folder, which names it as `main`. */
function projectFile(example: string): string {
  return example === "quickstart"
    ? readFileSync(path.join(ROOT, "Pulumi.yaml"), "utf8").replace(/^main:.*\n/m, "")
    : readFileSync(path.join(FOLDER, example, "Pulumi.yaml"), "utf8");
}

/** The settings that a project file declares to be secret, each with a value that is found again wherever it stands. */
function canaries(file: string): Record<string, string> {
  const settings = file.split(/^ {2}(?=\w)/m).filter((setting) => /^ {4}secret: true$/m.test(setting));
  const names = settings.map((setting) => setting.slice(0, setting.indexOf(":")));
  return Object.fromEntries(names.map((name) => [name, `https://canary.example.com/${name}-9c27`]));
}

const writes = (service: Emulator) =>
  service.requests
    .filter(({ method }) => method !== "GET")
    .map(({ path: to, body }) => ({ path: to, body }))
    // A fleet's groups are patched at once, in no order.
    .sort((one, other) => one.path.localeCompare(other.path));

let service: Emulator;
let stack: Stack | undefined;

beforeEach(async () => {
  service = await startEmulator(seeds());
});

afterEach(async () => {
  stack?.remove();
  await service.close();
});

describe.each(EXAMPLES)("the example %s", (example) => {
  it("deploys, settles, keeps no secret in plain text and goes away", async () => {
    const file = projectFile(example);
    const secrets = canaries(file);
    stack = new Stack(
      { copyOf: path.join(FOLDER, example), projectFile: file },
      {
        "containergroups:baseUrl": service.url,
        "containergroups:apiKey": service.apiKey,
        "containergroups:organizationName": PLACE.organizationName,
        "containergroups:projectName": PLACE.projectName,
      },
    );
    for (const [name, value] of Object.entries(secrets)) {
      stack.configure(name, value, true);
    }

    const first = await stack.up();
    expectSuccess(first);
    expect(first.steps.filter(({ operation }) => operation !== "create")).toEqual([]);
    expect(service.requests.filter(({ status }) => status >= 300)).toEqual([]);
    // One request for each resource, and of a fleet for each group; an example without resources reads.
    expect(writes(service)).toHaveLength(example === "fleet" ? EDGE.length : first.steps.length);
    expect(service.requests.length).toBeGreaterThan(0);
    // Each secret arrives, so that it says something when none is found below.
    const arrived = JSON.stringify(service.requests);
    expect(Object.values(secrets).filter((secret) => !arrived.includes(secret))).toEqual([]);

    service.clearRequests();
    const second = await stack.up();
    expectSuccess(second);
    expect(second.steps).toHaveLength(first.steps.length);
    expect(second.steps.filter(({ operation }) => operation !== "same")).toEqual([]);
    expect(writes(service)).toEqual([]);

    const told = first.output + second.output + stack.export();
    expect([API_KEY, ...Object.values(secrets)].filter((secret) => told.includes(secret))).toEqual([]);

    service.clearRequests();
    expectSuccess(await stack.destroy());
    expect(writes(service)).toEqual(ON_DESTROY[example] ?? []);
  });
});

it("finds the examples, and secrets to look for in them", () => {
  expect(EXAMPLES).toEqual(
    expect.arrayContaining(["container-group", "fleet", "list-jobs", "queue-jobs", "quickstart"]),
  );
  expect(Object.keys(canaries(projectFile("container-group")))).toEqual(["registryPassword", "logKey", "sessionKey"]);
  expect(Object.keys(canaries(projectFile("queue-jobs")))).toEqual(["webhook"]);
});
