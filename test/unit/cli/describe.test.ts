import { readFileSync } from "node:fs";
import type { Emulator } from "../../../emulator";
import { evaluate } from "./evaluate";
import { all, describeWeb, KEY, NOWHERE, ONE_EMPTY_PATCH, PROJECT, sent, services, withStack } from "./services";
import { cli } from "./support";

let service: Emulator;
beforeEach(() => ({ service } = services));

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
    // There is no secret to set.
    expect(run.stderr).not.toContain("Before");
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

  test("help and the version on standard output", async () => {
    expect(await cli(["--help"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("--stack NAME") as string,
      stderr: "",
    });
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(await cli(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });
});

describe("the API key is in no output", () => {
  test.each<[sentence: string, prepare: () => void, given: Record<string, string>]>([
    [
      "where the service holds it in a plain field, in the middle of a text",
      () => {
        const environment_variables = { PROJECT: `at ${KEY}, here` };
        service.putGroup({ ...PROJECT, name: "web", container: { environment_variables, command: [`run ${KEY}`] } });
      },
      {},
    ],
    ["where it is refused", () => service.rotateKey("rotated"), {}],
    [
      "where the service repeats it in an error",
      () => service.fault({ kind: "status", status: 422, body: { title: `bad: ${KEY}` } }),
      {},
    ],
    ["where another setting is wrong", () => undefined, { maxRetries: "x" }],
    ["where the service is not there", () => undefined, { maxRetries: "0", baseUrl: NOWHERE }],
  ])("%s", async (_, prepare, given) => {
    prepare();
    const run = await withStack(describeWeb, { baseUrl: service.url, apiKey: KEY, ...given });
    expect(all(run).length).toBeGreaterThan(0);
    expect(all(run)).not.toContain(KEY);
  });
});
