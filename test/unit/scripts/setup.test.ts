import { execFileSync } from "node:child_process";
import path from "node:path";
import { ROOT } from "../../support/dynamicProvider";
import { isAlive, npmCommand } from "../../support/scripts";
import { Clone } from "./clone";

let clone: Clone;
beforeEach(() => void (clone = new Clone()));
afterEach(() => clone.remove());

const setup = (args: string[] = [], env: Record<string, string> = {}) => clone.start("setup.mjs", args, env).done;

it("setup makes what is missing, says which CLI is used, and does nothing the second time", async () => {
  const first = await setup();
  expect(first).toMatchObject({ code: 0 });
  expect(clone.log).toEqual(["npm", "tsc", "tsc", "download"]);
  expect(first.stderr).toContain("Pulumi CLI v3.250.0 (.pulumi/versions/3.250.0/bin)\n");
  const second = await setup();
  expect(second.stderr).toBe("Pulumi CLI v3.250.0 (.pulumi/versions/3.250.0/bin)\nready: npm run up, npm test\n");
  expect(clone.log).toHaveLength(4);
  expect(clone.left).toEqual([]);
});

it("dist/ is built anew, and whole, when a source has changed, and dependencies are installed anew when the lock file has", async () => {
  await setup(["dependencies", "build"]);
  clone.write("sdk/index.ts", "second");
  clone.write("dist/stale.js", "");
  expect(await setup(["dependencies", "build"])).toMatchObject({ code: 0 });
  expect(clone.log).toEqual(["npm", "tsc", "tsc", "tsc", "tsc"]);
  expect(clone.read("dist/sdk/index.js")).toContain("second");
  expect(() => clone.read("dist/stale.js")).toThrow("ENOENT");
  clone.write("package-lock.json", `{ "packages": { "node_modules/other": { "version": "1.0.0" } } }`);
  await setup(["dependencies"]);
  expect(clone.log.slice(5)).toEqual(["npm"]);
});

it("install scripts of dependencies do not run at a plain npm install either, and prepack does when the package is published", () => {
  const [command, args] = npmCommand("config", "get", "ignore-scripts");
  expect(execFileSync(command, args, { cwd: ROOT, encoding: "utf8", stdio: "pipe" })).toBe("true\n");
  expect(jest.requireActual("../../../package.json")).toMatchObject({ publishConfig: { "ignore-scripts": false } });
});

it.each([
  ["a Go that is too old, and cannot fetch a newer one", true],
  ["no Go", false],
])("where nothing can be downloaded, with %s, one sentence says what to do, and nothing is left", async (_, hasGo) => {
  if (hasGo) {
    clone.installGo();
  }
  await setup(["dependencies"]);
  const { code, stderr } = await setup(["cli"], { OFFLINE: "1", GO_FETCHES: "nothing" });
  expect(code).toBe(1);
  const ways = "let https://get.pulumi.com be reached, or put pulumi on PATH, or install Go [\\d.]+ or newer";
  expect(stderr).toMatch(new RegExp(`^pulumi is built from its Go modules: ${ways}\\.\n`, "m"));
  expect(clone.runs.filter(({ name, args }) => name === "go" && args[0] !== "version")).toEqual([]);
  expect(clone.left).toEqual([]);
});

it("a CLI that cannot be downloaded is built with Go; all that runs sees the caller's proxy, and has its caches in the clone", async () => {
  clone.installGo();
  const HTTPS_PROXY = "http://proxy.example:3128";
  const { code, stderr } = await setup([], { OFFLINE: "1", HTTPS_PROXY });
  expect(code).toBe(0);
  expect(stderr).toContain(
    "the download failed (pulumi: fetch failed): building the CLI from its Go modules instead\n",
  );
  expect(clone.read(".pulumi/versions/3.250.0/bin/pulumi-language-nodejs")).toContain("v3.250.0");
  expect(clone.left).toEqual([]);
  const inClone = (...parts: string[]) => path.join(clone.folder, ...parts);
  const runsOf = (wanted: string) => clone.runs.filter(({ name }) => name === wanted);
  for (const tool of ["npm", "download", "go"]) {
    expect(runsOf(tool).length).toBeGreaterThan(0);
    runsOf(tool).forEach(({ env }) => {
      expect(env).toMatchObject({ HTTPS_PROXY, HOME: "/dev/null/home" });
      expect(env["TMPDIR"]?.startsWith(inClone("."))).toBe(true);
    });
  }
  runsOf("npm").forEach(({ args }) => expect(args).toContain(`--cache=${inClone(".cache/npm")}`));
  runsOf("download").forEach(({ env }) => {
    expect(env["NODE_USE_ENV_PROXY"]).toBe("1");
    expect(env["PULUMI_HOME"]?.startsWith(inClone(".pulumi/staging"))).toBe(true);
  });
  const folders = { GOPATH: "path", GOMODCACHE: "modules", GOCACHE: "build", GOTMPDIR: "tmp" };
  const expected = Object.entries(folders).map(([name, folder]) => [name, inClone(".cache/go", folder)]);
  runsOf("go").forEach(({ env }) => expect(env).toMatchObject(Object.fromEntries(expected)));
});

