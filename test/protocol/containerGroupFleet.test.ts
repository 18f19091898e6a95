import type { Properties } from "../support/providerHost";
import { Engine, failure, PROJECT } from "../support/protocol";

const KIND = "containerGroupFleet";
const NAMES = ["web", "worker", "render", "thumbs"];
const path = (name: string) => `/organizations/acme/projects/vision/containers/${name}`;

let engine: Engine;

const start = async (settings: Record<string, string> = {}, names: readonly string[] = NAMES) => {
  engine = await Engine.start(settings, { groups: names.map((name) => ({ ...PROJECT, name })) });
};
afterEach(() => engine.stop());

/** The requests since the log was cleared: the body by group. */
const sent = () =>
  Object.fromEntries(engine.service.requests.map(({ path: at, body }) => [at.split("/").at(-1), body]));
const created = (args: Properties) => engine.create(KIND, args);
const groups = (replicas: number, names: readonly string[] = NAMES) =>
  Object.fromEntries(names.map((name) => [name, { replicas }]));

async function changed(fleet: { id: string; outs: Properties }, args: Properties) {
  engine.service.clearRequests();
  const { diff, update } = await engine.change(KIND, fleet, args);
  return { diff, ...(await update()) };
}

describe("a fleet adopts its groups", () => {
  it("with one patch each: the defaults, and over them the group's own entry", async () => {
    await start();
    const { id, outs } = await created({
      defaults: { replicas: 2, container: { image: "i:1", environmentVariables: { MODE: "fast", A: "1" } } },
      groups: {
        web: {},
        worker: { replicas: 5, container: { environmentVariables: { MODE: "slow" } } },
        render: { countryCodes: ["de"], replicas: null },
      },
    });
    expect(id).toBe("acme/vision");
    const container = { image: "i:1", environment_variables: { MODE: "fast", A: "1" } };
    expect(sent()).toEqual({
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
    expect(Object.keys((outs["observed"] as Record<string, object>)["web"] ?? {}).sort()).toEqual([
      "id",
      "pendingChange",
      "replicas",
      "version",
    ]);
  });

  it("with no request for a group of which nothing is declared", async () => {
    await start();
    const { outs } = await created({ groups: { web: {}, worker: { replicas: 1 } } });
    expect(sent()).toEqual({ worker: { replicas: 1 } });
    expect(outs["observed"]).toMatchObject({ web: {}, worker: { replicas: 1 } });
  });

  it("without the settings of a request where there is none to make", async () => {
    engine = await Engine.start({ apiKey: undefined });
    expect((await created({ groups: { web: {} } })).id).toBe("acme/vision");
  });

  it("and keeps less of each response where the setting observed is summary", async () => {
    await start({ observed: "summary" });
    const { outs } = await created({ groups: groups(1, ["web"]) });
    expect(Object.keys((outs["observed"] as Record<string, object>)["web"] ?? {}).sort()).toEqual([
      "id",
      "pendingChange",
      "version",
    ]);
  });
});

describe("a change of a fleet", () => {
  it("patches the groups that differ, and no other", async () => {
    await start();
    const fleet = await created({ defaults: { displayName: "Vision" }, groups: groups(1) });
    const { diff, outs } = await changed(fleet, {
      defaults: { displayName: "Vision" },
      groups: { ...groups(1), worker: { replicas: 4, countryCodes: ["fr"] } },
    });
    expect(diff).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    expect(sent()).toEqual({ worker: { replicas: 4, country_codes: ["fr"] } });
    expect(outs).toMatchObject({ observed: { web: { replicas: 1 }, worker: { replicas: 4 } } });
  });

  it("of the defaults patches each group whose entry does not override it, and prints how many", async () => {
    await start();
    const args = { groups: { ...groups(1, ["web", "worker"]), render: {}, thumbs: {} } };
    const fleet = await created({ ...args, defaults: { replicas: 2 } });
    await changed(fleet, { ...args, defaults: { replicas: 3 } });
    expect(sent()).toEqual({ render: { replicas: 3 }, thumbs: { replicas: 3 } });
    expect(await engine.host.allPrinted()).toContain(
      "fleet acme/vision changes 2 of 4 groups: render (replicas), thumbs (replicas)\n",
    );
  });

  it("that moves a field from the entries to the defaults is none", async () => {
    await start();
    const fleet = await created({ groups: groups(2) });
    const { diff } = await changed(fleet, { defaults: { replicas: 2 }, groups: groupsOf({}) });
    expect(diff.changes).toBe(false);
    expect(sent()).toEqual({});
  });

  it("that removes a field from the defaults unsets it in the groups whose entry does not declare it", async () => {
    await start();
    const entries = { web: { scheduledScalingEnabled: true }, worker: {} };
    const fleet = await created({ defaults: { scheduledScalingEnabled: true, displayName: "All" }, groups: entries });
    await changed(fleet, { groups: entries });
    expect(sent()).toEqual({
      web: { display_name: null },
      worker: { display_name: null, "scheduled-scaling-enabled": false },
    });
  });

  it("is printed by group and field, without values", async () => {
    await start();
    const fleet = await created({
      defaults: { onDestroy: { replicas: 0 } },
      groups: groups(1, ["web", "worker", "thumbs"]),
    });
    const environmentVariables = { A: "canary", B: "canary", C: "canary" };
    await changed(fleet, {
      defaults: { onDestroy: { replicas: 0 } },
      groups: { web: { replicas: 417, container: { environmentVariables } }, render: {}, thumbs: { replicas: 1 } },
    });
    expect(await engine.host.allPrinted()).toContain(
      "fleet acme/vision changes 1 of 3 groups: web (replicas, container.environmentVariables.A, " +
        "container.environmentVariables.B and 1 more)\nfleet acme/vision adopts 1 of 3 groups: render\nfleet acme/vision forgets 1 of 3 groups: worker (onDestroy)\n",
    );
    expect(await engine.host.allPrinted()).not.toMatch(/canary|417/);
  });

  it("is printed with the fleet's name in the program", async () => {
    await start();
    const fleet = await created({ groups: groups(1, ["web"]) });
    await changed(fleet, { groups: groups(2, ["web"]), __resourceName: "edge" });
    expect(await engine.host.allPrinted()).toContain("fleet edge changes 1 of 1 group: web (replicas)\n");
  });

  it("adopts an added group, and forgets a removed one", async () => {
    await start();
    const fleet = await created({ groups: groups(1, ["web", "worker"]) });
    const { diff, outs } = await changed(fleet, { groups: groups(1, ["web", "render"]) });
    expect(diff.changes).toBe(true);
    expect(sent()).toEqual({ render: { replicas: 1 } });
    expect(Object.keys(outs["observed"] as object).sort()).toEqual(["render", "web"]);
  });

  it("that only removes a group changes the state, with no request", async () => {
    await start();
    const fleet = await created({ groups: groups(1, ["web", "worker"]) });
    const { diff, outs } = await changed(fleet, { groups: groups(1, ["web"]) });
    expect(diff.changes).toBe(true);
    expect(sent()).toEqual({});
    expect(Object.keys(outs["groups"] as object)).toEqual(["web"]);
  });

  it("sends the onDestroy patch of a removed group: its own, over that of the defaults", async () => {
    await start();
    const onDestroy = { replicas: 0 };
    const fleet = await created({
      defaults: { onDestroy },
      groups: { ...groups(3), worker: { replicas: 3, onDestroy: { displayName: "Gone" } } },
    });
    await changed(fleet, { defaults: { onDestroy }, groups: groups(3, ["web", "thumbs"]) });
    expect(sent()).toEqual({ worker: { replicas: 0, display_name: "Gone" }, render: { replicas: 0 } });
  });

  it("sends nothing to a removed group whose entry overrides onDestroy with null", async () => {
    await start();
    const defaults = { onDestroy: { replicas: 0 } };
    const fleet = await created({
      defaults,
      groups: { ...groups(3), worker: { replicas: 3, onDestroy: null }, web: { replicas: 3, onDestroy: null } },
    });
    const { outs } = await changed(fleet, { defaults, groups: { ...groups(3, ["thumbs"]), web: { replicas: 3 } } });
    expect(sent()).toEqual({ render: { replicas: 0 } });
    engine.service.clearRequests();
    await engine.host.delete(KIND, fleet.id, outs);
    expect(sent()).toEqual({ thumbs: { replicas: 0 }, web: { replicas: 0 } });
  });

  it("unsets the additionalMembers of the defaults in a group whose entry overrides them with null", async () => {
    await start();
    const defaults = { additionalMembers: { networking: { load_balancer: "round_robin" } } };
    const fleet = await created({ defaults, groups: groups(3, ["web", "worker"]) });
    const web = { replicas: 3, additionalMembers: null };
    const { outs } = await changed(fleet, { defaults, groups: { ...groups(3, ["worker"]), web } });
    expect(sent()).toEqual({ web: { networking: { load_balancer: null } } });
    const again = await engine.change(
      KIND,
      { ...fleet, outs },
      { defaults, groups: { ...groups(3, ["worker"]), web } },
    );
    expect(again.diff.changes).toBe(false);
  });

  it("of onDestroy alone changes the state, with no request", async () => {
    await start();
    const fleet = await created({ defaults: { onDestroy: { replicas: 0 } }, groups: groups(1) });
    const { diff } = await changed(fleet, { defaults: { onDestroy: { replicas: 1 } }, groups: groups(1) });
    expect(diff.changes).toBe(true);
    expect(sent()).toEqual({});
  });

  it.each(["organizationName", "projectName", "profile"])("of %s replaces the fleet", async (name) => {
    await start({ profiles: JSON.stringify({ other: {} }) });
    const fleet = await created({ groups: groups(1) });
    const { diff } = await engine.change(KIND, fleet, { groups: groups(1), [name]: "other" });
    expect(diff).toEqual({ changes: true, replaces: [name], deleteBeforeReplace: false });
  });

  it("of the base URL declares all groups anew at the new one, and the preview says so", async () => {
    await start();
    const fleet = await created({ groups: groups(1) });
    await engine.host.newRun({ baseUrl: `${engine.service.url}/elsewhere` });
    expect((await engine.change(KIND, fleet, { groups: groups(1) })).diff.changes).toBe(true);
    const anew = "the base URL has changed, so all groups are declared anew at the new one";
    expect(await engine.host.allPrinted()).toContain(`fleet acme/vision: ${anew}\n`);
  });
});

describe("a refresh of a fleet", () => {
  it("gives back what the state has, with no request", async () => {
    await start();
    const { id, outs } = await created({ groups: groups(1) });
    engine.service.clearRequests();
    expect(await engine.host.read(KIND, id, outs)).toEqual({ id, props: outs, inputs: undefined });
    expect(engine.service.requests).toHaveLength(0);
  });

  it("keeps what it knows of a group where the service answers without a body", async () => {
    await start({ refresh: "patch" });
    const { outs } = await created({ groups: groups(1, ["web", "worker"]) });
    engine.service.clearRequests();
    engine.service.fault({ kind: "status", status: 204, times: Infinity, processed: true });
    expect(await engine.host.read(KIND, "acme/vision", outs)).toEqual({
      id: "acme/vision",
      props: outs,
      inputs: undefined,
    });
    expect(engine.service.requests.map(({ status }) => status)).toEqual([204, 204]);
  });

  it("sends nothing where the groups were declared at another base URL, and says so", async () => {
    await start({ refresh: "patch" });
    const { id, outs } = await created({ groups: groups(1) });
    engine.service.clearRequests();
    await engine.host.newRun({ baseUrl: `${engine.service.url}/elsewhere` });
    expect(await engine.host.read(KIND, id, outs)).toEqual({ id, props: outs, inputs: undefined });
    expect(engine.service.requests).toHaveLength(0);
    const notRefreshed = "the groups were declared at another base URL, so they are not refreshed";
    expect(await engine.host.allPrinted()).toContain(`fleet acme/vision: ${notRefreshed}\n`);
  });
});

describe("the destruction of a fleet", () => {
  it("sends nothing where no group has onDestroy", async () => {
    await start();
    const { id, outs } = await created({ groups: groups(1) });
    engine.service.clearRequests();
    await engine.host.delete(KIND, id, outs);
    expect(engine.service.requests).toHaveLength(0);
  });

  it("sends the onDestroy patch of each group that has one", async () => {
    await start();
    const entries = { ...groups(1), web: { onDestroy: { displayName: "Gone" } } };
    const { id, outs } = await created({ groups: entries });
    engine.service.clearRequests();
    await engine.host.delete(KIND, id, outs);
    expect(sent()).toEqual({ web: { display_name: "Gone" } });
    expect(await engine.host.allPrinted()).toBe("");
  });

  it.each([404, 410])("goes on past a group that does not exist (%i), and names those that failed", async (status) => {
    await start();
    const { id, outs } = await created({ defaults: { onDestroy: { replicas: 0 } }, groups: groups(1) });
    engine.service.clearRequests();
    engine.service.fault({ kind: "status", status, match: { path: path("web") } });
    engine.service.fault({ kind: "status", status: 422, match: { path: path("worker") } });
    const { message } = await failure(engine.host.delete(KIND, id, outs));
    expect(message).toContain("3 of 4 groups done; the next `pulumi destroy` sends `onDestroy` to all of them.");
    expect(message).toContain("update container group acme/vision/worker: 422");
    expect(await engine.host.allPrinted()).toContain(
      "container group acme/vision/web does not exist any more, so onDestroy was not sent",
    );
    expect(Object.keys(sent()).sort()).toEqual([...NAMES].sort());
  });
});

function groupsOf(entry: Properties): Properties {
  return Object.fromEntries(NAMES.map((name) => [name, entry]));
}
