import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Emulator } from "../../emulator";
import { PROJECT } from "../support/deployed";
import { configurationFor, startService } from "../support/service";
import { cliEnvironment, run } from "../support/scripts";
import { newFolder } from "../support/stack";

let service: Emulator;
let folder: string;

beforeAll(async () => {
  folder = newFolder("automation");
  mkdirSync(path.join(folder, "state"));
  const endpoints = [{ organizationName: PROJECT.organizationName, name: "transcribe", jobs: 3 }];
  service = await startService({ endpoints });
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});

beforeEach(() => {
  service.putGroup({ ...PROJECT, name: "web" });
  service.clearRequests();
});

const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);

/** What a program does that drives a stack by the Automation API: the life of a group and a job, run after run in one process. */
const drive = (stack: string) => `
  const { LocalWorkspace } = require("@pulumi/pulumi/automation");
  async function main() {
    const workspace = { workDir: __dirname };
    const stack = await LocalWorkspace.createOrSelectStack(${stack});
    const settings = JSON.parse(process.env.SETTINGS);
    const secret = true;
    await stack.setAllConfig(Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, { value, secret }])));
    const setReplicas = (value) => stack.setConfig("replicas", { value });
    await setReplicas("1");
    const results = [(await stack.preview()).changeSummary];
    const up = async () => {
      const { summary, outputs } = await stack.up();
      results.push({ ...summary.resourceChanges, replicas: outputs.replicas.value, total: outputs.total.value });
    };
    await up();
    await up();
    await setReplicas("2");
    await up();
    results.push((await stack.refresh()).summary.resourceChanges);
    results.push((await stack.destroy()).summary.resourceChanges);
    console.log(JSON.stringify(results));
  }
  main().catch((error) => { console.error(error); process.exit(1); });`;

const BODY = `
    const web = new ContainerGroup("web", { replicas: new pulumi.Config().requireNumber("replicas"), onDestroy: { replicas: 0 } });
    new QueueJob("job", { queueName: "renders", input: 1 });
    const { totalSize: total } = await listInferenceEndpointJobs({ inferenceEndpointName: "transcribe" });`;

/** Each row: the files, and how the program that is driven is named. */
it.each<[sentence: string, files: Record<string, string>]>([
  [
    "an inline program",
    {
      "package.json": JSON.stringify({ name: "tested", private: true }),
      "drive.js": `
        const pulumi = require("@pulumi/pulumi");
        const { ContainerGroup, QueueJob, listInferenceEndpointJobs } = require("pulumi-containergroups");
        const program = async () => {${BODY}
          return { replicas: web.observed.replicas, total };
        };
        ${drive(`{ stackName: "inline", projectName: "tested", program }, workspace`)}`,
    },
  ],
  [
    "a local program, written as an ES module",
    {
      "package.json": JSON.stringify({ name: "tested", private: true, type: "module" }),
      "Pulumi.yaml": "name: tested\nruntime: nodejs\n",
      "index.js": `
        import * as pulumi from "@pulumi/pulumi";
        import { ContainerGroup, QueueJob, listInferenceEndpointJobs } from "pulumi-containergroups";
        ${BODY}
        export const replicas = web.observed.replicas;
        export { total };`,
      "drive.cjs": drive(`{ stackName: "local", ...workspace }`),
    },
  ],
])("%s that the Automation API drives is deployed, settles, is changed and is destroyed", async (_, files) => {
  for (const [file, text] of Object.entries(files)) {
    write(file, text);
  }
  const driver = Object.keys(files).find((file) => file.startsWith("drive")) ?? "";
  const env = {
    ...cliEnvironment(),
    PULUMI_BACKEND_URL: pathToFileURL(path.join(folder, "state")).href,
    PULUMI_CONFIG_PASSPHRASE: "automation",
    SETTINGS: JSON.stringify(configurationFor(service)),
  };
  const { code, stdout, output } = await run(process.execPath, [driver], { cwd: folder, env });
  if (code !== 0) {
    throw new Error(output);
  }
  expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual([
    { create: 3 },
    { create: 3, replicas: 1, total: 3 },
    { same: 3, replicas: 1, total: 3 },
    { update: 1, same: 2, replicas: 2, total: 3 },
    { same: 3 },
    { delete: 3 },
  ]);
  const changes = service.requests.filter(({ method }) => method !== "GET");
  const sent = changes.map(({ method, rawBody }) => `${method} ${rawBody}`);
  expect(sent.sort()).toEqual([
    'PATCH {"replicas":0}',
    'PATCH {"replicas":1}',
    'PATCH {"replicas":2}',
    'POST {"input":1}',
  ]);
});
