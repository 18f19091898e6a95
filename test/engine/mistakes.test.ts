import { deployed, expectNoStackTrace, expectSettled, expectSuccess, sent, type Deployed } from "../support/deployed";

let all: Deployed;

beforeAll(async () => {
  all = await deployed({}, { "containergroups:maxRetries": "0" });
});

afterAll(() => all.close());

const declare = (args: string, name = "web") => all.stack.program(`new cg.ContainerGroup("${name}", ${args});`);

async function fails(command: "preview" | "up"): Promise<string> {
  all.service.clearRequests();
  const run = await all.stack[command]();
  expect(run.code).not.toBe(0);
  expectNoStackTrace(run.output);
  expect(run.output).not.toContain(all.service.apiKey);
  return run.output;
}

describe("of a mistake there is one short message, and the state stays true:", () => {
  it("a misspelled field, a wrong type and a value out of range are all named at the preview", async () => {
    declare(`{ replicsa: 3, replicas: 501, container: { image: 4, environmentVariables: { TOKEN: 5 } } }`);
    const output = await fails("preview");
    expect(output).toContain("replicsa: no such argument; did you mean replicas?");
    expect(output).toMatch(/replicas: must be an integer.*, got 501/);
    expect(output).toContain("container.image: must be a string, got 4");
    expect(output).toContain("container.environmentVariables.TOKEN: must be a string, got a number");
    expect(sent(all.service)).toEqual([]);
  });

  it("a missing key does not fail a preview, which warns of it once, and is named by an up", async () => {
    all.stack.program(["web", "worker"].map((name) => `new cg.ContainerGroup("${name}", { replicas: 3 });`).join(""));
    all.stack.unconfigure("containergroups:apiKey");
    const preview = await all.stack.preview();
    expectSuccess(preview);
    expect(preview.output.match(/warning: containergroups:apiKey: is required to make a request/g)).toHaveLength(1);
    const output = await fails("up");
    expect(output).toContain("pulumi config set --secret containergroups:apiKey");
    expect(output).toContain("CONTAINERGROUPS_API_KEY");
    all.stack.configure("containergroups:apiKey", all.service.apiKey);
  });

  it("a key in plain text is told with the command that mends it", async () => {
    declare(`{ replicas: 3 }`);
    all.stack.configure("containergroups:apiKey", all.service.apiKey, false);
    expect((await all.stack.preview()).output).toContain(
      "containergroups:apiKey is in plain text in the stack's settings: run `pulumi config set --secret containergroups:apiKey …`",
    );
    all.stack.configure("containergroups:apiKey", all.service.apiKey);
    expect((await all.stack.preview()).output).not.toContain("plain text");
  });

  it("a group that does not exist is named as one that must exist first", async () => {
    declare(`{ replicas: 3 }`, "absent");
    const output = await fails("up");
    expect(output).toContain("update container group acme/vision/absent: 404 Not Found");
    expect(output).toMatch(/must exist/);
    expect(all.stack.outputs("absent")).toEqual({});
  });

  it("a wrong key is named by its setting, and the next up with the right one sends what is missing", async () => {
    declare(`{ replicas: 3 }`);
    expectSuccess(await all.stack.up());
    all.stack.configure("containergroups:apiKey", "wrong-key");
    declare(`{ replicas: 4 }`);
    const output = await fails("up");
    expect(output).toContain("401 Unauthorized");
    expect(output).toContain("containergroups:apiKey");
    expect(output).not.toContain("wrong-key");
    expect(all.stack.outputs("web")).toMatchObject({ replicas: 3 });
    all.stack.configure("containergroups:apiKey", all.service.apiKey);
    all.service.clearRequests();
    expectSuccess(await all.stack.up());
    expect(sent(all.service)).toEqual([{ method: "PATCH", body: { replicas: 4 } }]);
    await expectSettled(all);
  });

  it("a lost response leaves the change indeterminate, and the next up sends what is declared then", async () => {
    all.service.fault({ kind: "reset-after" });
    declare(`{ replicas: 6 }`);
    const output = await fails("up");
    expect(output).toContain("may or may not have been made");
    declare(`{ replicas: 4 }`);
    all.service.clearRequests();
    expectSuccess(await all.stack.up());
    expect(sent(all.service)).toEqual([{ method: "PATCH", body: { replicas: 4 } }]);
    expect(all.stack.outputs("web")["__unconfirmed"]).toBeUndefined();
    await expectSettled(all);
  });

  it("two resources that declare one group are refused, and both are named", async () => {
    all.stack.program(
      `new cg.ContainerGroup("web", { replicas: 1 }); new cg.ContainerGroup("again", { name: "web" });`,
    );
    const output = await fails("preview");
    expect(output).toContain(
      'ContainerGroup "again" declares acme/vision/web, which ContainerGroup "web" declares already',
    );
    expect(sent(all.service)).toEqual([]);
  });

  it("a destroy whose onDestroy patch is refused has one error, and keeps the resource", async () => {
    all.stack.program(`new cg.ContainerGroup("web", { replicas: 4, onDestroy: { replicas: 0 } });`);
    expectSuccess(await all.stack.up());
    all.service.fault({ kind: "status", status: 409, body: { title: "Busy" } });
    const run = await all.stack.destroy();
    expect(run.code).not.toBe(0);
    expectNoStackTrace(run.output);
    const [, diagnostics = ""] = run.output.split("Diagnostics:");
    expect(diagnostics.match(/409 Conflict/g)).toHaveLength(1);
    expect(all.stack.outputs("web")).toMatchObject({ replicas: 4 });
  });

  // prettier-ignore
  it.each([
    ["listInferenceEndpointJobs", `cg.listInferenceEndpointJobs({ inferenceEndpointName: "absent" }).then(() => {})`],
    ["listInferenceEndpointJobsOutput", `exports.jobs = cg.listInferenceEndpointJobsOutput({ inferenceEndpointName: "absent" })`],
    ["iterateInferenceEndpointJobs", `(async () => { for await (const _ of cg.iterateInferenceEndpointJobs({ inferenceEndpointName: "absent" })); })()`],
  ])("an endpoint that does not exist is named by %s", async (_, program) => {
    all.stack.program(`${program};`);
    const output = await fails("preview");
    expect(output).toContain("list jobs of inference endpoint acme/absent");
    expect(output).toContain("404 Not Found");
  });
});
