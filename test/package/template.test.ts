import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { RULES as SETTINGS } from "../../provider/settings/rules";
import { PROJECT } from "../support/deployed";
import { ROOT } from "../support/dynamicProvider";
import { CliStack, run, succeed } from "../support/scripts";
import { manifest, sharedProgram, temporaryFolder } from "./support/project";

const TEMPLATE = path.join(ROOT, "template");
const API_KEY = "canary-key-5b1f";

let home: string;
let folder: string;
let service: Emulator;
let stack: InstanceType<typeof CliStack>;

const read = (file: string) => readFileSync(path.join(folder, file), "utf8");

/** Makes a project of the template as a user does, with the package from a tarball in place of the one that is published. */
beforeAll(async () => {
  home = temporaryFolder();
  folder = path.join(home, "renderer");
  mkdirSync(folder);
  stack = new CliStack("dev", { folder: home, cwd: folder });
  service = await startEmulator({ apiKey: API_KEY, groups: [{ ...PROJECT, name: "web", replicas: 2 }] });
  const flags = ["--yes", "--generate-only", "--non-interactive", "--name", "renderer", "--dir", folder];
  const options = { env: stack.env, until: AbortSignal.timeout(60_000) };
  await succeed("pulumi new", run("pulumi", ["new", TEMPLATE, ...flags], options));
  symlinkSync(path.join(await sharedProgram(), "node_modules"), path.join(folder, "node_modules"));
  stack.now("stack", "init");
});

afterAll(async () => {
  await service?.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

test("the template asks for what a preview and a request need: settings of the package, the key as a secret, and a group", () => {
  const text = readFileSync(path.join(TEMPLATE, "Pulumi.yaml"), "utf8");
  const [, config = ""] = text.split(/^ {2}config:\n/m);
  const asked = [...config.matchAll(/^ {4}(\S+):\n((?: {6}.*\n)*)/gm)];
  expect(asked.map(([, key]) => key)).toEqual([
    "containergroups:baseUrl",
    "containergroups:apiKey",
    "containergroups:organizationName",
    "containergroups:projectName",
    "group",
    "displayName",
  ]);
  const unknown = asked.flatMap(([, key = ""]) => (key.includes(":") ? [key.split(":")[1] ?? ""] : []));
  expect(unknown.filter((key) => !(key in SETTINGS))).toEqual([]);
  expect(asked.filter(([, , entry = ""]) => /^ {6}secret: true$/m.test(entry)).map(([, key]) => key)).toEqual([
    "containergroups:apiKey",
  ]);
  expect(asked.filter(([, , entry = ""]) => !/^ {6}description: \S/m.test(entry))).toEqual([]);
});

test("what it makes has the project's name, and depends on this release", () => {
  expect(read("Pulumi.yaml")).toMatch(/^name: renderer$/m);
  expect(JSON.parse(read("package.json"))).toMatchObject({ name: "renderer" });
  expect(existsSync(path.join(folder, ".gitignore"))).toBe(true);
  const { dependencies } = JSON.parse(readFileSync(path.join(TEMPLATE, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  expect(dependencies).toEqual({
    "@pulumi/pulumi": manifest.peerDependencies["@pulumi/pulumi"],
    "pulumi-containergroups": `^${manifest.version}`,
  });
});

test("with the answers given its first up sends the one field that it declares, which finds a group that does not exist", async () => {
  const settings = {
    "containergroups:baseUrl": service.url,
    "containergroups:apiKey": service.apiKey,
    "containergroups:organizationName": PROJECT.organizationName,
    "containergroups:projectName": PROJECT.projectName,
    displayName: "Web",
  };
  stack.configure({ ...settings, group: "wbe" });
  expect((await stack.run("preview", ["--diff"])).output).toMatch(/\+ 2 to create/);
  await expect(stack.run("up")).rejects.toThrow("container group acme/vision/wbe: 404 Not Found");
  stack.configure({ ...settings, group: "web" });
  service.clearRequests();
  expect((await stack.run("up")).output).toMatch(/groupId: "acme\/vision\/web"/);
  expect(service.requests.map(({ body }) => body)).toEqual([{ display_name: "Web" }]);
});

test("the installed command line describes the group by the stack's settings, and what it prints deploys without a change", async () => {
  const bin = path.join(folder, "node_modules/.bin/pulumi-containergroups");
  const command = run(bin, ["describe", "web", "--yes", "--stack", "dev"], { cwd: folder, env: stack.env });
  const { stdout: printed } = await succeed("describe", command);
  expect(printed).not.toContain(API_KEY);
  stack.write("index.ts", printed);
  const before = service.group("acme", "vision", "web");
  service.clearRequests();
  await stack.run("up");
  expect(service.requests.map(({ method, body }) => [method, Object.keys(body as object)])).toEqual([
    ["PATCH", expect.arrayContaining(["container", "replicas"])],
  ]);
  expect(service.group("acme", "vision", "web")).toEqual(before);
  service.clearRequests();
  expect((await stack.run("up")).output).toMatch(/2 unchanged/);
  expect(service.requests).toEqual([]);
});
