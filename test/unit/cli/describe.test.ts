import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { startEmulator, type Emulator } from "../../../emulator";
import { cli, printing, project, type CliOptions, type CliRun } from "./support";
import { evaluate } from "./evaluate";

const PROJECT = { organizationName: "acme", projectName: "vision" };
const KEY = "canary-key-5b1f";

/** Nothing listens there. */
const NOWHERE = "http://127.0.0.1:9";

let service: Emulator;
let other: Emulator;
const folders: string[] = [];

const seeds = {
  groups: ["web", "worker", "edge-de"].map((name) => ({ ...PROJECT, name, replicas: 2 })),
  queues: [{ ...PROJECT, name: "renders", description: "Pages" }],
};

beforeEach(async () => {
  service = await startEmulator({ ...seeds, apiKey: KEY });
  other = await startEmulator({ ...seeds, apiKey: "the-key-of-another" });
});

afterEach(async () => {
  await service.close();
  await other.close();
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true }));
});

function projectWith(script: string) {
  const made = project(script);
  folders.push(made.folder);
  return made;
}

/** Runs in a project whose stack has these settings. */
function withStack(args: string[], settings: Record<string, string>, { env, ...options }: CliOptions = {}) {
  const { folder, PATH } = projectWith(printing(settings));
  return cli(args, { cwd: folder, env: { PATH, ...env }, ...options });
}

const describeWeb = ["describe", "acme/vision/web", "--yes"];
const all = ({ stdout, stderr }: CliRun) => stdout + stderr;
const sent = (to: Emulator) =>
  to.requests.map(({ method, path: at, body, status }) => ({ method, path: at, body, status }));

const ONE_EMPTY_PATCH = [
  { method: "PATCH", path: "/organizations/acme/projects/vision/containers/web", body: {}, status: 200 },
];

describe("what is sent", () => {
  const settings = () => ({
    env: { CONTAINERGROUPS_BASE_URL: service.url, CONTAINERGROUPS_API_KEY: KEY, NO_COLOR: "1" },
  });

  test("one empty merge patch, of which it is said before that it will be sent", async () => {
    const run = await cli(describeWeb, settings());
    expect(run.code).toBe(0);
    expect(sent(service)).toEqual(ONE_EMPTY_PATCH);
    expect(run.stderr).toContain(
      `So one empty merge patch (PATCH with the body {}) is sent to ${service.url} for each of:\n` +
        "  container group acme/vision/web\nIt changes no field",
    );
  });

  test("one for each of several, each of which is named, and each once", async () => {
    const run = await cli(["describe", "acme/vision/web", "acme/vision/worker", "acme/vision/web", "-y"], settings());
    expect(run.stderr).toContain("  container group acme/vision/web\n  container group acme/vision/worker\n");
    expect(service.requests).toHaveLength(2);
    expect(evaluate(run.stdout).map(({ type, name }) => [type, name])).toEqual([
      ["ContainerGroup", "web"],
      ["ContainerGroup", "worker"],
    ]);
  });

  test("a queue's to the queue", async () => {
    const run = await cli(["describe", "--queue", "acme/vision/renders", "--yes"], settings());
    expect(service.requests[0]?.path).toBe("/organizations/acme/projects/vision/queues/renders");
    expect(evaluate(run.stdout)).toEqual([
      {
        type: "Queue",
        name: "renders",
        args: { ...PROJECT, name: "renders", description: "Pages", displayName: "renders" },
      },
    ]);
  });

  test.each(["y\n", "Y\n", "yes\n"])("all of it after the answer %j", async (input) => {
    const run = await cli(["describe", "acme/vision/web"], { ...settings(), terminal: true, input });
    expect(run.stderr).toContain("Send it? [y/N] ");
    expect([run.code, sent(service)]).toEqual([0, ONE_EMPTY_PATCH]);
  });

  test.each(["n\n", "\n", "", "yep\n"])("nothing after the answer %j", async (input) => {
    const run = await cli(["describe", "acme/vision/web"], { ...settings(), terminal: true, input });
    expect([run.code, run.stdout, sent(service)]).toEqual([1, "", []]);
    expect(run.stderr).toMatch(/error: nothing was sent\n$/);
  });

  test("nothing where there is nobody to ask and no --yes", async () => {
    const run = await cli(["describe", "acme/vision/web"], settings());
    expect([run.code, run.stdout, sent(service)]).toEqual([2, "", []]);
    expect(run.stderr).toContain("error: there is no terminal to ask on: say --yes to send it\n");
  });

  test("nothing is printed of several where one fails, and each failure is told", async () => {
    const run = await cli(["describe", "acme/vision/web", "acme/vision/one", "acme/vision/two", "-y"], settings());
    expect([run.code, run.stdout]).toEqual([1, ""]);
    expect(run.stderr).toMatch(/^error: update container group acme\/vision\/one: 404 Not Found.*must exist/m);
    expect(run.stderr).toMatch(/^error: update container group acme\/vision\/two: 404 Not Found/m);
  });

  test("a success without a body is a failure: there is nothing to print", async () => {
    service.fault({ kind: "empty" });
    const run = await cli(describeWeb, settings());
    expect([run.code, run.stdout]).toEqual([1, ""]);
    expect(run.stderr).toContain(
      "error: container group acme/vision/web: the response does not show it: it is empty\n",
    );
  });
});

