import { testLives } from "../../support/life";
import { Engine, failure, PROJECT } from "../../support/protocol";

const KIND = "containerGroupFleet";
const NAMES = ["web", "worker", "render", "thumbs"];

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.inProcess(
    { profiles: JSON.stringify({ other: {} }) },
    { groups: NAMES.map((name) => ({ ...PROJECT, name })) },
  );
});
beforeEach(() => engine.service.reset());
afterAll(() => engine.stop());

const groups = (replicas: number, names: readonly string[] = NAMES) =>
  Object.fromEntries(names.map((name) => [name, { replicas }]));
const toZero = { onDestroy: { replicas: 0 } };

const container = { image: "i:1", environment_variables: { MODE: "fast", A: "1" } };
const observed = ["id", "pendingChange", "replicas", "version"];
const keysOf = (value: unknown) => Object.keys((value ?? {}) as object).sort();

describe("a fleet adopts its groups", () => {
  it("with one patch each: the defaults, and over them the group's own entry", async () => {
    const { id, outs } = await engine.create(KIND, {
      defaults: { replicas: 2, container: { image: "i:1", environmentVariables: { MODE: "fast", A: "1" } } },
      groups: {
        web: {},
        worker: { replicas: 5, container: { environmentVariables: { MODE: "slow" } } },
        render: { countryCodes: ["de"], replicas: null },
      },
    });
    expect(id).toBe("acme/vision");
    expect(engine.sent()).toEqual({
      web: { replicas: 2, container },
      worker: { replicas: 5, container: { image: "i:1", environment_variables: { MODE: "slow", A: "1" } } },
      render: { replicas: null, country_codes: ["de"], container },
    });
    expect(outs).toMatchObject({
      ...PROJECT,
      defaults: { replicas: 2 },
      groups: { worker: { replicas: 5 } },
      observed: { web: { replicas: 2, version: 2, pendingChange: true }, worker: { replicas: 5 } },
    });
    expect(keysOf((outs["observed"] as Record<string, object>)["web"])).toEqual(observed);
  });

  it("without the settings of a request where there is none to make", async () => {
    const keyless = await Engine.inProcess({ apiKey: undefined }, {}, engine.service);
    expect((await keyless.create(KIND, { groups: { web: {} } })).id).toBe("acme/vision");
    await keyless.host.stop();
  });

  it("and keeps less of each response where the setting observed is summary", async () => {
    await engine.host.newRun({ observed: "summary" });
    const { outs } = await engine.create(KIND, { groups: groups(1, ["web"]) });
    expect(keysOf((outs["observed"] as Record<string, object>)["web"])).toEqual(["id", "pendingChange", "version"]);
    await engine.host.newRun({ observed: "full" });
  });
});

const displayed = { displayName: "Vision" };
const balanced = { additionalMembers: { networking: { load_balancer: "round_robin" } } };

// prettier-ignore
describe("a change of a fleet", () => {
  testLives(() => engine, KIND, [
    ["patches the groups that differ, and no other",
      { args: { defaults: displayed, groups: groups(1) } },
      { args: { defaults: displayed, groups: { ...groups(1), worker: { replicas: 4, countryCodes: ["fr"] } } }, sends: { worker: { replicas: 4, country_codes: ["fr"] } }, outs: { observed: { web: { replicas: 1 }, worker: { replicas: 4 } } } }],
    ["of the defaults patches each group whose entry does not override it, and prints how many",
      { args: { defaults: { replicas: 2 }, groups: { ...groups(1, ["web", "worker"]), render: {}, thumbs: {} } } },
      { args: { defaults: { replicas: 3 }, groups: { ...groups(1, ["web", "worker"]), render: {}, thumbs: {} } }, sends: { render: { replicas: 3 }, thumbs: { replicas: 3 } }, prints: "fleet acme/vision changes 2 of 4 groups: render (replicas), thumbs (replicas)\n" }],
    ["that moves a field from the entries to the defaults is none",
      { args: { groups: groups(2, ["web", "worker"]) } },
      { args: { defaults: { replicas: 2 }, groups: { web: {}, worker: {} } }, changes: false, sends: {} }],
    ["that removes a field from the defaults unsets it in the groups whose entry does not declare it",
      { args: { defaults: { scheduledScalingEnabled: true, displayName: "All" }, groups: { web: { scheduledScalingEnabled: true }, worker: {} } } },
      { args: { groups: { web: { scheduledScalingEnabled: true }, worker: {} } }, sends: { web: { display_name: null }, worker: { display_name: null, "scheduled-scaling-enabled": false } } }],
    ["is printed with the fleet's name in the program",
      { args: { groups: groups(1, ["web"]) } },
      { args: { groups: groups(2, ["web"]), __resourceName: "edge" }, prints: "fleet edge changes 1 of 1 group: web (replicas)\n" }],
    ["adopts an added group, and forgets a removed one",
      { args: { groups: groups(1, ["web", "worker"]) } },
      { args: { groups: groups(1, ["web", "render"]) }, changes: true, sends: { render: { replicas: 1 } } }],
    ["that only removes a group changes the state, with no request",
      { args: { groups: groups(1, ["web", "worker"]) } },
      { args: { groups: groups(1, ["web"]) }, changes: true, sends: {}, settles: true }],
    ["sends the onDestroy patch of a removed group: its own, over that of the defaults",
      { args: { defaults: toZero, groups: { ...groups(3), worker: { replicas: 3, onDestroy: { displayName: "Gone" } } } } },
      { args: { defaults: toZero, groups: groups(3, ["web", "thumbs"]) }, sends: { worker: { replicas: 0, display_name: "Gone" }, render: { replicas: 0 } } }],
    ["sends nothing to a removed group whose entry overrides onDestroy with null",
      { args: { defaults: toZero, groups: { ...groups(3), worker: { replicas: 3, onDestroy: null }, web: { replicas: 3, onDestroy: null } } } },
      { args: { defaults: toZero, groups: groups(3, ["thumbs", "web"]) }, sends: { render: { replicas: 0 } } },
      { does: "destroy", sends: { thumbs: { replicas: 0 }, web: { replicas: 0 } } }],
    ["unsets the additionalMembers of the defaults in a group whose entry overrides them with null",
      { args: { defaults: balanced, groups: groups(3, ["web", "worker"]) } },
      { args: { defaults: balanced, groups: { ...groups(3, ["worker"]), web: { replicas: 3, additionalMembers: null } } }, sends: { web: { networking: { load_balancer: null } } }, settles: true }],
    ["of onDestroy alone changes the state, with no request",
      { args: { defaults: toZero, groups: groups(1) } },
      { args: { defaults: { onDestroy: { replicas: 1 } }, groups: groups(1) }, changes: true, sends: {}, settles: true }],
  ]);

  it.each(["organizationName", "projectName", "profile"])("of %s replaces the fleet", async (name) => {
    const fleet = await engine.create(KIND, { groups: groups(1) });
    const { diff } = await engine.change(KIND, fleet, { groups: groups(1), [name]: "other" });
    expect(diff).toEqual({ changes: true, replaces: [name], deleteBeforeReplace: false });
  });
});

