import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { readCommandLine, UsageError } from "../../../emulator/cli/commandLine";
import { HELP } from "../../../emulator/cli/flags";
import { version } from "../../../emulator/version";
import { ROOT } from "../../support/dynamicProvider";
import { until } from "../../support/until";
import { call, closeAll, GROUP_PATH, QUEUE_PATH, start } from "./client";

/** A seed of a shape that is right, with a value that is not. */
const BAD_SEED = resolve(__dirname, "badSeed.yaml");

describe("the command line", () => {
  test("has defaults, and takes a list of groups, and switches", () => {
    expect(readCommandLine([])).toMatchObject({
      port: 0,
      apiKey: "emulator-key",
      objects: { groups: ["web", "worker"] },
    });
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
    [["extra"], /^Unexpected argument 'extra'$/],
    [["--port", "70000"], /^--port: "70000" must be an integer from 0 to 65535$/],
    [["--seed", ""], /^--seed must not be empty$/],
    [["--groups", "Web"], /--groups: "Web" is not a resource name/],
    [["--base-path", "/__admin"], /--base-path: the base path \/__admin is the emulator's own/],
    [["--seed", "s.yaml", "--jobs", "5"], /^--seed contradicts --jobs: the seed file alone says what exists; leave out one or the other$/],
    [["--tls-cert", "c.pem"], /--tls-cert and --tls-key go together/],
    [["--retry-after"], /--retry-after goes with --rate-limit/],
    ...["0/min", "240", "9999999999/h", "240/toString"].map((rate): [string[], RegExp] => [
      [`--rate-limit=${rate}`],
      new RegExp(`^--rate-limit: "${rate}" must be like 240/min, 10/s or 1000/h, with 1 to 999999999 requests;`),
    ]),
    [["--latency", "fast"], /^--latency: "fast" must be like 50 or 50-200$/],
    [["--latency", "20-10"], /^--latency: a latency must be .* the least first, and not 20-10$/],
    [["--api-key-header", "a b"], /^--api-key-header: "a b" is not the name of a header$/],
    [["--log", "xml"], /^--log: "xml" must be one of text, json, off$/],
    [["--fail", "503,constructor=1"], /--fail: "constructor" is none of times, after, /],
  ])("%j is refused in one line", (args, message) => {
    expect(() => readCommandLine(args)).toThrow(UsageError);
    expect(() => readCommandLine(args)).toThrow(message);
    expect(() => readCommandLine(args)).toThrow(/^.*$/);
  });
});

describe("the program", () => {
  const children: ChildProcess[] = [];
  let folder: string;
  let state: string;
  beforeEach(() => {
    folder = mkdtempSync(resolve(tmpdir(), "main-"));
    state = resolve(folder, "state.json");
  });
  afterEach(closeAll);
  afterEach(() => {
    children.splice(0).forEach((child) => child.kill("SIGKILL"));
    rmSync(folder, { recursive: true });
  });

  /** The program: what it prints, and when it has ended. */
  function run(...args: string[]) {
    const child = spawn(process.execPath, [resolve(ROOT, "dist/emulator/cli/main.js"), ...args]);
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

  test("prints how to reach it, then one line for each request and webhook without secrets, and stops on Ctrl-C", async () => {
    const program = run("--api-key", "secret-key", "--base-path", "/v1:beta", "--settle-ms=0");
    const { child, output, ended } = program;
    const url = await program.url();
    expect(output.stdout).toContain(`pulumi config set containergroups:baseUrl ${url}\n`);
    expect(output.stdout).toContain(`CONTAINERGROUPS_BASE_URL=${url} CONTAINERGROUPS_API_KEY=secret-key`);
    const greeting = output.stdout.length;
    const body = { input: "data", webhook: "https://hooks.example/private" };
    await call({ url, apiKey: "secret-key" }, "POST", `${QUEUE_PATH}/jobs`, body);
    await program.says(/webhook .*\n/);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    const [posted, called, ...rest] = output.stdout.slice(greeting).split("\n");
    expect(posted).toMatch(
      /^\S+  POST   201 +[\d.]+ ms  \/v1:beta\/\S+\/jobs  \{"input":"data","webhook":"\[secret\]"\}$/,
    );
    expect(called).toMatch(/^\S+  webhook of job [0-9a-f-]{36}: not called, its host is not this machine$/);
    expect([rest, output.stderr]).toEqual([[""], ""]);
  });

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

  test("writes the state on a Ctrl-C, which npm passes on once more, and ends", async () => {
    const program = run("--state", state);
    await change(await program.url());
    program.child.kill("SIGINT");
    program.child.kill("SIGINT");
    // On a busy machine the second one meets a process that has written the state and all but ended, and ends that.
    expect([0, null]).toContain(await program.ended);
    expect(savedState()).toContain("Changed");
  });

  test("writes the state and ends when nobody reads its log any more", async () => {
    const program = run("--state", state);
    const url = await program.url();
    program.child.stdout.destroy();
    await change(url);
    expect([await program.ended, program.output.stderr]).toEqual([0, ""]);
    expect(savedState()).toContain("Changed");
  });

  // prettier-ignore
  test.each([
    ["a seed file with a group that breaks a rule", ["--seed", BAD_SEED], /^emulator: the seed file \S+ cannot be taken: group web: \/replicas must be integer\n$/],
    ["a certificate that is none", ["--tls-cert", BAD_SEED, "--tls-key", BAD_SEED], /^emulator: --tls-cert \S+ with --tls-key \S+ cannot be taken: .*\n$/],
    ["a state file in a folder that is not there", ["--state", "nowhere/state.json"], /^emulator: the state file nowhere\/state\.json is not written: ENOENT.*\n$/],
    ["an address that is not this machine's", ["--host", "192.0.2.1"], /^emulator: cannot start on 192\.0\.2\.1, port 0: .*\n$/],
  ])("ends with one line and exit code 1 for %s", async (_, args, message) => {
    const { output, ended } = run(...args);
    expect(await ended).toBe(1);
    expect(output).toEqual({ stdout: "", stderr: expect.stringMatching(message) });
  });

  test("ends with one line and exit code 1 for a port in use", async () => {
    const other = await start();
    const { port } = new URL(other.url);
    const { output, ended } = run("--port", port);
    expect(await ended).toBe(1);
    expect(output.stderr).toBe(`emulator: port ${port} of 127.0.0.1 is in use; choose another with --port\n`);
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
