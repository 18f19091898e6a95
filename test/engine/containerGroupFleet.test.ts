import { expectAbsent } from "../support/canaries";
import {
  deployed,
  expectNoStackTrace,
  expectSettled,
  expectSuccess,
  PROJECT,
  type Deployed,
} from "../support/deployed";

const NAMES = ["web", "worker", "render"];

let all: Deployed;

beforeAll(async () => {
  all = await deployed({ groups: NAMES.map((name) => ({ ...PROJECT, name })) });
});

afterAll(() => all.close());

function declare(args: string, options = "{}"): void {
  all.stack.program(`exports.observed = new cg.ContainerGroupFleet("edge", ${args}, ${options}).observed;`);
}

const sent = () =>
  Object.fromEntries(all.service.requests.map(({ path: at, body }) => [at.split("/").at(-1) ?? "", body]));

async function up() {
  all.service.clearRequests();
  const run = await all.stack.up();
  return { run, requests: sent(), operations: run.steps.map(({ operation }) => operation) };
}

const GROUPS = `{ web: {}, worker: { replicas: 5 }, render: { container: { environmentVariables: { A: "2" } } } }`;
const declaration = (image: string, groups = GROUPS) =>
  `{ defaults: { replicas: 2, container: { image: "${image}", environmentVariables: { A: "1" } }, onDestroy: { replicas: 0 } }, groups: ${groups} }`;

