import type { Properties } from "../support/providerHost";
import { Engine, PROJECT } from "../support/protocol";
import { until } from "../support/until";

const DECLARED = { name: "web", replicas: 2, onDestroy: { replicas: 0 } };
const DECLARED_IN_FLEET = { replicas: 2, onDestroy: { replicas: 0 } };
const NOT_SENT =
  "container group acme/vision/web is declared by another resource of the program, so onDestroy is not sent";

let engine: Engine;

beforeEach(async () => {
  engine = await Engine.start({}, { groups: ["web", "worker"].map((name) => ({ ...PROJECT, name })) });
});

afterEach(() => engine.stop());

/** A group that an earlier run adopted. */
async function adopted(args = DECLARED) {
  const group = await engine.create("containerGroup", args);
  await engine.host.newRun();
  engine.service.clearRequests();
  return group;
}

/** A fleet of an earlier run. */
async function adoptedFleet(args: Properties) {
  const fleet = await engine.create("containerGroupFleet", args);
  await engine.host.newRun();
  engine.service.clearRequests();
  return fleet;
}

describe("a group that one resource of a program takes over from another", () => {
  it("is sent the declaration of the fleet that takes it over, and no onDestroy", async () => {
    const { id, outs } = await adopted();
    await engine.create("containerGroupFleet", { groups: { web: { replicas: 5 } } });
    await engine.host.delete("containerGroup", id, outs, { sameRun: true });
    expect(engine.bodies()).toEqual([{ replicas: 5 }]);
    await engine.host.prints(NOT_SENT);
  });

  it("is sent the declaration of the resource that takes it over from a destroyed fleet, and no onDestroy", async () => {
    const fleet = await adoptedFleet({
      defaults: { onDestroy: { replicas: 0 } },
      groups: { web: { replicas: 1 }, worker: { replicas: 1 } },
    });
    await engine.create("containerGroup", { name: "web", replicas: 5 });
    await engine.host.delete("containerGroupFleet", fleet.id, fleet.outs, { sameRun: true });
    expect(engine.service.requests.map(({ path, body }) => [path.split("/").at(-1), body])).toEqual([
      ["web", { replicas: 5 }],
      ["worker", { replicas: 0 }],
    ]);
    await engine.host.prints(NOT_SENT);
  });

  it("is sent the declaration of the resource of another name that takes it over, and no onDestroy", async () => {
    const { id, outs } = await adopted();
    await engine.create("containerGroup", { ...DECLARED, replicas: 5 });
    await engine.host.delete("containerGroup", id, outs, { sameRun: true });
    expect(engine.bodies()).toEqual([{ replicas: 5 }]);
  });

  it("is sent no onDestroy where the resource that declares it has nothing to change", async () => {
    const { id, outs } = await adopted();
    const change = await engine.change("containerGroup", { id, outs }, DECLARED);
    expect(change.diff.changes).toBe(false);
    await engine.host.delete("containerGroup", id, outs, { sameRun: true });
    expect(engine.bodies()).toEqual([]);
  });

  it("is sent no onDestroy by the fleet that it is removed from, though its new resource has still to be created", async () => {
    const fleet = await adoptedFleet({
      defaults: { onDestroy: { replicas: 0 } },
      groups: { web: { replicas: 1 }, worker: { replicas: 1 } },
    });
    const group = await engine.checked("containerGroup", { name: "web", replicas: 5 });
    const args = { defaults: { onDestroy: { replicas: 0 } }, groups: { worker: { replicas: 1 } } };
    const inputs = await engine.checked("containerGroupFleet", args, fleet.outs);
    await engine.host.update("containerGroupFleet", fleet.id, fleet.outs, inputs);
    await engine.host.create("containerGroup", group);
    expect(engine.bodies()).toEqual([{ replicas: 5 }]);
    await engine.host.prints(NOT_SENT);
  });

  it("is sent no onDestroy by the fleet that it is removed from where a resource not yet checked declares it", async () => {
    const fleet = await adoptedFleet({ groups: { web: { replicas: 1, onDestroy: { replicas: 0 } }, worker: {} } });
    const args = { groups: { worker: {} }, __declaredElsewhere: [{ ...PROJECT, groups: ["web"] }] };
    const inputs = await engine.checked("containerGroupFleet", args, fleet.outs);
    expect(inputs).not.toHaveProperty("__declaredElsewhere");
    await engine.host.update("containerGroupFleet", fleet.id, fleet.outs, inputs);
    await engine.create("containerGroup", { name: "web", countryCodes: ["de"] });
    expect(engine.bodies()).toEqual([{ country_codes: ["de"] }]);
    await engine.host.prints(NOT_SENT);
  });

  it("is sent onDestroy by the fleet that it is removed from where it is another profile's group that is declared", async () => {
    await engine.host.newRun({ profiles: JSON.stringify({ eu: { projectName: "render" } }) });
    const fleet = await engine.create("containerGroupFleet", {
      groups: { web: { replicas: 1, onDestroy: { replicas: 0 } } },
    });
    await engine.host.newRun();
    const args = {
      groups: {},
      __declaredElsewhere: [{ ...PROJECT, projectName: "render", profile: "eu", groups: ["web"] }],
    };
    const inputs = await engine.checked("containerGroupFleet", args, fleet.outs);
    await engine.host.update("containerGroupFleet", fleet.id, fleet.outs, inputs);
    expect(engine.bodies()).toEqual([{ replicas: 1 }, { replicas: 0 }]);
  });

  it("has the new declaration as the last word where onDestroy is sent again in the meantime", async () => {
    await engine.host.newRun({ maxRetries: "1" });
    const fleet = await adoptedFleet({ groups: { web: { replicas: 1, onDestroy: { replicas: 0 } }, worker: {} } });
    engine.service.fault({ kind: "status", status: 503, headers: { "retry-after": "1" } });
    const without = await engine.checked("containerGroupFleet", { groups: { worker: {} } }, fleet.outs);
    const forgetting = engine.host.update("containerGroupFleet", fleet.id, fleet.outs, without);
    await until(() => engine.service.requests.length > 0, "onDestroy was not sent");
    await engine.create("containerGroup", { name: "web", replicas: 5 });
    await forgetting;
    expect(engine.bodies()).toEqual([{ replicas: 0 }, { replicas: 0 }, { replicas: 5 }]);
    expect(engine.service.stored("acme", "vision", "web")).toMatchObject({ replicas: 5 });
  });
});