it("an npm ci that fails is told in one sentence after its output, and leaves no lock", async () => {
  const { code, stderr } = await setup([], { FAIL: "npm ci" });
  expect(code).toBe(1);
  expect(stderr).toMatch(/\nnpm is broken\n"npm ci" ended with exit code 1; its output is above\.\n$/);
  expect(clone.log).toEqual(["npm"]);
  expect(clone.left).toEqual([]);
});

it.each([
  ["npm", "setup.mjs"],
  ["jest", "test.mjs unit"],
])("Ctrl-C while %s runs, which %s has started, ends it and leaves nothing behind", async (phase, command) => {
  const [script = "", ...args] = command.split(" ");
  const { child, done } = clone.start(script, args, { HANG: phase });
  const hanging = await clone.hanging();
  child.kill("SIGINT");
  expect(await done).toMatchObject({ code: 130, stderr: expect.stringMatching(/stopping…\n$/) as string });
  expect(isAlive(hanging)).toBe(false);
  expect(clone.left).toEqual([]);
});

it("a termination of the shell that npm puts before a script ends the script too, which the shell does not tell", async () => {
  const { child, done } = clone.startInShell("setup.mjs", [], { HANG: "npm", npm_lifecycle_event: "setup" });
  const hanging = await clone.hanging();
  child.kill("SIGTERM");
  expect(await done).toMatchObject({ code: 143, stderr: expect.stringMatching(/stopping…\n$/) as string });
  expect(isAlive(hanging)).toBe(false);
  expect(clone.left).toEqual([]);
});

it("of two setups at once one does the work, and the other finds it done", async () => {
  const both = await Promise.all([setup(), setup()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(clone.log).toEqual(["npm", "tsc", "tsc", "download"]);
});

it("a stage without results, a skipped test and a stage that there is none of are failures", async () => {
  await setup(["dependencies", "build"]);
  const unknown = await clone.start("test.mjs", ["units"]).done;
  expect(unknown).toMatchObject({ code: 1, stdout: "0 passed, 1 failed\n" });
  expect(unknown.stderr).toContain(`"units" is no stage of the tests: say npm test -- all | build | typecheck |`);
  clone.write("node_modules/jest/bin/jest.js", "");
  expect((await clone.start("test.mjs", ["unit"]).done).stderr).toContain("jest gave no results for the unit tests.\n");
  const results = { numPassedTests: 1, numFailedTests: 0, numTotalTests: 2, numPendingTests: 1, numTodoTests: 0 };
  const write = `const file = process.argv.find((each) => each.startsWith("--outputFile=")).slice(13);
    require("node:fs").writeFileSync(file, ${JSON.stringify(JSON.stringify(results))});`;
  clone.write("node_modules/jest/bin/jest.js", write);
  const skipped = await clone.start("test.mjs", ["unit"]).done;
  expect(skipped.stderr).toContain("1 unit test(s) were skipped, and none may be.\n");
  expect(skipped.stdout).toContain("1 passed, 1 failed\n");
});

describe("with tools that find nothing wrong", () => {
  beforeEach(async () => {
    await setup(["dependencies", "build"]);
    const linters = ["eslint/bin/eslint.js", "dependency-cruiser/bin/dependency-cruise.mjs"];
    [...linters, "prettier/bin/prettier.cjs", "knip/bin/knip.js"].forEach((tool) =>
      clone.write(`node_modules/${tool}`, ""),
    );
  });

  /** What jest was asked to run: a project, and files where it is not all of them. */
  const jestRuns = ({ stdout, stderr }: { stdout: string; stderr: string }) =>
    [...(stdout + stderr).matchAll(/^jest: (.+)$/gm)].map(([, text]) => text);
  const stagesThatPassed = (output: string) =>
    [...output.matchAll(/^== (\w+): passed/gm)].map(([, name]) => name).sort();
  const everyday = ["build", "engine", "lint", "package", "protocol", "typecheck", "types", "unit"];

  it.each([
    ["npm test in CI", [], { CI: "true" }],
    ["npm test -- all", ["all"], { CI: "" }],
  ])("%s runs everything", async (_, args, env) => {
    clone.write("scripts/lib/browser.mjs", `export const findBrowser = () => "/usr/bin/chromium";`);
    const run = await clone.start("test.mjs", args, { ...env, FAILING: "0" }).done;
    expect(stagesThatPassed(run.stderr)).toEqual([...everyday, "page"].sort());
    expect(run.stderr).not.toContain("Left out");
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^6 passed, 0 failed$/m) as string });
    expect(jestRuns(run)).toEqual(["unit", "types", "protocol", "engine", "page", "package"]);
  });

  it("after a stage that fails it says which stages it left out", async () => {
    const run = await clone.start("test.mjs", ["unit", "types", "protocol"], { FAILING: "1" }).done;
    expect(run).toMatchObject({ code: 1, stdout: expect.stringMatching(/^0 passed, 1 failed$/m) as string });
    expect(run.stderr).toContain("1 unit test(s) failed");
    expect(run.stderr).toMatch(/^Left out after this failure: types, protocol\.$/m);
    expect(jestRuns(run)).toEqual(["unit"]);
  });
});
