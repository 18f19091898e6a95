import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { resolve } from "node:path";
import { request } from "undici";
import { HELP, readCommandLine, UsageError } from "../../../emulator/commandLine";

const ROOT = resolve(__dirname, "../../..");

describe("the command line", () => {
  test("with nothing given has the defaults", () => {
    expect(readCommandLine([])).toMatchObject({ port: 0, apiKey: "emulator-key", groups: ["web", "worker"] });
  });

  test("takes a list of groups, and switches", () => {
    const settings = readCommandLine(["--groups", "aa, bb", "--port=81", "--version-on-every-patch", "-h"]);
    expect(settings).toMatchObject({ port: 81, groups: ["aa", "bb"], versionOnEveryPatch: true, help: true });
  });

  test.each([
    [["--colour"], /--colour/],
    [["extra"], /extra/],
    [["--port"], /port/],
    [["--port", "70000"], /--port must be an integer from 0 to 65535/],
    [["--groups", "Web"], /--groups: "Web" is not a resource name/],
    [["--api-key", ""], /--api-key must not be empty/],
    [["--base-path", "/a b"], /--base-path: the base path "\/a b" must stand as it is in a URL/],
  ])("%j is refused in one line", (args, message) => {
    expect(() => readCommandLine(args)).toThrow(UsageError);
    expect(() => readCommandLine(args)).toThrow(message);
    expect(() => readCommandLine(args)).toThrow(/^.*$/);
  });

  test("has each flag of --help in docs/emulator.md", () => {
    const documented = readFileSync(resolve(ROOT, "docs/emulator.md"), "utf8");
    const flags = HELP.match(/--[a-z-]+/g) ?? [];
    expect(flags.length).toBeGreaterThan(10);
    expect(flags.filter((flag) => !documented.includes(`\`${flag}\``))).toEqual([]);
  });
});

describe("the program", () => {
  const children: ChildProcess[] = [];
  afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));

  function run(...args: string[]) {
    const child = spawn(process.execPath, [resolve(ROOT, "dist/emulator/main.js"), ...args]);
    children.push(child);
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (data: Buffer) => (output.stdout += data));
    child.stderr.on("data", (data: Buffer) => (output.stderr += data));
    const ended = new Promise<number | null>((resolveEnd) => child.on("close", resolveEnd));
    const says = async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = pattern.exec(output.stdout);
        if (found !== null) {
          return found;
        }
        if (child.exitCode !== null) {
          throw new Error(`ended early: ${output.stderr}`);
        }
        await new Promise((later) => setTimeout(later, 10));
      }
    };
    return { child, output, ended, says };
  }

  test.each(["SIGINT", "SIGTERM"] as const)(
    "prints how to reach it, then one line for each request and webhook without secrets, and stops on %s",
    async (signal) => {
      const { child, output, ended, says } = run("--api-key", "secret-key", "--base-path", "/v1:beta", "--settle-ms=0");
      const url = (await says(/listening on (http:\S+)/))[1] as string;
      await says(/Requests:\n/);
      expect(output.stdout).toContain(`pulumi config set containergroups:baseUrl ${url}\n`);
      expect(output.stdout).toContain(`CONTAINERGROUPS_BASE_URL=${url} CONTAINERGROUPS_API_KEY=secret-key`);
      const greeting = output.stdout.length;
      const { statusCode } = await request(`${url}/organizations/acme/projects/vision/queues/renders/jobs`, {
        method: "POST",
        headers: { "service-api-key": "secret-key", "content-type": "application/json" },
        body: '{"input":"private","webhook":"https://hooks.example/private"}',
      });
      expect(statusCode).toBe(201);
      await says(/webhook .*\n/);
      child.kill(signal);
      expect(await ended).toBe(0);
      const [posted, called, ...rest] = output.stdout.slice(greeting).split("\n");
      expect(posted).toBe("POST /v1:beta/organizations/acme/projects/vision/queues/renders/jobs 201");
      expect(called).toMatch(/^webhook of job [0-9a-f-]{36}: not called, its host is not this machine$/);
      expect([rest, output.stderr]).toEqual([[""], ""]);
    },
  );

  test("prints each flag for --help", async () => {
    const { output, ended } = run("--help");
    expect(await ended).toBe(0);
    expect(output.stdout).toBe(HELP);
  });

  test("ends with one line and exit code 2 for a wrong flag", async () => {
    const { output, ended } = run("--colour");
    expect(await ended).toBe(2);
    expect(output).toEqual({ stdout: "", stderr: expect.stringMatching(/^emulator: .*--colour.*\n$/) });
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
});
