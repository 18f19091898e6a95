import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "../../../emulator";
import { evaluate } from "./evaluate";
import { describeWeb, KEY, NOWHERE, ONE_EMPTY_PATCH, projectWith, sent, services, withStack } from "./services";
import { cli, printing } from "./support";

let service: Emulator;
beforeEach(() => ({ service } = services));

describe("settings", () => {
  test("the stack's come before the environment's", async () => {
    const env = { CONTAINERGROUPS_BASE_URL: NOWHERE, CONTAINERGROUPS_API_KEY: "other" };
    const run = await withStack(describeWeb, { baseUrl: service.url, apiKey: KEY }, { env });
    expect([run.code, sent(service)]).toEqual([0, ONE_EMPTY_PATCH]);
  });

  test("with --no-stack the stack's do not count, and pulumi is not asked", async () => {
    const { folder, PATH } = projectWith("exit 1");
    const env = { PATH, CONTAINERGROUPS_BASE_URL: service.url, CONTAINERGROUPS_API_KEY: KEY };
    const run = await cli([...describeWeb, "--no-stack"], { cwd: folder, env });
    expect([run.code, sent(service)]).toEqual([0, ONE_EMPTY_PATCH]);
    expect(() => readFileSync(path.join(folder, "calls"))).toThrow("ENOENT");
  });

  test("--stack names the stack, found from a folder inside the project too", async () => {
    const { folder, PATH } = projectWith(printing({ baseUrl: service.url, apiKey: KEY }));
    const run = await cli([...describeWeb, "--stack", "dev"], { cwd: folder, env: { PATH } });
    expect(run.code).toBe(0);
    expect(readFileSync(path.join(folder, "calls"), "utf8")).toBe(
      "config --json --show-secrets --non-interactive --color never --stack dev\n",
    );
  });

  test("a profile is laid over the stack's, and the program names it", async () => {
    const profiles = JSON.stringify({ eu: { baseUrl: service.url, apiKey: KEY } });
    const run = await withStack([...describeWeb, "--profile", "eu"], { baseUrl: NOWHERE, apiKey: "other", profiles });
    expect(sent(service)).toEqual(ONE_EMPTY_PATCH);
    expect(evaluate(run.stdout)).toMatchObject([{ args: { profile: "eu" } }]);
  });

  test("what is missing is said with the ways to give it", async () => {
    const { code, stderr } = await cli(describeWeb);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "error: containergroups:baseUrl: is required to make a request: run `pulumi config set containergroups:baseUrl https://…` " +
        "or set the environment variable CONTAINERGROUPS_BASE_URL\n",
    );
    expect(stderr).toMatch(/error: containergroups:apiKey: .*CONTAINERGROUPS_API_KEY\n/);
  });

  test("a mistake of a setting is told with its place", async () => {
    const run = await withStack(describeWeb, { baseUrl: service.url, apiKey: KEY, maxRetries: "x" });
    expect([run.code, run.stdout, sent(service)]).toEqual([1, "", []]);
    expect(run.stderr).toContain('error: containergroups:maxRetries: must be a whole number from 0 to 100, but is "x"');
  });
});

describe("a stack that cannot be read is told with the other ways", () => {
  const error = (reason: string) =>
    `error: The settings of the stack cannot be read: ${reason}. ` +
    "Choose a stack with --stack NAME, or with --no-stack give the settings by the environment.\n";

  test("a project without a pulumi on PATH", async () => {
    const cwd = path.join(projectWith("exit 1").folder, "node_modules");
    mkdirSync(cwd);
    const { code, stderr } = await cli(describeWeb, { cwd, env: { PATH: "/nothing" } });
    expect([code, stderr]).toEqual([1, error("there is no pulumi on PATH")]);
  });

  test("a pulumi that fails, in its own words", async () => {
    const { folder, PATH } = projectWith("echo 'error: no stack selected;' >&2; echo 'please choose' >&2; exit 1");
    const { code, stderr } = await cli(describeWeb, { cwd: folder, env: { PATH } });
    expect([code, stderr]).toEqual([1, error("`pulumi config` failed: no stack selected; please choose")]);
  });

  test("a pulumi that prints something else, of which nothing is repeated", async () => {
    const { folder, PATH } = projectWith("echo 'apiKey: sekrit'");
    const { code, stderr } = await cli(describeWeb, { cwd: folder, env: { PATH } });
    expect([code, stderr]).toEqual([1, error("`pulumi config --json` printed what is not JSON")]);
  });

  test("outside of a project there are no settings of a stack, and a stack that is named is a mistake", async () => {
    const { PATH } = projectWith("echo 'error: no Pulumi.yaml project file found (searching upwards)' >&2; exit 1");
    const env = { PATH, CONTAINERGROUPS_BASE_URL: service.url, CONTAINERGROUPS_API_KEY: KEY };
    expect((await cli(describeWeb, { env })).code).toBe(0);
    expect((await cli([...describeWeb, "--stack", "dev"], { env })).code).toBe(1);
  });
});
