import { spawn, spawnSync, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { readCommandLine, UsageError } from "../../../emulator/cli/commandLine";
import { HELP } from "../../../emulator/cli/flags";
import { version } from "../../../emulator/version";
import { until } from "../../support/until";
import { call, GROUP_PATH, QUEUE_PATH } from "./client";

/** A seed of a shape that is right, with a value that is not. */
const BAD_SEED = resolve(__dirname, "badSeed.yaml");

const ROOT = resolve(__dirname, "../../..");

describe("the command line", () => {
  test("with nothing given has the defaults", () => {
    expect(readCommandLine([])).toMatchObject({
      port: 0,
      apiKey: "emulator-key",
      objects: { groups: ["web", "worker"] },
    });
  });

  test("takes a list of groups, and switches", () => {
    const settings = readCommandLine(["--groups", "aa, bb", "--port=81", "--version-on-every-patch", "-h"]);
    expect(settings).toMatchObject({
      port: 81,
      objects: { groups: ["aa", "bb"] },
      versionOnEveryPatch: true,
      help: true,
    });
  });

  test("takes faults, a rate and a latency", () => {
    const settings = readCommandLine([
      ...["--fail", "503", "--fail", "slow,delay=20,times=always,method=PATCH,path=/containers/web,after=1"],
      ...["--fail", "429,retry-after=2,processed", "--fail=omit,members=id+container.hash"],
      ...["--rate-limit", "240/min", "--retry-after", "--latency", "50-200", "--lenient", "--log=json"],
    ]);
    expect(settings.faults).toEqual([
      { kind: "status", status: 503 },
      { kind: "slow", delayMs: 20, times: Infinity, match: { method: "PATCH", path: "/containers/web" }, after: 1 },
      { kind: "status", status: 429, headers: { "retry-after": "2" }, processed: true },
      { kind: "omit", members: ["id", "container.hash"] },
    ]);
    expect(settings).toMatchObject({
      rateLimit: { requests: 240, perMs: 60_000, retryAfter: true },
      latencyMs: [50, 200],
      acceptUnknownMembers: true,
      log: "json",
    });
  });

  // prettier-ignore
  test.each([
    [["--colour"], /^Unknown option '--colour'$/],
    [["extra"], /^Unexpected argument 'extra'$/],
    [["--lenient=no"], /^Option '--lenient' does not take an argument$/],
    [["--port"], /^Option '--port <value>' argument missing$/],
    [["--port", "70000"], /^--port: "70000" must be an integer from 0 to 65535$/],
    [["--port=-1"], /^--port: "-1" must be an integer from 0 to 65535$/],
    [["--seed", ""], /^--seed must not be empty$/],
    [["--state="], /^--state must not be empty$/],
    [["--groups", "Web"], /--groups: "Web" is not a resource name/],
    [["--api-key", ""], /--api-key must not be empty/],
    [["--base-path", "/__admin"], /--base-path: the base path \/__admin is the emulator's own/],
    [["--seed", "s.yaml", "--jobs", "5"], /^--seed contradicts --jobs: the seed file alone says what exists; leave out one or the other$/],
    [["--queue=q1", "--jobs=5", "--seed=s"], /^--seed contradicts --queue and --jobs: the seed file alone says what exists; .*$/],
    [["--tls-cert", "c.pem"], /--tls-cert and --tls-key go together/],
    [["--retry-after"], /--retry-after goes with --rate-limit/],
    ...["0/min", "1.5/s", "many", "240", "240/day", "9999999999/h", "240/toString"].map((rate): [string[], RegExp] => [
      [`--rate-limit=${rate}`],
      new RegExp(`^--rate-limit: "${rate}" must be like 240/min, 10/s or 1000/h, with 1 to 999999999 requests;`),
    ]),
    [["--rate-limit", ""], /^--rate-limit must not be empty$/],
    [["--latency", "fast"], /^--latency: "fast" must be like 50 or 50-200$/],
    [["--latency", "3600001"], /^--latency: a latency must be from 0 to 3600000 milliseconds, .* not 3600001$/],
    [["--latency", "20-10"], /^--latency: a latency must be .* the least first, and not 20-10$/],
    [["--api-key-header", "a b"], /^--api-key-header: "a b" is not the name of a header$/],
    [["--log", "xml"], /^--log: "xml" must be one of text, json, off$/],
    [["--fail", "sometimes"], /--fail: fault: \/kind must be one of status, body, /],
    [["--fail", "503,times=0"], /--fail: fault: \/times must be an integer from 1, or "always"/],
    [["--fail", "503,constructor=1"], /--fail: "constructor" is none of times, after, /],
    [["--fail", "99"], /--fail: fault: \/status must be >= 200/],
  ])("%j is refused in one line", (args, message) => {
    expect(() => readCommandLine(args)).toThrow(UsageError);
    expect(() => readCommandLine(args)).toThrow(message);
    expect(() => readCommandLine(args)).toThrow(/^.*$/);
  });
});

describe("the program", () => {
  const children: ChildProcess[] = [];
  const shells: number[] = [];
  let folder: string;
  let state: string;
  beforeEach(() => {
    folder = mkdtempSync(resolve(tmpdir(), "main-"));
    state = resolve(folder, "state.json");
  });
  afterEach(() => {
    children.splice(0).forEach((child) => child.kill("SIGKILL"));
    shells.splice(0).forEach(endGroup);
    rmSync(folder, { recursive: true });
  });

  /** What a shell has started outlives it. */
  function endGroup(leader: number): void {
    try {
      process.kill(-leader, "SIGKILL");
    } catch {
      // All of it has ended.
    }
  }

  const run = (...args: string[]) => runScript("dist/emulator/cli/main.js", ...args);

  const runScript = (script: string, ...args: string[]) =>
    watch(spawn(process.execPath, [resolve(ROOT, script), ...args]));

  /** As `npm run emulator` does it: by a shell that waits for it. */
  function runInShell(script: string, ...args: string[]) {
    const command = [process.execPath, resolve(ROOT, script), ...args].map((part) => `'${part}'`).join(" ");
    const env = { ...process.env, npm_lifecycle_event: "emulator" };
    const child = spawn("/bin/sh", ["-c", `${command}; exit $?`], { env, detached: true });
    shells.push(child.pid ?? 0);
    return watch(child);
  }

  /** What a process prints, and when it has ended and nobody that it has started prints any more. */
  function watch(child: ChildProcessWithoutNullStreams) {
    children.push(child);
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (data: Buffer) => (output.stdout += data));
    child.stderr.on("data", (data: Buffer) => (output.stderr += data));
    const ended = new Promise<number | null>((resolveEnd) => child.on("close", resolveEnd));
    const says = async (pattern: RegExp): Promise<RegExpExecArray> => {
      await until(() => pattern.test(output.stdout) || child.exitCode !== null, `does not print ${pattern}`);
      const found = pattern.exec(output.stdout);
      if (found === null) {
        throw new Error(`ended early: ${output.stderr}`);
      }
      return found;
    };
    const url = async () => (await says(/listening on (http:\S+)[^]*Requests:\n/))[1] as string;
    return { child, output, ended, says, url };
  }

  /** Changes the group, which is in the state file a little later. */
  const change = (url: string) =>
    call({ url, apiKey: "emulator-key" }, "PATCH", GROUP_PATH, { display_name: "Changed" });
  const savedState = () => readFileSync(state, "utf8");

  test.each(["SIGINT", "SIGTERM"] as const)(
    "prints how to reach it, then one line for each request and webhook without secrets, and stops on %s",
    async (signal) => {
      const program = run("--api-key", "secret-key", "--base-path", "/v1:beta", "--settle-ms=0");
      const { child, output, ended } = program;
      const url = await program.url();
      expect(output.stdout).toContain(`pulumi config set containergroups:baseUrl ${url}\n`);
      expect(output.stdout).toContain(`CONTAINERGROUPS_BASE_URL=${url} CONTAINERGROUPS_API_KEY=secret-key`);
      const greeting = output.stdout.length;
      const body = { input: "data", webhook: "https://hooks.example/private" };
      await call({ url, apiKey: "secret-key" }, "POST", `${QUEUE_PATH}/jobs`, body);
      await program.says(/webhook .*\n/);
      child.kill(signal);
      expect(await ended).toBe(0);
      const [posted, called, ...rest] = output.stdout.slice(greeting).split("\n");
      expect(posted).toMatch(
        /^\S+  POST   201 +[\d.]+ ms  \/v1:beta\/\S+\/jobs  \{"input":"data","webhook":"\[secret\]"\}$/,
      );
      expect(called).toMatch(/^\S+  webhook of job [0-9a-f-]{36}: not called, its host is not this machine$/);
      expect([rest, output.stderr]).toEqual([[""], ""]);
    },
  );

  test("with --log json says everything in lines of JSON, and takes its objects from a seed file", async () => {
    const seed = resolve(folder, "seed.yaml");
    writeFileSync(seed, "organizations: { acme: { projects: { vision: { groups: { web: { replicas: 4 } } } } } }");
    const { child, output, ended, says } = run("--log=json", "--seed", seed, "--state", state);
    const { url } = JSON.parse((await says(/^(.*)\n/))[1] as string) as { url: string };
    expect((await call({ url, apiKey: "emulator-key" }, "PATCH", GROUP_PATH, { replicas: 501 })).status).toBe(400);
    await says(/"refusal"/);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    const lines = output.stdout.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { event: "listening", time: expect.any(String), url },
      { event: "request", method: "PATCH", status: 400, duration_ms: expect.any(Number), body: { replicas: 501 } },
    ]);
    expect(savedState()).toContain('"replicas": 4');
  });

  test.each(["dist/emulator/cli/main.js", "scripts/emulator.mjs"])(
    "%s writes the state on a Ctrl-C, which npm passes on once more, and ends",
    async (script) => {
      const program = runScript(script, "--state", state);
      await change(await program.url());
      program.child.kill("SIGINT");
      program.child.kill("SIGINT");
      // On a busy machine the second one meets a process that has written the state and all but ended, and ends that.
      expect([0, null]).toContain(await program.ended);
      expect(savedState()).toContain("Changed");
    },
  );

  test("scripts/emulator.mjs writes the state and ends on a termination of npm, which ends the shell between them alone", async () => {
    const program = runInShell("scripts/emulator.mjs", "--state", state);
    const url = await program.url();
    await change(url);
    program.child.kill("SIGTERM");
    await program.ended;
    expect(program.child.signalCode).toBe("SIGTERM");
    await expect(change(url)).rejects.toThrow("ECONNREFUSED");
    expect(savedState()).toContain("Changed");
  });

  test("writes the state and ends when nobody reads its log any more", async () => {
    const program = run("--state", state);
    const url = await program.url();
    program.child.stdout?.destroy();
    await change(url);
    expect([await program.ended, program.output.stderr]).toEqual([0, ""]);
    expect(savedState()).toContain("Changed");
  });

  // prettier-ignore
  test.each([
    ["a seed file that is not there", ["--seed", "nowhere.yaml"], /^emulator: the seed file nowhere\.yaml cannot be taken: ENOENT.*\n$/],
    ["a seed file with a group that breaks a rule", ["--seed", BAD_SEED], /^emulator: the seed file \S+ cannot be taken: group web: \/replicas must be integer\n$/],
    ["a certificate that is not there", ["--tls-cert", "c.pem", "--tls-key", "k.pem"], /^emulator: ENOENT.*c\.pem'\n$/],
    ["a certificate that is none", ["--tls-cert", BAD_SEED, "--tls-key", BAD_SEED], /^emulator: --tls-cert \S+ with --tls-key \S+ cannot be taken: .*\n$/],
    ["a state file in a folder that is not there", ["--state", "nowhere/state.json"], /^emulator: the state file nowhere\/state\.json is not written: ENOENT.*\n$/],
    ["an address that is not this machine's", ["--host", "192.0.2.1"], /^emulator: cannot start on 192\.0\.2\.1, port 0: .*\n$/],
  ])("ends with one line and exit code 1 for %s", async (_, args, message) => {
    const { output, ended } = run(...args);
    expect(await ended).toBe(1);
    expect(output).toEqual({ stdout: "", stderr: expect.stringMatching(message) });
  });

  test("ends with one line and exit code 1 for a port in use", async () => {
    const blocker = createServer();
    await new Promise<void>((listening) => blocker.listen(0, "127.0.0.1", listening));
    const { port } = blocker.address() as AddressInfo;
    const { output, ended } = run("--port", String(port));
    expect(await ended).toBe(1);
    expect(output.stderr).toBe(`emulator: port ${port} of 127.0.0.1 is in use; choose another with --port\n`);
    blocker.close();
  });

  // prettier-ignore
  test.each([
    ["--help", 0, { stdout: HELP, stderr: "" }],
    ["--version", 0, { stdout: `${version}\n`, stderr: "" }],
    ["--colour", 2, { stdout: "", stderr: "emulator: Unknown option '--colour' (see --help)\n" }],
  ])("for %s ends with exit code %d, and says so", async (flag, exitCode, expected) => {
    const { output, ended } = run(flag);
    expect(await ended).toBe(exitCode);
    expect(output).toEqual(expected);
  });
});

// npm runs no scripts in this clone: what is packed of the sources all the same says what it is.
test("the sources are no package: what runs before they are packed, and in a package of them, fails with one sentence", () => {
  const { bin, exports, scripts } = JSON.parse(
    readFileSync(resolve(ROOT, "emulator/package.json"), "utf8"),
  ) as Manifest;
  const refusal = "packaging/notBuilt.cjs";
  expect([bin["containergroups-emulator"], exports, scripts.prepack]).toEqual([
    refusal,
    `./${refusal}`,
    `node ${refusal}`,
  ]);
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(ROOT, "emulator", refusal)], {
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^This is the emulator's source, .* makes its package\.\n$/);
});

interface Manifest {
  bin: Record<string, string>;
  exports: unknown;
  scripts: Record<string, string>;
}
