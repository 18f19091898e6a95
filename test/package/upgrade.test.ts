import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "../../emulator";
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
const program = ({ image, web, edges }: { image: string; web: string; edges: string }) => `
  new cg.ContainerGroup("web", {
    container: { image: "${image}", environmentVariables: { LOG_LEVEL: "info", TOKEN: pulumi.secret("token-canary") } },
    livenessProbe: { http: { path: "/live", port: 8080 }, periodSeconds: 5 },
    onDestroy: { replicas: 0 },
    ${web}
  });
  new cg.ContainerGroupFleet("edge", { defaults: { replicas: 2, container: { image: "${image}" } }, groups: ${edges} });
  const renders = new cg.Queue("renders", { description: "Pages to render" });
  new cg.QueueJob("first", { queueName: renders.name, input: { page: 1 }, triggers: ["v1"] });
`;

const FIRST = program({
  image: "registry.example.com/web:1.4.1",
  web: `displayName: "Web", replicas: 3,`,
  edges: `{ "edge-de": {}, "edge-fr": { replicas: 4 } }`,
});

const SECOND = program({
  image: "registry.example.com/web:1.4.2",
  web: `replicas: 3,`,
  edges: `{ "edge-de": {}, "edge-fr": { replicas: 5 } }`,
});

describe.each(releases)("a project that has release %s installed", (release) => {
  let project: Project;
  let service: Emulator;
  let stack: Stack;

  async function install(tarball: string): Promise<void> {
    await project.install("index.js", { ...DEPENDENCIES, "pulumi-containergroups": `file:${tarball}` });
    const record = path.join(project.folder, "node_modules/.package-lock.json");
    const { packages } = JSON.parse(readFileSync(record, "utf8")) as {
      packages: Record<string, { resolved?: string }>;
    };
    const { resolved = "" } = packages["node_modules/pulumi-containergroups"] ?? {};
    expect(path.basename(resolved)).toBe(path.basename(tarball));
  }

  beforeAll(async () => {
    project = new Project();
    service = await startService({ groups: ["web", "edge-de", "edge-fr"].map((name) => ({ ...PROJECT, name })) });
    stack = new Stack(FIRST, configurationFor(service), { folder: project.folder });
    await install(path.join(RELEASES, release));
    expectSuccess(await stack.up());
    expect(service.requests).toHaveLength(5);
    await install(packed.own.file);
  });

  beforeEach(() => service.clearRequests());

  afterAll(async () => {
    await service?.close();
    project?.remove();
  });

  test("previews no change with the package as it is now, and sends nothing", async () => {
    const run = await stack.preview(["--expect-no-changes"]);
    expectSuccess(run);
    expect(run.steps.map(({ operation, name }) => `${operation} ${name}`).sort()).toEqual([
      "same edge",
      "same first",
      "same renders",
      "same web",
    ]);
    expect(sent(service)).toEqual([]);
  });

  test("sends the difference alone when its program changes, and settles", async () => {
    stack.program(SECOND);
    expectSuccess(await stack.up());
    const bodies = Object.fromEntries(service.requests.map(({ path: to, body }) => [to.split("/").at(-1), body]));
    expect(bodies).toEqual({
      web: { display_name: null, container: { image: "registry.example.com/web:1.4.2" } },
      "edge-de": { container: { image: "registry.example.com/web:1.4.2" } },
      "edge-fr": { replicas: 5, container: { image: "registry.example.com/web:1.4.2" } },
    });
    service.clearRequests();
    expectSuccess(await stack.up(["--expect-no-changes"]));
    expect(sent(service)).toEqual([]);
  });

  test("is destroyed, with the onDestroy patch that the program declares", async () => {
    const run = await stack.destroy();
    expectSuccess(run);
    expect(run.steps.map(({ operation }) => operation)).toEqual(["delete", "delete", "delete", "delete"]);
    expect(sent(service)).toEqual([{ method: "PATCH", body: { replicas: 0 } }]);
  });
});