describe("a group whose resource is removed", () => {
  it("is sent its onDestroy where the program declares another group", async () => {
    const { id, outs } = await adopted();
    await engine.create("containerGroup", { ...DECLARED, name: "worker" });
    await engine.host.delete("containerGroup", id, outs, { sameRun: true });
    expect(engine.bodies()).toEqual([{ replicas: 2 }, { replicas: 0 }]);
  });

  it("is sent its onDestroy after a refresh of the same run, which compares it although the program does not declare it", async () => {
    const { id, outs } = await adopted();
    const fleet = await adoptedFleet({ groups: { worker: DECLARED_IN_FLEET } });
    await engine.host.diff("containerGroup", id, outs, outs);
    await engine.host.diff("containerGroupFleet", fleet.id, fleet.outs, fleet.outs);
    await engine.host.delete("containerGroup", id, outs, { sameRun: true });
    await engine.host.delete("containerGroupFleet", fleet.id, fleet.outs, { sameRun: true });
    expect(engine.bodies()).toEqual([{ replicas: 0 }, { replicas: 0 }]);
  });

  it("is sent its onDestroy where the engine deletes before it creates", async () => {
    const { id, outs } = await adopted();
    const inputs = await engine.checked("containerGroup", DECLARED, outs);
    await engine.host.delete("containerGroup", id, outs, { sameRun: true });
    await engine.host.create("containerGroup", inputs);
    expect(engine.bodies()).toEqual([{ replicas: 0 }, { replicas: 2 }]);
  });
});