describe("a refresh of a fleet", () => {
  it("gives back what the state has, with no request", async () => {
    const { id, outs } = await engine.create(KIND, { groups: groups(1) });
    engine.service.clearRequests();
    expect(await engine.host.read(KIND, id, outs)).toEqual({ id, props: outs, inputs: undefined });
    expect(engine.service.requests).toHaveLength(0);
  });

  it("by a patch keeps what it knows of a group after a response without a body", async () => {
    const { id, outs } = await engine.create(KIND, { groups: groups(1, ["web", "worker"]) });
    await engine.host.newRun({ refresh: "patch" });
    engine.service.clearRequests();
    engine.service.fault({ kind: "status", status: 204, times: Infinity, processed: true });
    expect(await engine.host.read(KIND, id, outs)).toEqual({ id, props: outs, inputs: undefined });
    expect(engine.service.requests.map(({ status }) => status)).toEqual([204, 204]);
  });

  it("or a change after the base URL has changed says so, and the refresh sends nothing", async () => {
    const fleet = await engine.create(KIND, { groups: groups(1) });
    const { id, outs } = fleet;
    engine.service.clearRequests();
    const { url } = engine.service;
    await engine.host.newRun({ baseUrl: `${url}/elsewhere`, refresh: "patch" });
    expect(await engine.host.read(KIND, id, outs)).toEqual({ id, props: outs, inputs: undefined });
    expect(engine.service.requests).toHaveLength(0);
    const notRefreshed = "the groups were declared at another base URL, so they are not refreshed";
    expect(await engine.host.allPrinted()).toContain(`fleet acme/vision: ${notRefreshed}\n`);
    expect((await engine.change(KIND, fleet, { groups: groups(1) })).diff.changes).toBe(true);
    const anew = "the base URL has changed, so all groups are declared anew at the new one";
    expect(await engine.host.allPrinted()).toContain(`fleet acme/vision: ${anew}\n`);
    await engine.host.newRun({ baseUrl: url, refresh: "state" });
  });
});

describe("the destruction of a fleet", () => {
  // prettier-ignore
  testLives(() => engine, KIND, [
    ["sends nothing where no group has onDestroy", { args: { groups: groups(1) } }, { does: "destroy", sends: {} }],
    ["sends the onDestroy patch of each group that has one",
      { args: { groups: { ...groups(1), web: { onDestroy: { displayName: "Gone" } } } } },
      { does: "destroy", sends: { web: { display_name: "Gone" } } }],
  ]);

  it.each([404, 410])("goes on past a group that does not exist (%i), and names those that failed", async (status) => {
    const { id, outs } = await engine.create(KIND, { defaults: toZero, groups: groups(1) });
    engine.service.clearRequests();
    engine.service.fault({ kind: "status", status, match: { path: "/containers/web" } });
    engine.service.fault({ kind: "status", status: 422, match: { path: "/containers/worker" } });
    let message = "";
    const printed = await engine.host.printedBy(async () => {
      ({ message } = await failure(engine.host.delete(KIND, id, outs)));
    });
    expect(message).toContain(
      "3 of 4 groups done; the next `pulumi up` or `pulumi destroy` sends `onDestroy` to all of them.",
    );
    expect(message).toContain("update container group acme/vision/worker: 422");
    expect(printed).toContain("container group acme/vision/web does not exist any more, so onDestroy was not sent");
    expect(keysOf(engine.sent())).toEqual([...NAMES].sort());
  });
});
