import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { compiledSdk, runScript } from "../../support/compiledSdk";

let home: string;
beforeAll(() => {
  home = compiledSdk();
});
afterAll(() => rmSync(home, { recursive: true }));

/** What the SDK consists of. */
const isOwn = (file: string) => /^(common|sdk)\//.test(file);

/** The files that a program loads once `@pulumi/pulumi` is there. */
function loadedBy(program: string): string[] {
  const script = `
    require("@pulumi/pulumi");
    const before = new Set(Object.keys(require.cache));
    (async () => { ${program} })().then(() => {
      console.log(JSON.stringify(Object.keys(require.cache).filter((file) => !before.has(file))));
    });`;
  return (runScript(home, script) as string[]).map((file) => relative(home, file));
}

const declare = `
  const pulumi = require("@pulumi/pulumi");
  const { ContainerGroup, ContainerGroupFleet, Queue, QueueJob } = require("./sdk");
  await pulumi.runtime.setMocks({ newResource: (r) => ({ id: "x", state: r.inputs }), call: () => ({}) });
  const group = new ContainerGroup("web", { container: { environmentVariables: { A: pulumi.secret("a") } } });
  const fleet = new ContainerGroupFleet("edge", { groups: { api: { replicas: pulumi.output(1) } } });
  const queue = new Queue("frames");
  const job = new QueueJob("job", { queueName: queue.name, input: { a: pulumi.output(1) } });
  await Promise.all([group, fleet, queue, job].map((resource) => new Promise((resolve) => resource.urn.apply(resolve))));`;

test("a program that imports the SDK and declares resources loads its files and nothing else", () => {
  const loaded = loadedBy(declare);
  expect(loaded).toContain("sdk/index.js");
  expect(loaded).toContain("sdk/internal/resourceProps.js");
  expect(loaded.filter((file) => !isOwn(file))).toEqual([]);
});

test("listing jobs is what loads the provider", () => {
  mkdirSync(join(home, "provider"));
  writeFileSync(join(home, "provider/index.js"), "exports.listInferenceEndpointJobs = async () => ({ items: [] });");
  const loaded = loadedBy(`await require("./sdk").listInferenceEndpointJobs({ inferenceEndpointName: "detect" });`);
  expect(loaded.filter((file) => !isOwn(file))).toEqual(["provider/index.js"]);
});
