import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { transformFileSync } from "@swc/core";
import { request } from "undici";
import { readCommandLine, UsageError } from "../../../emulator/commandLine";

describe("the command line", () => {
  test("nothing given: the defaults", () => {
    expect(readCommandLine([])).toMatchObject({ port: 0, apiKey: "emulator-key", groups: ["web", "worker"] });
  });

  test("groups are a list", () => {
    expect(readCommandLine(["--groups", "aa, bb", "--port=81"])).toMatchObject({ port: 81, groups: ["aa", "bb"] });
  });

  test.each([
    [["--colour"], /--colour/],
    [["extra"], /extra/],
    [["--port"], /port/],
    [["--port", "70000"], /--port must be an integer from 0 to 65535/],
    [["--groups", "Web"], /--groups: "Web" is no resource name/],
    [["--api-key", ""], /--api-key must not be empty/],
  ])("%j is refused in one line", (args, message) => {
    expect(() => readCommandLine(args)).toThrow(message);
    expect(() => readCommandLine(args)).toThrow(UsageError);
    try {
      readCommandLine(args);
    } catch (error) {
      expect((error as Error).message).not.toContain("\n");
    }
  });
});

describe("the program", () => {
  const root = resolve(__dirname, "../../..");
  let folder: string;
  const children: ChildProcess[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "emulator-"));
    mkdirSync(join(folder, "emulator"));
    for (const file of readdirSync(join(root, "emulator")).filter((name) => /(?<!\.d)\.ts$/.test(name))) {
      const { code } = transformFileSync(join(root, "emulator", file), {
        jsc: { parser: { syntax: "typescript" }, target: "es2022" },
        module: { type: "commonjs" },
        swcrc: false,
      });
      writeFileSync(join(folder, "emulator", file.replace(/\.ts$/, ".js")), code);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));

  function run(...args: string[]) {
    const child = spawn(process.execPath, [join(folder, "emulator", "main.js"), ...args], {
      env: { ...process.env, NODE_PATH: join(root, "node_modules") },
    });
    children.push(child);
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (data: Buffer) => (output.stdout += data));
    child.stderr.on("data", (data: Buffer) => (output.stderr += data));
    const ended = new Promise<number | null>((resolveEnd) => child.on("close", resolveEnd));
    const says = async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = pattern.exec(output.stdout);
        if (found !== null) return found;
        if (child.exitCode !== null) throw new Error(`ended early: ${output.stderr}`);
        await new Promise((later) => setTimeout(later, 10));
      }
    };
    return { child, output, ended, says };
  }

  test.each(["SIGINT", "SIGTERM"] as const)(
    "prints how to reach it, then one line for each request without secrets, and stops on %s",
    async (signal) => {
      const { child, output, ended, says } = run("--api-key", "secret-key", "--base-path", "/v1");
      const url = (await says(/listening on (http:\S+)/))[1] as string;
      await says(/Requests:\n/);
      expect(output.stdout).toContain(`pulumi config set containergroups:baseUrl ${url}\n`);
      expect(output.stdout).toContain(`CONTAINERGROUPS_BASE_URL=${url} CONTAINERGROUPS_API_KEY=secret-key`);
      const greeting = output.stdout.length;
      const { body } = await request(`${url}/organizations/acme/projects/vision/queues/renders`, {
        method: "PATCH",
        headers: { "service-api-key": "secret-key", "content-type": "application/merge-patch+json" },
        body: '{"description":"private"}',
      });
      expect(await body.json()).toMatchObject({ container_groups: [{ name: "worker" }] });
      await says(/PATCH \/v1\S+renders 200\n/);
      child.kill(signal);
      expect(await ended).toBe(0);
      expect(output.stdout.slice(greeting)).toBe("PATCH /v1/organizations/acme/projects/vision/queues/renders 200\n");
      expect(output.stderr).toBe("");
    },
  );

  test("--help prints the switches", async () => {
    const { output, ended } = run("--help");
    expect(await ended).toBe(0);
    expect(output.stdout).toContain("--settle-ms N");
  });

  test("a wrong switch: one line and exit 2", async () => {
    const { output, ended } = run("--colour");
    expect(await ended).toBe(2);
    expect(output).toEqual({ stdout: "", stderr: expect.stringMatching(/^emulator: .*--colour.*\n$/) });
  });

  test("a port in use: one line and exit 1", async () => {
    const blocker = createServer();
    await new Promise<void>((listening) => blocker.listen(0, "127.0.0.1", listening));
    const { port } = blocker.address() as { port: number };
    const { output, ended } = run("--port", String(port));
    expect(await ended).toBe(1);
    expect(output.stderr).toBe(`emulator: port ${port} of 127.0.0.1 is in use; choose another with --port\n`);
    blocker.close();
  });
});
