import {
  deployed,
  expectNoStackTrace,
  expectSettled,
  expectSuccess,
  PROJECT,
  sent,
  type Deployed,
} from "../support/deployed";

jest.setTimeout(300_000);

let all: Deployed;

beforeAll(async () => {
  all = await deployed({ groups: ["web", "other"].map((name) => ({ ...PROJECT, name })) });
});

afterAll(() => all.close());

/** A program with one group. */
function declare(args: string, options = "{}"): void {
  all.stack.program(`exports.observed = new cg.ContainerGroup("web", ${args}, ${options}).observed;`);
}

/** What the service holds of the group. */
const document = () =>
  all.service.stored(PROJECT.organizationName, PROJECT.projectName, "web") as { container: object };

/** Somebody else changes what the service holds. */
function changedByOthers({ container, ...fields }: { container?: object; [field: string]: unknown }): void {
  const held = document();
  all.service.putGroup({ ...held, ...fields, container: { ...held.container, ...container }, ...PROJECT, name: "web" });
}

async function upTo(args: string, options?: string) {
  declare(args, options);
  all.service.clearRequests();
  const run = await all.stack.up();
  expectSuccess(run);
  const requests = sent(all.service);
  return { run, requests, operations: run.steps.map(({ operation }) => operation) };
}

