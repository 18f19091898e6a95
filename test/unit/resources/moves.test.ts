import { Engine, PROJECT, type Resource } from "../../support/protocol";
import type { Kind, Properties } from "../../support/providerHost";
import { until } from "../../support/until";

const GROUP = "containerGroup";
const FLEET = "containerGroupFleet";
const TO_ZERO = { onDestroy: { replicas: 0 } };
const DECLARED = { name: "web", replicas: 2, ...TO_ZERO };
/** A fleet of these groups, each with an onDestroy of its own. */
const fleetOf = (...names: string[]) => ({
  defaults: TO_ZERO,
  groups: Object.fromEntries(names.map((name) => [name, { replicas: 1 }])),
});
const NOT_SENT =
  "container group acme/vision/web is declared by another resource of the program, so onDestroy is not sent";

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.inProcess(
    { maxRetries: "1", profiles: JSON.stringify({ eu: { projectName: "render" } }) },
    { groups: ["web", "worker"].map((name) => ({ ...PROJECT, name })) },
  );
});
beforeEach(() => engine.service.reset());
afterAll(() => engine.stop());

/** A resource of an earlier run. */
async function adopted(kind: Kind, args: Properties): Promise<Resource> {
  await engine.host.newRun();
  const resource = await engine.create(kind, args);
  await engine.host.newRun();
  engine.service.clearRequests();
  return resource;
}

/** In an update, what the program no longer declares is deleted. Gives what that prints. */
const deleted = (kind: Kind, { id, outs }: Resource) =>
  engine.host.printedBy(() => engine.host.delete(kind, id, outs, { sameRun: true }));

/** Updates a fleet without a run of its own, as the engine does beside the program's other resources. Gives what that prints. */
async function updated({ id, outs }: Resource, args: Properties): Promise<string> {
  const inputs = await engine.checked(FLEET, args, outs);
  expect(inputs).not.toHaveProperty("__declaredElsewhere");
  return engine.host.printedBy(() => engine.host.update(FLEET, id, outs, inputs));
}

describe("a group that one resource of a program takes over from another is sent no onDestroy", () => {
  // prettier-ignore
  it.each<[sentence: string, kind: Kind, args: Properties, kindAfter: Kind, after: Properties, sent: object[]]>([
    ["by the resource, where a fleet declares it", GROUP, DECLARED, FLEET, { groups: { web: { replicas: 5 } } }, [{ replicas: 5 }]],
    ["by the resource, where one of another name declares it", GROUP, DECLARED, GROUP, { ...DECLARED, replicas: 5 }, [{ replicas: 5 }]],
    ["by a fleet that is destroyed, which sends it to its other group", FLEET, fleetOf("web", "worker"), GROUP, { name: "web", replicas: 5 }, [{ replicas: 5 }, { replicas: 0 }]],
  ])("%s", async (_, kind, args, kindAfter, after, sent) => {
    const resource = await adopted(kind, args);
    await engine.create(kindAfter, after);
    expect(await deleted(kind, resource)).toContain(NOT_SENT);
    expect(engine.bodies()).toEqual(sent);
  });

  it("where the resource that declares it has nothing to change", async () => {
    const group = await adopted(GROUP, DECLARED);
    expect((await engine.change(GROUP, group, DECLARED)).diff.changes).toBe(false);
    await deleted(GROUP, group);
    expect(engine.bodies()).toEqual([]);
  });

  it("by the fleet that it is removed from, though its new resource has still to be created", async () => {
    const fleet = await adopted(FLEET, fleetOf("web", "worker"));
    const group = await engine.checked(GROUP, { name: "web", replicas: 5 });
    expect(await updated(fleet, fleetOf("worker"))).toContain(NOT_SENT);
    await engine.host.create(GROUP, group);
    expect(engine.bodies()).toEqual([{ replicas: 5 }]);
  });

  it("by the fleet that it is removed from, where a resource not yet checked declares it", async () => {
    const fleet = await adopted(FLEET, fleetOf("web", "worker"));
    const args = { ...fleetOf("worker"), __declaredElsewhere: [{ ...PROJECT, groups: ["web"] }] };
    expect(await updated(fleet, args)).toContain(NOT_SENT);
    await engine.create(GROUP, { name: "web", countryCodes: ["de"] });
    expect(engine.bodies()).toEqual([{ country_codes: ["de"] }]);
  });

  it("after its new declaration, where onDestroy is sent again in the meantime", async () => {
    const fleet = await adopted(FLEET, fleetOf("web", "worker"));
    engine.service.fault({ kind: "status", status: 503, headers: { "retry-after": "1" } });
    const forgetting = updated(fleet, fleetOf("worker"));
    await until(() => engine.service.requests.length > 0, "onDestroy was not sent");
    await engine.create(GROUP, { name: "web", replicas: 5 });
    await forgetting;
    expect(engine.bodies()).toEqual([{ replicas: 0 }, { replicas: 0 }, { replicas: 5 }]);
    expect(engine.service.stored("acme", "vision", "web")).toMatchObject({ replicas: 5 });
  });
});

describe("a group whose resource is removed is sent its onDestroy", () => {
  it("where the program declares another group", async () => {
    const group = await adopted(GROUP, DECLARED);
    await engine.create(GROUP, { ...DECLARED, name: "worker" });
    await deleted(GROUP, group);
    expect(engine.bodies()).toEqual([{ replicas: 2 }, { replicas: 0 }]);
  });

  it("where it is another profile's group that is declared", async () => {
    const fleet = await adopted(FLEET, fleetOf("web"));
    const eu = { ...PROJECT, projectName: "render", profile: "eu", groups: ["web"] };
    await updated(fleet, { groups: {}, __declaredElsewhere: [eu] });
    expect(engine.bodies()).toEqual([{ replicas: 0 }]);
  });

  it("after a refresh of the same run, which compares it although the program does not declare it", async () => {
    const group = await adopted(GROUP, DECLARED);
    const fleet = await adopted(FLEET, fleetOf("worker"));
    await engine.host.diff(GROUP, group.id, group.outs, group.outs);
    await engine.host.diff(FLEET, fleet.id, fleet.outs, fleet.outs);
    await deleted(GROUP, group);
    await deleted(FLEET, fleet);
    expect(engine.bodies()).toEqual([{ replicas: 0 }, { replicas: 0 }]);
  });

  it("where the engine deletes before it creates", async () => {
    const group = await adopted(GROUP, DECLARED);
    const inputs = await engine.checked(GROUP, DECLARED, group.outs);
    await deleted(GROUP, group);
    await engine.host.create(GROUP, inputs);
    expect(engine.bodies()).toEqual([{ replicas: 0 }, { replicas: 2 }]);
  });
});
