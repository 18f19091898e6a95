import { deployed, expectSettled, expectSuccess, PROJECT, sent, type Deployed } from "../support/deployed";

let all: Deployed;

beforeAll(async () => {
  all = await deployed({ groups: ["web", "worker"].map((name) => ({ ...PROJECT, name })) });
});

afterAll(() => all.close());

async function up(program: string, args: string[] = []) {
  all.stack.program(program);
  all.service.clearRequests();
  const run = await all.stack.up(args);
  expectSuccess(run);
  return run;
}

const group = (name: string, replicas: number, options = "{}") =>
  `new cg.ContainerGroup("${name}", { name: "web", replicas: ${replicas}, onDestroy: { replicas: 0 } }, ${options});`;
const fleet = (groups: string) =>
  `new cg.ContainerGroupFleet("edge", { defaults: { onDestroy: { replicas: 0 } }, groups: ${groups} });`;

// The steps build on each other: one group goes from resource to resource.
describe("a group with onDestroy that a program moves between its resources", () => {
  it("is adopted", async () => {
    await up(group("first", 2));
    expect(sent(all.service)).toEqual([{ method: "PATCH", body: { replicas: 2 } }]);
  });

  it("has the declaration of a resource of another name as the last word", async () => {
    const run = await up(group("second", 3));
    expect(sent(all.service)).toEqual([{ method: "PATCH", body: { replicas: 3 } }]);
    expect(run.steps.map(({ operation, name }) => `${operation} ${name}`)).toEqual(["create second", "delete first"]);
    expect(run.output).toContain("is declared by another resource of the program, so onDestroy is not sent");
    await expectSettled(all);
  });

  it("has the declaration of a fleet as the last word", async () => {
    await up(fleet("{ web: { replicas: 4 }, worker: { replicas: 1 } }"));
    expect(all.service.stored("acme", "vision", "web")).toMatchObject({ replicas: 4 });
    expect(sent(all.service)).not.toContainEqual({ method: "PATCH", body: { replicas: 0 } });
    await expectSettled(all);
  });

  it("has the declaration of a group as the last word when it is removed from the fleet", async () => {
    await up(fleet("{ worker: { replicas: 1 } }") + group("third", 5));
    expect(all.service.stored("acme", "vision", "web")).toMatchObject({ replicas: 5 });
    await expectSettled(all);
  });

  it("is sent no onDestroy when it moves from the fleet to a resource that depends on the fleet", async () => {
    await up(fleet("{ web: { replicas: 4 }, worker: { replicas: 1 } }"));
    const third = 'new cg.ContainerGroup("third", { name: "web", countryCodes: ["de"] }, { dependsOn: fleet });';
    await up(`const fleet = ${fleet("{ worker: { replicas: 1 } }")} ${third}`);
    expect(sent(all.service)).toEqual([{ method: "PATCH", body: { country_codes: ["de"] } }]);
    expect(all.service.stored("acme", "vision", "web")).toMatchObject({ replicas: 4 });
    await expectSettled(all);
  });

  it("has its declaration as the last word when it moves from one fleet to another that depends on the first", async () => {
    const two = (first: string, second: string) =>
      `const fleet = ${fleet(first)} new cg.ContainerGroupFleet("other", { groups: ${second} }, { dependsOn: fleet });`;
    await up(two("{ web: { replicas: 4 }, worker: { replicas: 1 } }", "{}"));
    const run = await up(two("{ worker: { replicas: 1 } }", "{ web: { countryCodes: ['de'] } }"));
    expect(sent(all.service)).toEqual([{ method: "PATCH", body: { country_codes: ["de"] } }]);
    expect(run.output).toContain("fleet edge forgets 1 of 2 groups: web");
    expect(run.output).toContain("fleet other adopts 1 of 1 group: web");
    await up(fleet("{ worker: { replicas: 1 } }") + group("third", 5));
  });

  it("has its declaration as the last word after `up --replace`", async () => {
    const urn = "urn:pulumi:test::tested::pulumi-nodejs:dynamic/containergroups:ContainerGroup::third";
    await up(fleet("{ worker: { replicas: 1 } }") + group("third", 5), ["--replace", urn]);
    expect(sent(all.service)).toEqual([{ method: "PATCH", body: { replicas: 5 } }]);
    await expectSettled(all);
  });

  it("is sent onDestroy before its declaration under deleteBeforeReplace", async () => {
    const urn = "urn:pulumi:test::tested::pulumi-nodejs:dynamic/containergroups:ContainerGroup::third";
    const program = fleet("{ worker: { replicas: 1 } }") + group("third", 5, "{ deleteBeforeReplace: true }");
    await up(program);
    await up(program, ["--replace", urn]);
    expect(sent(all.service).map(({ body }) => body)).toEqual([{ replicas: 0 }, { replicas: 5 }]);
    await expectSettled(all);
  });

  it("is sent its onDestroy when the program declares it no longer, and by destroy --run-program", async () => {
    await up(fleet("{ worker: { replicas: 1 } }"));
    expect(sent(all.service)).toEqual([{ method: "PATCH", body: { replicas: 0 } }]);
    all.service.clearRequests();
    expectSuccess(await all.stack.destroy(["--run-program"]));
    expect(sent(all.service)).toEqual([{ method: "PATCH", body: { replicas: 0 } }]);
  });
});

it("a group whose replacement could not be forgotten, and that the program goes back to, is sent no onDestroy", async () => {
  const named = (name: string) =>
    `new cg.ContainerGroup("back", { name: "${name}", replicas: 6, onDestroy: { replicas: 0 } });`;
  await up(named("web"));
  all.service.fault({ kind: "status", status: 403, match: { path: "/containers/web" } });
  all.stack.program(named("worker"));
  expect((await all.stack.up()).code).not.toBe(0);
  const run = await up(named("web"));
  expect(run.output).toContain("container group acme/vision/web is declared by another resource");
  expect(all.service.stored("acme", "vision", "web")).toMatchObject({ replicas: 6 });
  expect(all.service.stored("acme", "vision", "worker")).toMatchObject({ replicas: 0 });
  await expectSettled(all);
});
