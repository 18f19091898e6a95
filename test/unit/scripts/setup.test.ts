import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import { isAlive, npmCommand } from "../../support/scripts";
import { until } from "../../support/until";
import { Clone } from "./clone";

const ROOT = path.resolve(__dirname, "../../..");

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

it("what was installed by hand as the lock file says is not installed again, and what is of another platform is", async () => {
  await setup(["dependencies"]);
  rmSync(path.join(clone.folder, "node_modules/.platform"));
  await setup(["dependencies"]);
  expect(clone.log).toEqual(["npm"]);
  clone.write("node_modules/.platform", "another one");
  await setup(["dependencies"]);
  expect(clone.log).toEqual(["npm", "npm"]);
});

it("jest alone builds dist/ where it is older than the sources", async () => {
  const file = "test/support/globalSetup.cjs";
  cpSync(path.join(ROOT, file), path.join(clone.folder, file), { recursive: true });
  await setup(["dependencies", "build"]);
  clone.write("sdk/index.ts", "second");
  clone.write("scripts/jest.mjs", `import globalSetup from "../${file}"; globalSetup();`);
  expect(await clone.start("jest.mjs").done).toMatchObject({ code: 0 });
  expect(clone.read("dist/sdk/index.js")).toContain("second");
});

it("install scripts of dependencies do not run at a plain npm install either, and prepack does when the package is published", () => {
  const [command, args] = npmCommand("config", "get", "ignore-scripts");
  expect(execFileSync(command, args, { cwd: ROOT, encoding: "utf8", stdio: "pipe" })).toBe("true\n");
  expect(jest.requireActual("../../../package.json")).toMatchObject({ publishConfig: { "ignore-scripts": false } });
});