// The steps build on each other: they are the life of one fleet.
describe("in the life of a fleet,", () => {
  it("a preview of the first declaration shows it and sends nothing", async () => {
    declare(declaration("i:1"));
    all.service.clearRequests();
    const run = await all.stack.preview();
    expectSuccess(run);
    expect(run.output).toMatch(/worker\s*: \{\s*replicas\s*: 5/);
    expect(sent()).toEqual({});
  });

  it("the first up sends each group its declaration, and settles", async () => {
    const { run, requests } = await up();
    expectSuccess(run);
    const container = { image: "i:1", environment_variables: { A: "1" } };
    expect(requests).toEqual({
      web: { replicas: 2, container },
      worker: { replicas: 5, container },
      render: { replicas: 2, container: { ...container, environment_variables: { A: "2" } } },
    });
    expect(all.stack.outputs("edge")).toMatchObject({ observed: { worker: { replicas: 5, version: 2 } } });
    await expectSettled(all);
  });

  it("a preview names the group and the field that change, and no other", async () => {
    declare(declaration("i:1", GROUPS.replace("replicas: 5", "replicas: 6")));
    all.service.clearRequests();
    const run = await all.stack.preview();
    expect(run.output).toMatch(/~ worker: \{\s*~ replicas: 5 => 6\s*\}/);
    expect(run.output.match(/(?<=^ *~ )[a-z]+(?= *:)/gim)).toEqual(["groups", "worker", "replicas"]);
    expect(run.output).toContain("changes 1 of 3 groups: worker (replicas)");
    expect(sent()).toEqual({});
    const { requests } = await up();
    expect(requests).toEqual({ worker: { replicas: 6 } });
    await expectSettled(all);
  });

  it("a preview of a change of the defaults says how many groups it changes", async () => {
    declare(declaration("i:2", GROUPS.replace("replicas: 5", "replicas: 6")));
    const run = await all.stack.preview();
    expect(run.output).toMatch(/~ image\s*: "i:1" => "i:2"/);
    expect(run.output).toContain("changes 3 of 3 groups: render (container.image), w");
  });

  it("a failure of one group keeps the others, prints no stack trace and no secret, and the next up sends what is missing", async () => {
    const secret = `worker: { replicas: 6, container: { registryAuthentication: { basic: { username: "u", password: "canary-one" } } }, displayName: pulumi.secret("canary two") }`;
    declare(declaration("i:2", GROUPS.replace("worker: { replicas: 5 }", secret)));
    expectSuccess((await up()).run);
    // The prior state of the group is kept beside the outputs then, with the secrets in it.
    all.service.fault({
      kind: "status",
      status: 422,
      body: { title: "No capacity" },
      match: { path: "/containers/worker" },
    });
    declare(declaration("i:3", GROUPS.replace("worker: { replicas: 5 }", secret)));
    const { run } = await up();
    expect(run.code).not.toBe(0);
    expect(run.output).toContain("2 of 3 groups done; the next `pulumi up` sends what is missing.");
    expect(run.output).toMatch(/update container group acme\/vision\/worker: 422 Unprocessable.*: No capacity/);
    expectNoStackTrace(run.output);
    expect(all.stack.outputs("edge")).toHaveProperty("__prior");
    for (const canary of ["canary-one", "canary two"]) {
      expectAbsent(run.output + all.stack.stored(), canary);
    }
    const again = await up();
    expectSuccess(again.run);
    expect(again.requests).toEqual({ worker: { container: { image: "i:3" } } });
    expect(all.stack.outputs("edge")).not.toHaveProperty("__prior");
    await expectSettled(all);
  });

  it("a removed group is sent its onDestroy patch, and an added one is adopted", async () => {
    all.service.putGroup({ ...PROJECT, name: "added" });
    declare(declaration("i:3", `{ web: {}, render: { container: { environmentVariables: { A: "2" } } }, added: {} }`));
    const { run, requests } = await up();
    expectSuccess(run);
    expect(requests).toEqual({
      worker: { replicas: 0 },
      added: { replicas: 2, container: { image: "i:3", environment_variables: { A: "1" } } },
    });
    await expectSettled(all);
  });

  it("ignoreChanges by path leaves one group alone", async () => {
    declare(declaration("i:3", `{ web: { replicas: 9 }, render: {}, added: {} }`), `{ ignoreChanges: ["groups.web"] }`);
    const { requests } = await up();
    expect(requests).toEqual({ render: { container: { environment_variables: { A: "1" } } } });
    await expectSettled(all);
  });

  it("a mistake is named with its group and field at the preview", async () => {
    declare(declaration("i:3", `{ web: { replcas: 1 }, render: { replicas: 501 } }`));
    const run = await all.stack.preview();
    expect(run.code).not.toBe(0);
    expect(run.output).toContain("groups.web.replcas: no such argument; did you mean groups.web.replicas?");
    expect(run.output).toMatch(/groups\.render\.replicas: must be an integer.*, got 501/);
  });

  it("a destroy sends the onDestroy patch of each group", async () => {
    all.service.clearRequests();
    expectSuccess(await all.stack.destroy());
    expect(sent()).toEqual({ web: { replicas: 0 }, render: { replicas: 0 }, added: { replicas: 0 } });
  });
});

/** What the program's process and the provider's may each use for objects, in MB: beyond it a process ends. */
const HEAP = 768;

describe("a fleet of ten thousand groups", () => {
  it(`is adopted, changed in one group, and previewed without a request, in ${HEAP} MB a process`, async () => {
    const COUNT = 10_000;
    const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP}` };
    const name = (index: number) => `group-${index}`;
    for (let index = 0; index < COUNT; index++) {
      all.service.putGroup({ ...PROJECT, name: name(index) });
    }
    const fleet = (replicas: number) => `
      const groups = {};
      for (let i = 0; i < ${COUNT}; i++) groups["group-" + i] = { replicas: i === 4711 ? ${replicas} : i % 7, container: { image: "i:" + i } };
      exports.count = new cg.ContainerGroupFleet("all", { defaults: { displayName: "All" }, groups }).observed.apply((o) => Object.keys(o).length);`;
    all.stack.program(fleet(1));
    all.service.clearRequests();
    expectSuccess(await all.stack.up([], env));
    expect(all.service.requestCount).toBe(COUNT);
    expect(all.service.stored("acme", "vision", name(9_999))).toMatchObject({
      replicas: 9_999 % 7,
      display_name: "All",
      container: { image: "i:9999" },
    });
    // What the state has of each group beside its arguments, which stand in the inputs and in the outputs.
    const { observed, groups } = all.stack.outputs("all") as { observed: object; groups: object };
    expect(Object.keys(groups)).toHaveLength(COUNT);
    expect(JSON.stringify(observed).length / COUNT).toBeLessThan(130);
    const stateBytes = JSON.stringify(JSON.parse(all.stack.export())).length;
    const known = 2 * JSON.stringify(groups).length + JSON.stringify(observed).length;
    expect(stateBytes - known).toBeLessThan(10_000);

    all.stack.program(fleet(8));
    all.service.clearRequests();
    expectSuccess(await all.stack.up([], env));
    expect(sent()).toEqual({ [name(4711)]: { replicas: 8 } });
    all.service.clearRequests();
    expectSuccess(await all.stack.preview([], env));
    expect(sent()).toEqual({});
  });
});
