import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { request } from "undici";
import { ROOT } from "../support/dynamicProvider";
import { foldersOfThisMachine, manifest, packed, Project, TYPESCRIPT } from "./support/project";

const GROUP_PATH = "/organizations/acme/projects/vision/containers/web";
const RUNNERS = { jest: manifest.devDependencies["jest"], vitest: "3.2.4", vite: "6.4.1" };

let project: Project;
/** The installed package. */
let installed: string;
let files: string[];

beforeAll(async () => {
  project = new Project();
  const own = { "containergroups-emulator": `file:${packed.emulator.file}` };
  await project.install("index.ts", {}, { ...own, ...RUNNERS, ...TYPESCRIPT });
  installed = path.join(project.folder, "node_modules/containergroups-emulator");
  files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(installed, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith("node_modules"))
    .sort();
});
afterAll(() => project?.remove());

const read = (file: string): string => readFileSync(path.join(installed, file), "utf8");

test("the tarball holds what is compiled, the page, README, licence and package.json, and nothing else", () => {
  const sources = readdirSync(path.join(ROOT, "emulator"), { recursive: true, encoding: "utf8" });
  const compiled = sources
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [".js", ".d.ts"].map((ending) => file.replace(/\.ts$/, ending)));
  expect(compiled).toContain("cli/main.js");
  const page = sources.filter((file) => /^page.\w+\.(html|css|js)$/.test(file));
  expect(page.length).toBeGreaterThan(3);
  expect(files).toEqual([...compiled, ...page, "LICENSE", "README.md", "package.json"].sort());
});

/** What is there for the version alone: CONTRIBUTING says why. */
const NOT_REQUIRED = ["light-my-request"];

test("its dependencies are what its code requires, in exact versions, and installing it runs nothing", () => {
  const code = files.filter((file) => file.endsWith(".js")).map(read);
  const required = code
    .flatMap((text) => [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name ?? ""))
    .filter((name) => !name.startsWith(".") && !isBuiltin(name));
  const {
    dependencies,
    scripts,
    private: isPrivate,
  } = JSON.parse(read("package.json")) as {
    dependencies: Record<string, string>;
    scripts?: object;
    private?: boolean;
  };
  expect([...new Set([...required, ...NOT_REQUIRED])].sort()).toEqual(Object.keys(dependencies).sort());
  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect([scripts, isPrivate]).toEqual([undefined, undefined]);
});

test("no file names a folder of this machine, or another package of the clone", () => {
  const traces = [...foldersOfThisMachine, "file:///", "sourceMappingURL=", "@pulumi/"];
  expect(files.flatMap((file) => traces.filter((trace) => read(file).includes(trace)).map((t) => [file, t]))).toEqual(
    [],
  );
});

test("its command, as npx starts it, serves from a seed file and stops", async () => {
  project.write("seed.yaml", "organizations: { acme: { projects: { vision: { groups: { web: { replicas: 2 } } } } } }");
  const command = path.join(project.folder, "node_modules/.bin/containergroups-emulator");
  const child = spawn(command, ["--log", "json", "--seed", "seed.yaml"], {
    cwd: project.folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse(String((await lines.next()).value)) as { url: string };
  const { url } = await next();
  const { statusCode, body } = await request(url + GROUP_PATH, {
    method: "PATCH",
    headers: { "service-api-key": "emulator-key", "content-type": "application/merge-patch+json" },
    body: '{"display_name":"Web"}',
  });
  expect(statusCode).toBe(200);
  expect(await body.json()).toMatchObject({ display_name: "Web", replicas: 2, version: 2 });
  expect(await next()).toMatchObject({ event: "request", status: 200, body: { display_name: "Web" } });
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

/** A test of a user, but for where `test` and `expect` come from. */
const body = `
test("a patch is applied", async () => {
  const emulator = await startEmulator({ groups: [{ organizationName: "acme", projectName: "vision", name: "web" }] });
  try {
    const { status } = await fetch(emulator.url + "${GROUP_PATH}", {
      method: "PATCH",
      headers: { "service-api-key": emulator.apiKey, "content-type": "application/merge-patch+json" },
      body: JSON.stringify({ replicas: 3 }),
    });
    expect([status, emulator.group("acme", "vision", "web").replicas]).toEqual([200, 3]);
  } finally {
    await emulator.close();
  }
});`;
const imported = `import { startEmulator } from "containergroups-emulator";`;
const expectOfAssert = `const expect = (value) => ({ toEqual: (other) => assert.deepStrictEqual(value, other) });`;

test.each([
  [
    "node:test",
    "node.test.mjs",
    `${imported} import { test } from "node:test"; import assert from "node:assert"; ${expectOfAssert}`,
    ["--test", "node.test.mjs"],
  ],
  [
    "jest",
    "jest.test.cjs",
    `const { startEmulator } = require("containergroups-emulator");`,
    ["node_modules/jest/bin/jest.js", "--rootDir=.", "--testMatch=**/jest.test.cjs"],
  ],
  [
    "vitest",
    "vitest.test.mjs",
    `${imported} import { expect, test } from "vitest";`,
    ["node_modules/vitest/vitest.mjs", "run", "vitest.test.mjs"],
  ],
])("startEmulator() works in %s", (_, file, head, args) => {
  project.write(file, head + body);
  const run = (): string =>
    execFileSync(process.execPath, args, {
      cwd: project.folder,
      encoding: "utf8",
      timeout: 120_000,
      stdio: "pipe",
      env: { PATH: process.env["PATH"] },
    });
  expect(run).not.toThrow();
  // A test that is wrong fails: what ran was the test.
  project.write(file, head + body.replace("[200, 3]", "[200, 4]"));
  expect(run).toThrow();
});

test("a program and its declarations compile under each way to resolve modules, with no types of Node", () => {
  project.write(
    "index.ts",
    `import { readSeedFile, startEmulator, type Emulator, type EmulatorOptions, type Fault } from "containergroups-emulator";
     const options: EmulatorOptions = { seed: readSeedFile("seed.yaml"), rateLimit: { requests: 240, perMs: 60000 }, latencyMs: [1, 2] };
     const fault: Fault = { kind: "status", status: 429, headers: { "Retry-After": "1" } };
     export const started: Promise<Emulator> = startEmulator(options).then((emulator) => {
       emulator.fault(fault);
       const key: string | string[] | undefined = emulator.requests[0]?.headers["service-api-key"];
       // @ts-expect-error
       emulator.fault({ kind: "sometimes" });
       return key === undefined ? emulator : emulator;
     });`,
  );
  const resolutions = [
    { module: "commonjs", moduleResolution: "node" },
    { module: "nodenext", moduleResolution: "nodenext" },
    { module: "esnext", moduleResolution: "bundler" },
  ];
  expect(project.typeErrors("typescript", "index.ts", ...resolutions.map((each) => ({ ...each, types: [] })))).toEqual([
    [],
    [],
    [],
  ]);
});
