import { SIGNATURE_KEY, UNKNOWN_MARKERS } from "../../common/pulumiMarkers";
import { expectAbsent } from "../support/canaries";
import { deployed, expectSettled, expectSuccess, sent, type Deployed } from "../support/deployed";

let all: Deployed;

beforeEach(async () => {
  all = await deployed();
});

afterEach(() => all.close());

describe("what a response repeats of a secret", () => {
  const program = (replicas: number) => `
    const web = new cg.ContainerGroup("web", { replicas: ${replicas}, displayName: pulumi.secret("canary one"),
      container: { registryAuthentication: { basic: { username: "acme", password: "canary-password" } } } });
    const queue = new cg.Queue("renders", { displayName: "Renders", description: pulumi.secret("canary two") });
    exports.id = new cg.QueueJob("job", { queueName: "renders", input: pulumi.secret({ year: 2025, name: "canary three" }) }).id;`;
  const canaries = ["canary one", "canary two", "canary three", "canary-password"];

  /** What an export with its secrets in plain text holds of a resource as observed. */
  const observedInPlain = (name: string) => {
    const state = JSON.parse(all.stack.export(["--show-secrets"])) as {
      deployment: { resources: { urn: string; id: string; outputs: { observed: unknown } }[] };
    };
    return state.deployment.resources.find(({ urn }) => urn.endsWith(`::${name}`));
  };

  it("is kept whole and encrypted after a create, an update, a refresh and a failure, and nothing else is edited", async () => {
    // A service whose DNS names hold the registry user's name, which is a secret of four characters.
    all.service.fault({
      kind: "body",
      times: Infinity,
      match: { method: "PATCH", path: "/containers/web" },
      processed: true,
      body: (_: unknown, response: unknown) => ({
        ...(response as object),
        networking: { dns: "acme-web-17.example.com" },
        current_state: { description: "d", status: "running", last_error: "no canary one" },
      }),
    });
    all.service.fault({
      kind: "body",
      match: { method: "POST" },
      processed: true,
      body: (_: unknown, response: unknown) => ({ ...(response as object), output: { "canary three": 1, year: 2025 } }),
    });
    const expectSecret = () => {
      const written = all.stack.stored();
      for (const canary of canaries) {
        expectAbsent(written, canary);
      }
      expect(observedInPlain("web")?.outputs.observed).toMatchObject({
        displayName: { plaintext: '"canary one"' },
        networking: { dns: "acme-web-17.example.com" },
        currentState: {
          description: "d",
          additionalMembers: { status: "running", last_error: { plaintext: '"no canary one"' } },
        },
      });
      expect(observedInPlain("renders")?.outputs.observed).toMatchObject({
        description: { plaintext: '"canary two"' },
      });
      expect(observedInPlain("job")?.outputs.observed).toMatchObject({
        output: { plaintext: '{"canary three":1,"year":2025}' },
      });
      expect(observedInPlain("job")?.id).toMatch(/^acme\/vision\/renders\/[0-9a-f-]{36}$/);
    };
    all.stack.program(program(1));
    expectSuccess(await all.stack.up());
    expectSecret();
    await expectSettled(all);
    expectSecret();
    all.stack.program(program(2));
    expectSuccess(await all.stack.up());
    expectSecret();
    expectSuccess(await all.stack.refresh());
    expectSecret();
    all.stack.configure("containergroups:refresh", "patch");
    expectSuccess(await all.stack.refresh(["--run-program"]));
    expectSecret();
    all.service.clearFaults();
    all.service.fault({ kind: "reset-after", match: { path: "/containers/web" }, times: 9 });
    all.stack.configure("containergroups:maxRetries", "0");
    all.stack.program(program(3));
    all.service.clearRequests();
    const failed = await all.stack.up();
    expect(failed.code).not.toBe(0);
    expect(failed.output).toContain("may or may not have been made");
    expect(failed.steps.filter(({ operation }) => operation !== "same")).toMatchObject([
      { operation: "update", name: "web" },
    ]);
    expect(all.service.requests).toMatchObject([{ method: "PATCH", body: { replicas: 3 }, fault: "reset-after" }]);
    for (const canary of canaries) {
      expectAbsent(failed.output, canary);
    }
    expectSecret();
    all.service.clearFaults();
    expectSuccess(await all.stack.up());
    await expectSettled(all);
  });
});

describe("a response with strings that Pulumi reserves", () => {
  it("is kept without them, with a warning, and nothing is sent twice", async () => {
    const [marker = ""] = UNKNOWN_MARKERS;
    const output = {
      [SIGNATURE_KEY]: "1b47061264138c4ac30d75fd1eb44270",
      value: 1,
      all: [...UNKNOWN_MARKERS, "\ud800"],
    };
    all.service.fault({
      kind: "body",
      match: { method: "POST" },
      processed: true,
      body: (_: unknown, response: unknown) => ({ ...(response as object), output }),
    });
    all.service.fault({
      kind: "body",
      match: { path: "/containers/web" },
      processed: true,
      body: (_: unknown, response: unknown) => ({
        ...(response as object),
        display_name: marker,
        networking: { dns: "half \ud83d of a pair" },
      }),
    });
    all.stack.program(`
      exports.web = new cg.ContainerGroup("web", { replicas: 2 }).observed;
      exports.job = new cg.QueueJob("job", { queueName: "renders", input: 1 }).observed;`);
    const run = await all.stack.up();
    expectSuccess(run);
    expect(run.output).toContain("container group acme/vision/web: the response holds text that Pulumi cannot carry");
    expect(run.output).toContain("job in queue acme/vision/renders: the response holds text that Pulumi cannot carry");
    expect(sent(all.service)).toHaveLength(2);
    expect(all.stack.outputs("web")["observed"]).toMatchObject({ networking: { dns: "half \ufffd of a pair" } });
    expect(all.stack.outputs("job")["observed"]).toMatchObject({
      output: { value: 1, all: [...Array.from(UNKNOWN_MARKERS, () => null), "\ufffd"] },
    });
    await expectSettled(all);
  });
});
