import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { expectAbsent } from "../support/canaries";
import { expectSuccess, PROJECT } from "../support/deployed";
import { ROOT } from "../support/dynamicProvider";
import { findNpm, run } from "../support/scripts";
import { Stack } from "../support/stack";

const FOLDER = path.join(ROOT, "examples");
const EXAMPLES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const API_KEY = "canary-key-5b1f";

/** Another organization, which the example component has a profile for. */
const GLOBEX = { organizationName: "globex", projectName: "vision" };

/** The groups of the fleet, which is one resource. */
const EDGE = Object.keys(JSON.parse(readFileSync(path.join(FOLDER, "fleet/groups.json"), "utf8")) as object);

const scaledToNothing = (organizationName: string, name: string) => ({
  path: `/organizations/${organizationName}/projects/vision/containers/${name}`,
  body: { replicas: 0 },
});

/** What an example asks for when it is destroyed; the others ask for nothing. */
const ON_DESTROY: Record<string, { path: string; body: unknown }[]> = {
  "container-group": [scaledToNothing("acme", "web")],
  component: [scaledToNothing("acme", "web"), scaledToNothing("globex", "web")],
  fleet: EDGE.map((name) => scaledToNothing("acme", name)),
};

/** Settings that an example needs beside those that all need. */
const SETTINGS: Record<string, Record<string, string>> = {
  component: { "containergroups:profiles.globex.organizationName": "globex" },
};

/** The objects that `npm run emulator` starts with, those that the READMEs of some examples ask it for, and some jobs. */
const seeds = () => ({
  apiKey: API_KEY,
  groups: [
    { ...PROJECT, name: "web" },
    { ...PROJECT, name: "worker" },
    ...EDGE.map((name) => ({ ...PROJECT, name })),
    { ...GLOBEX, name: "web" },
  ],
  queues: [
    { ...PROJECT, name: "renders", containerGroups: ["worker"] },
    { ...GLOBEX, name: "renders" },
  ],
  endpoints: [{ organizationName: PROJECT.organizationName, name: "transcribe", jobs: 250 }],
});

const projectFile = (folder: string) => readFileSync(path.join(folder, "Pulumi.yaml"), "utf8");

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
    .sort((one, other) => (one.path < other.path ? -1 : 1));

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
  it("is deployed, settles, keeps no secret in plain text and is destroyed", async () => {
    const file = projectFile(path.join(FOLDER, example));
    const secrets = canaries(file);
    stack = new Stack(
      { copyOf: path.join(FOLDER, example), projectFile: file },
      {
        "containergroups:baseUrl": service.url,
        "containergroups:apiKey": service.apiKey,
        "containergroups:organizationName": PROJECT.organizationName,
        "containergroups:projectName": PROJECT.projectName,
        ...SETTINGS[example],
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
    if (example === "adopt") {
      // It declares what the group has already.
      expect(service.group(PROJECT.organizationName, PROJECT.projectName, "web")).toMatchObject({ version: 1 });
    }
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

    const written = first.output + second.output + stack.stored();
    for (const secret of [API_KEY, ...Object.values(secrets)]) {
      expectAbsent(written, secret);
    }

    service.clearRequests();
    expectSuccess(await stack.destroy());
    expect(writes(service)).toEqual(ON_DESTROY[example] ?? []);
  });
});

/** Runs a script of an example's package.json, in a copy of the example. */
async function npmRun(example: string, script: string, args: string[] = []): Promise<string> {
  stack = new Stack({ copyOf: path.join(FOLDER, example), projectFile: projectFile(path.join(FOLDER, example)) }, {});
  const { command, first } = findNpm();
  const settings = { CONTAINERGROUPS_BASE_URL: service.url, CONTAINERGROUPS_API_KEY: service.apiKey };
  const env = { ...stack.env, ...settings, FORCE_COLOR: "0" };
  const { code, output } = await run(command, [...first, "run", script, "--", ...args], { cwd: stack.folder, env });
  if (code !== 0) {
    throw new Error(output);
  }
  return output;
}

it("the example component has unit tests that pass, and make no request", async () => {
  expect(await npmRun("component", "test")).toMatch(/^(#|ℹ) pass 2$/m);
  expect(service.requests).toEqual([]);
});

it("the example automation rolls an image out to its stacks, one after the other", async () => {
  const body = { container: { image: "registry.example.com/renderer:1.4.3" } };
  const output = await npmRun("automation", "deploy", [body.container.image]);
  expect(output).toContain("production: web { create: 2 } version 2");
  expect(service.requests.map(({ path: to, body: sent }) => ({ path: to, body: sent }))).toEqual(
    ["worker", "web"].map((name) => ({ path: `/organizations/acme/projects/vision/containers/${name}`, body })),
  );
  expect(output + stack?.stored()).not.toContain(API_KEY);
});

it("the clone's own project is the quickstart, whose folder it names", () => {
  expect(projectFile(ROOT).replace(/^main: examples\/quickstart\/\n/m, "")).toBe(
    projectFile(path.join(FOLDER, "quickstart")),
  );
});