it("a CLI that cannot be downloaded is built with Go", async () => {
  clone.installGo();
  await setup(["dependencies"]);
  const { code, stderr } = await setup(["cli"], { OFFLINE: "1" });
  expect(code).toBe(0);
  expect(stderr).toContain(
    "the download failed (pulumi: fetch failed): building the CLI from its Go modules instead\n",
  );
  expect(stderr).toContain("compiling pulumi: done");
  expect(clone.read(".pulumi/versions/3.250.0/bin/pulumi-language-nodejs")).toContain("v3.250.0");
  expect(clone.left).toEqual([]);
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

it("why the CLI on PATH is not used is said before another one is downloaded, and after", async () => {
  const cli = clone.installCli("v4.0.0");
  await setup(["dependencies"]);
  const { code, stderr } = await setup(["cli"]);
  expect(code).toBe(0);
  const reason = `Pulumi CLI v3.250.0 (.pulumi/versions/3.250.0/bin), and not ${cli}: its version is "v4.0.0", and ^3.216.0 is needed\n`;
  expect(stderr.startsWith(`needed: ${reason}downloading the Pulumi CLI 3.250.0…`)).toBe(true);
  expect(stderr.endsWith(`\n${reason}`)).toBe(true);
});

it("a download that brings nothing, as behind a proxy that swallows it, is given up, and the CLI is built with Go", async () => {
  clone.installGo();
  await setup(["dependencies"]);
  const script = clone.read("scripts/lib/download.mjs");
  expect(script).toContain("patience = 60_000;");
  clone.write("scripts/lib/download.mjs", script.replace("patience = 60_000;", "patience = 50;"));
  const { code, stderr } = await setup(["cli"], { HANG: "download" });
  expect(stderr).toMatch(
    /^the download failed \(nothing came for .* s\): building the CLI from its Go modules instead$/m,
  );
  expect(stderr).not.toContain("downloading the Pulumi CLI 3.250.0: done");
  expect(code).toBe(0);
  expect(clone.left).toEqual([]);
});

it("npm, the download and Go see the caller's proxy, and have their caches in the clone, since nothing can be written to the home", async () => {
  clone.installGo();
  const HTTPS_PROXY = "http://proxy.example:3128";
  expect(await setup([], { OFFLINE: "1", HTTPS_PROXY })).toMatchObject({ code: 0 });
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
  ["npm", "setup.mjs", {}],
  ["download", "setup.mjs", {}],
  ["go build", "setup.mjs", { OFFLINE: "1" }],
  ["jest", "test.mjs unit", {}],
])("Ctrl-C while %s runs, which %s has started, ends it and leaves nothing behind", async (phase, command, env) => {
  clone.installGo();
  const [script = "", ...args] = command.split(" ");
  const { child, done } = clone.start(script, args, { HANG: phase, ...env });
  const hanging = await clone.hanging();
  child.kill("SIGINT");
  expect(await done).toMatchObject({ code: 130, stderr: expect.stringMatching(/stopping…\n$/) as string });
  expect(isAlive(hanging)).toBe(false);
  expect(clone.left).toEqual([]);
});

it("Ctrl-C while a setup waits for another one ends it, and leaves the other one its lock", async () => {
  const other = clone.start("setup.mjs", ["dependencies"], { HANG: "npm" });
  const hanging = await clone.hanging();
  const lock = clone.read(".cache/lock");
  const { child, done } = clone.start("setup.mjs", ["dependencies"]);
  // It makes its folder, looks for the lock and waits, and does not hear of a signal before.
  await until(() => clone.left.some((name) => name.endsWith(`.${child.pid}`)), "the setup does not begin");
  child.kill("SIGINT");
  expect(await done).toMatchObject({
    code: 130,
    stderr: expect.stringMatching(/^waiting for .*…\nstopping…\n$/) as string,
  });
  expect(clone.read(".cache/lock")).toBe(lock);
  expect(isAlive(hanging)).toBe(true);
  other.child.kill("SIGINT");
  await other.done;
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

it("two runs of the tests at once know nothing of each other", async () => {
  await setup(["dependencies", "build"]);
  const runs = ["0", "1"].map((FAILING) => clone.start("test.mjs", ["unit"], { FAILING, AT_ONCE: "2" }).done);
  const [passed, failed] = await Promise.all(runs);
  expect(passed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 passed, 0 failed$/m) as string });
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/^0 passed, 1 failed$/m) as string });
  expect(clone.left).toEqual([]);
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

  it("npm test runs the everyday part, and says what it left out", async () => {
    const run = await clone.start("test.mjs", [], { CI: "", FAILING: "0" }).done;
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^5 passed, 0 failed$/m) as string });
    expect(stagesThatPassed(run.stderr)).toEqual(everyday);
    expect(run.stderr).toMatch(
      /^Not everything ran\. Left out: engine \(2 of its files ran\), page \(0 of its files ran\),/m,
    );
    expect(jestRuns(run)).toEqual([
      "unit",
      "types",
      "protocol",
      "engine test/engine/containerGroup.test.ts test/engine/queueJob.test.ts",
      "package test/package/content.test.ts",
    ]);
  });

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

  it("a check that fails ends the tests beside it, and is told with what it printed", async () => {
    const run = await clone.start("test.mjs", ["lint", "unit"], { FAIL: "npm run", HANG: "jest" }).done;
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/npm is broken\n"npm run lint:(code|files)" ended with exit code 1/);
    expect(run.stderr).toMatch(/^Left out after this failure: unit\.$/m);
  });

  it("without a browser a run with the page's tests fails before anything else runs", async () => {
    clone.write("scripts/lib/browser.mjs", "export const findBrowser = () => undefined;");
    const run = await clone.start("test.mjs", ["all"], { FAILING: "0" }).done;
    expect(run).toMatchObject({ code: 1, stdout: "0 passed, 1 failed\n" });
    const reason = "there is no Chromium: install one (apt-get install chromium), or name it in CHROMIUM";
    expect(run.stderr).toBe(`The page tests cannot run: ${reason}.\n`);
  });
});