describe("names", () => {
  const run = (names: string[], flags: string[] = []) =>
    withStack(["describe", ...names, ...flags, "--yes"], { baseUrl: service.url, apiKey: KEY, ...PROJECT });

  test("what the stack says of a name can be left out, and the program says it", async () => {
    expect(evaluate((await run(["web"])).stdout)).toMatchObject([{ name: "web", args: { ...PROJECT, name: "web" } }]);
    expect(service.requests[0]?.path).toBe("/organizations/acme/projects/vision/containers/web");
  });

  test("objects of one name have resources of two", async () => {
    service.putGroup({ ...PROJECT, projectName: "audio", name: "web" });
    const { stdout } = await run(["web", "audio/web"]);
    expect(evaluate(stdout)).toMatchObject([
      { name: "acme-vision-web", args: { name: "web", projectName: "vision" } },
      { name: "acme-audio-web", args: { name: "web", projectName: "audio" } },
    ]);
  });

  test("groups of a fleet are entries of one resource, which is named as their project", async () => {
    const { stdout } = await run(["web", "worker"], ["--fleet"]);
    const [fleet, ...others] = evaluate(stdout);
    expect(others).toEqual([]);
    expect(fleet).toMatchObject({
      type: "ContainerGroupFleet",
      name: "vision",
      args: { groups: { web: {}, worker: {} } },
    });
  });

  // prettier-ignore
  test.each<[string, string[], string]>([
    ["of two projects in a fleet", ["web", "audio/web", "--fleet"], "a fleet has groups of one project, and these are of acme/vision and acme/audio"],
    ["with four parts", ["a/b/c/d"], '"a/b/c/d" is not ORGANIZATION/PROJECT/NAME, where each is a string of 2 to 63 characters that matches'],
    ["that no object has", ["acme/vision/Web"], '"acme/vision/Web" is not ORGANIZATION/PROJECT/NAME'],
  ])("names %s are a mistake of the command line", async (_, names, message) => {
    const { code, stderr } = await run(names);
    expect(code).toBe(2);
    expect(stderr).toContain(`error: ${message}`);
    expect(service.requests).toEqual([]);
  });

  test("a name that nothing completes is a mistake that says what is missing", async () => {
    const env = { CONTAINERGROUPS_BASE_URL: service.url, CONTAINERGROUPS_API_KEY: KEY };
    const { code, stderr } = await cli(["describe", "vision/web", "-y"], { env });
    expect([code, stderr]).toEqual([
      2,
      'error: no setting says where "vision/web" is: write ORGANIZATION/PROJECT/NAME\n' +
        "See pulumi-containergroups --help.\n",
    ]);
  });
});

