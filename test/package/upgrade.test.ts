import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expectSuccess, PROJECT, sent } from "../support/deployed";
import { configurationFor, startService } from "../support/service";
import { Stack } from "../support/stack";
import { DEPENDENCIES, packed, Project } from "./support/project";

const RELEASES = path.join(__dirname, "releases");

const releases = readdirSync(RELEASES).filter((file) => file.endsWith(".tgz"));

test("no package of a release is gone", () => {
  expect(releases).toEqual(expect.arrayContaining(["0.1.0-4f998ea.tgz"]));
});

/** One resource of each kind. */
const PROGRAM = `
  new cg.ContainerGroup("web", {
    displayName: "Web",
    replicas: 3,
    container: {
      image: "registry.example.com/web:1.4.1",
      environmentVariables: { LOG_LEVEL: "info", TOKEN: pulumi.secret("token-canary") },
    },
    livenessProbe: { http: { path: "/live", port: 8080 }, periodSeconds: 5 },
    onDestroy: { replicas: 0 },
  });
  new cg.ContainerGroupFleet("edge", {
    defaults: { replicas: 2 },
    groups: { "edge-de": {}, "edge-fr": { replicas: 4 } },
  });
  const renders = new cg.Queue("renders", { description: "Pages to render" });
  new cg.QueueJob("first", { queueName: renders.name, input: { page: 1 }, triggers: ["v1"] });
`;

async function install(project: Project, tarball: string): Promise<void> {
  await project.install("index.js", { ...DEPENDENCIES, "pulumi-containergroups": `file:${tarball}` });
  const record = path.join(project.folder, "node_modules/.package-lock.json");
  const { packages } = JSON.parse(readFileSync(record, "utf8")) as {
    packages: Record<string, { resolved?: string }>;
  };
  const { resolved = "" } = packages["node_modules/pulumi-containergroups"] ?? {};
  expect(path.basename(resolved)).toBe(path.basename(tarball));
}

// What else becomes of the states of a release, the engine's tests of states say.
test.each(releases)("a stack of release %s has no change at a preview with the package of now", async (release) => {
  const project = new Project();
  const service = await startService({
    groups: ["web", "edge-de", "edge-fr"].map((name) => ({ ...PROJECT, name })),
  });
  try {
    const stack = new Stack(PROGRAM, configurationFor(service), { folder: project.folder });
    await install(project, path.join(RELEASES, release));
    expectSuccess(await stack.up());
    expect(service.requests).toHaveLength(5);
    service.clearRequests();
    await install(project, packed.own.file);
    const run = await stack.preview(["--expect-no-changes"]);
    expectSuccess(run);
    expect(run.steps.map(({ operation, name }) => `${operation} ${name}`).sort()).toEqual([
      "same edge",
      "same first",
      "same renders",
      "same web",
    ]);
    expect(sent(service)).toEqual([]);
  } finally {
    await service.close();
    project.remove();
  }
});