// The steps build on each other: they are the life of one resource.
describe("in the life of a container group,", () => {
  it("a preview of the first declaration shows it and sends nothing", async () => {
    declare(
      `{ replicas: 3, displayName: "Web", container: { image: "i:1", environmentVariables: { A: "1", B: "2" } } }`,
    );
    const run = await all.stack.preview();
    expectSuccess(run);
    expect(run.output).toMatch(/replicas\s*: 3/);
    expect(sent(all.service)).toEqual([]);
  });

  it("the first up sends the declaration in one PATCH", async () => {
    const { requests } = await upTo(
      `{ replicas: 3, displayName: "Web", container: { image: "i:1", environmentVariables: { A: "1", B: "2" } } }`,
    );
    expect(requests).toEqual([
      {
        method: "PATCH",
        body: {
          replicas: 3,
          display_name: "Web",
          container: { image: "i:1", environment_variables: { A: "1", B: "2" } },
        },
      },
    ]);
    expect(all.stack.outputs("web")).toMatchObject({
      replicas: 3,
      observed: { replicas: 3, displayName: "Web", version: 2 },
    });
    await expectSettled(all);
  });

  it("a changed field costs one PATCH with that change, and its neighbours stay as others have set them", async () => {
    changedByOthers({
      country_codes: ["fr"],
      liveness_probe: { tcp: { port: 7 } },
      networking: { port: 7 },
      container: {
        command: ["theirs"],
        environment_variables: { A: "1", B: "2", THEIRS: "7" },
        logging: { tcp: { host: "theirs", port: 7 } },
      },
    });
    const before = document();
    const { requests, operations } = await upTo(
      `{ replicas: 3, displayName: "Web", container: { image: "i:1", environmentVariables: { A: "1", B: "3" } } }`,
    );
    expect(operations).toEqual(["update"]);
    expect(requests).toEqual([{ method: "PATCH", body: { container: { environment_variables: { B: "3" } } } }]);
    expect(document()).toEqual({
      ...before,
      container: { ...before.container, environment_variables: { A: "1", B: "3", THEIRS: "7" } },
    });
    await expectSettled(all);
  });

  it("a removed field is sent as null", async () => {
    const { requests } = await upTo(`{ replicas: 3, container: { image: "i:1", environmentVariables: { A: "1" } } }`);
    expect(requests).toEqual([
      { method: "PATCH", body: { display_name: null, container: { environment_variables: { B: null } } } },
    ]);
    expect(all.service.group("acme", "vision", "web")).toMatchObject({
      display_name: "web",
      replicas: 3,
      country_codes: ["fr"],
      container: { environment_variables: { A: "1", THEIRS: "7" } },
    });
    await expectSettled(all);
  });

  it("an explicit null is sent once, and survives in the state", async () => {
    const { requests } = await upTo(
      `{ replicas: 3, displayName: null, countryCodes: null, container: { image: "i:1", environmentVariables: { A: "1" } } }`,
    );
    expect(requests).toEqual([{ method: "PATCH", body: { display_name: null, country_codes: null } }]);
    expect(all.stack.outputs("web")).toMatchObject({ displayName: null, countryCodes: null });
    await expectSettled(all);
  });

  it("ignoreChanges leaves an autoscaler's replicas alone", async () => {
    changedByOthers({ replicas: 5 });
    const { requests } = await upTo(
      `{ replicas: 9, container: { image: "i:1", environmentVariables: { A: "1" } } }`,
      `{ ignoreChanges: ["replicas"] }`,
    );
    expect(requests).toEqual([]);
    await expectSettled(all);
    expect(document()).toMatchObject({ replicas: 5 });
  });

  it("a refresh sends nothing and changes nothing, whatever others did to declared fields and to others", async () => {
    changedByOthers({ replicas: 7, container: { image: "theirs:7", command: ["theirs", "too"] } });
    all.service.clearRequests();
    const before = JSON.stringify(all.stack.outputs("web"));
    const held = document();
    expectSuccess(await all.stack.refresh());
    expect(sent(all.service)).toEqual([]);
    expect(JSON.stringify(all.stack.outputs("web"))).toBe(before);
    await expectSettled(all);
    expect(document()).toEqual(held);
  });

  it("another name is another group: the new one is adopted, the old one forgotten", async () => {
    const before = document();
    const { requests, run } = await upTo(`{ name: "other", replicas: 2 }`);
    expect(document()).toEqual(before);
    expect(run.steps.map(({ operation }) => operation)).toContain("create-replacement");
    expect(requests).toEqual([{ method: "PATCH", body: { replicas: 2 } }]);
    expect(all.service.requests[0]?.path).toBe("/organizations/acme/projects/vision/containers/other");
    await expectSettled(all);
  });

  it("an onDestroy that is added later is kept without a request", async () => {
    expect((await upTo(`{ name: "other", replicas: 2, onDestroy: { replicas: 0 } }`)).requests).toEqual([]);
    await expectSettled(all);
  });

  it("replaceOnChanges replaces the same group, and its onDestroy patch does not come last", async () => {
    const { requests, run } = await upTo(
      `{ name: "other", replicas: 4, onDestroy: { replicas: 0 } }`,
      `{ replaceOnChanges: ["replicas"] }`,
    );
    expect(run.steps.map(({ operation }) => operation)).toContain("create-replacement");
    expect(requests).toEqual([
      { method: "PATCH", body: { replicas: 0 } },
      { method: "PATCH", body: { replicas: 4 } },
    ]);
    await expectSettled(all);
  });

  it("a destroy sends the onDestroy patch", async () => {
    all.service.clearRequests();
    expectSuccess(await all.stack.destroy());
    expect(sent(all.service)).toEqual([{ method: "PATCH", body: { replicas: 0 } }]);
    expect(all.stack.export()).not.toContain("ContainerGroup");
  });

  it("a destroy without onDestroy forgets the group, and needs no key", async () => {
    await upTo(`{ replicas: 5 }`);
    all.service.clearRequests();
    all.stack.unconfigure("containergroups:apiKey");
    expectSuccess(await all.stack.destroy());
    expect(sent(all.service)).toEqual([]);
    all.stack.configure("containergroups:apiKey", all.service.apiKey);
  });

  it("opts.import is refused with the way out", async () => {
    declare(`{ replicas: 5 }`, `{ import: "acme/vision/web" }`);
    const run = await all.stack.up();
    expect(run.code).not.toBe(0);
    expect(run.output).toMatch(/import/);
    expect(run.output).toMatch(/adopt/);
    expectNoStackTrace(run.output);
  });
});