describe("settings", () => {
  const key = ["--api-key-stdin"];

  test("a flag comes before the stack's", async () => {
    const run = await withStack(
      [...describeWeb, ...key, "--base-url", service.url],
      { baseUrl: NOWHERE, apiKey: "other" },
      { input: `${KEY}\n` },
    );
    expect([run.code, sent(service)]).toEqual([0, ONE_EMPTY_PATCH]);
  });

  test("the stack's come before the environment's", async () => {
    const env = { CONTAINERGROUPS_BASE_URL: NOWHERE, CONTAINERGROUPS_API_KEY: "other" };
    const run = await withStack(describeWeb, { baseUrl: service.url, apiKey: KEY }, { env });
    expect([run.code, sent(service)]).toEqual([0, ONE_EMPTY_PATCH]);
  });

  test("the environment's count where the stack is silent", async () => {
    const run = await withStack(describeWeb, { baseUrl: service.url }, { env: { CONTAINERGROUPS_API_KEY: KEY } });
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

  test("another header carries the key", async () => {
    const mine = await startEmulator({ ...seeds, apiKey: KEY, apiKeyHeader: "X-Key" });
    const env = { CONTAINERGROUPS_BASE_URL: mine.url, CONTAINERGROUPS_API_KEY: KEY };
    const run = await cli([...describeWeb, "--api-key-header", "X-Key"], { env });
    expect(run.code).toBe(0);
    await mine.close();
  });

  test("a key goes to no service that it is not for: not the stack's to the base URL of a flag", async () => {
    const run = await withStack([...describeWeb, "--base-url", other.url], { baseUrl: service.url, apiKey: KEY });
    expect([run.code, run.stdout, sent(other)]).toEqual([2, "", []]);
    expect(run.stderr).toContain(
      `error: --base-url: is ${other.url}, where the key of containergroups:apiKey is not sent: it is for ${service.url}; ` +
        "give the key of this service with --api-key-stdin\n",
    );
  });

  test("a key whose place names no service goes where a flag says", async () => {
    const run = await cli([...describeWeb, "--base-url", service.url], { env: { CONTAINERGROUPS_API_KEY: KEY } });
    expect([run.code, sent(service)]).toEqual([0, ONE_EMPTY_PATCH]);
  });

  test("what is missing is said with the ways to give it", async () => {
    const { code, stderr } = await cli(describeWeb);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "error: containergroups:baseUrl: is required to make a request: run `pulumi config set containergroups:baseUrl https://…` " +
        "or set the environment variable CONTAINERGROUPS_BASE_URL, or give --base-url\n",
    );
    expect(stderr).toMatch(/error: containergroups:apiKey: .*CONTAINERGROUPS_API_KEY, or give --api-key-stdin\n/);
  });

  // prettier-ignore
  test.each<[sentence: string, args: string[], code: number, message: string]>([
    ["of a flag is one of the command line", ["--max-retries", "x"], 2, '--max-retries: must be a whole number from 0 to 100, but is "x"'],
    ["of a flag that is empty is one too", ["--base-url", ""], 2, "--base-url: is empty"],
    ["in a URL shows none of it", ["--base-url", "https://u:sekrit@a.example"], 2, "--base-url: must be an http:// or https:// URL without credentials, query or fragment\n"],
    ["of a profile is told as that", ["--profile", "eu"], 1, 'containergroups:profiles: has no profile "eu"'],
  ])("a mistake %s", async (_, args, code, message) => {
    const env = { CONTAINERGROUPS_API_KEY: KEY };
    const run = await cli(["describe", "acme/vision/web", "--yes", "--base-url", service.url, ...args], { env });
    expect([run.code, run.stdout]).toEqual([code, ""]);
    expect(run.stderr).toContain(`error: ${message}`);
    expect(run.stderr).not.toContain("sekrit");
  });

  test("--api-key-stdin at a terminal is refused: what is typed would be seen", async () => {
    const run = await cli([...describeWeb, ...key, "--base-url", service.url], { terminal: true, input: `${KEY}\n` });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("--api-key-stdin reads the key from standard input, which is a terminal");
  });

  test("an empty key from standard input is a mistake, not an absent one", async () => {
    const env = { CONTAINERGROUPS_API_KEY: KEY };
    const run = await cli([...describeWeb, ...key, "--base-url", service.url], { env, input: "\n" });
    expect([run.code, sent(service)]).toEqual([2, []]);
    expect(run.stderr).toContain("error: --api-key-stdin: is empty");
  });
});

describe("a stack that cannot be read is told with the other ways", () => {
  const error = (reason: string) =>
    `error: The settings of the stack cannot be read: ${reason}. ` +
    "Choose a stack with --stack NAME, or with --no-stack give the settings by flags and the environment.\n";

  test("a stack without a pulumi on PATH", async () => {
    const { code, stderr } = await cli([...describeWeb, "--stack", "dev"], { env: { PATH: "/nothing" } });
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
    const { folder, PATH } = projectWith(
      "echo 'error: no Pulumi.yaml project file found (searching upwards)' >&2; exit 1",
    );
    const env = { PATH, CONTAINERGROUPS_BASE_URL: service.url, CONTAINERGROUPS_API_KEY: KEY };
    expect((await cli(describeWeb, { cwd: folder, env })).code).toBe(0);
    expect((await cli([...describeWeb, "--stack", "dev"], { cwd: folder, env })).code).toBe(1);
  });
});

describe("what is printed", () => {
  test("the commands that set the secrets, without their values", async () => {
    service.putGroup({ ...PROJECT, name: "web", container: { environment_variables: { TOKEN: "sekrit-1" } } });
    const run = await withStack(describeWeb, { baseUrl: service.url, apiKey: KEY });
    expect(run.stderr).toContain(
      "Before `pulumi up`, in the folder of the program:\n  pulumi config set --secret webToken\n" +
        "If you do not have a secret, take its field out: what is not declared stays as it is.\n",
    );
    expect(run.stdout).toContain('config.requireSecret("webToken")');
    expect(all(run)).not.toContain("sekrit-1");
  });

  test("no commands where there is no secret", async () => {
    const run = await withStack(describeWeb, { baseUrl: service.url, apiKey: KEY });
    expect(run.stderr).not.toContain("Before");
  });

  test("help and the version on standard output", async () => {
    expect(await cli(["--help"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("--base-url URL") as string,
      stderr: "",
    });
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(await cli(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("a command line that cannot be followed names help, and ends with 2", async () => {
    expect(await cli(["descirbe"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: the first word must be a command: describe\nSee pulumi-containergroups --help.\n",
    });
  });
});

describe("the API key is in no output", () => {
  test.each<[sentence: string, prepare: () => void, args: string[]]>([
    ["of a success", () => undefined, []],
    [
      "where the service holds it in a plain field, in the middle of a text",
      () => {
        const environment_variables = { PROJECT: `at ${KEY}, here` };
        service.putGroup({ ...PROJECT, name: "web", container: { environment_variables, command: [`run ${KEY}`] } });
      },
      [],
    ],
    ["where it is refused", () => service.rotateKey("rotated"), []],
    [
      "where the service repeats it in an error",
      () => service.fault({ kind: "status", status: 422, body: { title: `bad: ${KEY}` } }),
      [],
    ],
    ["where another argument is wrong", () => undefined, ["--max-retries", "x"]],
    ["where the service is not there", () => undefined, ["--max-retries", "0", "--base-url", NOWHERE]],
  ])("%s", async (_, prepare, args) => {
    prepare();
    const run = await cli([...describeWeb, "--api-key-stdin", "--base-url", service.url, ...args], { input: KEY });
    expect(all(run).length).toBeGreaterThan(0);
    expect(all(run)).not.toContain(KEY);
  });
});
