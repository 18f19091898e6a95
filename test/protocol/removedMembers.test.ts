import { Engine, failure, PROJECT } from "../support/protocol";

let engine: Engine;

beforeEach(async () => {
  engine = await Engine.start({}, { groups: ["web", "worker"].map((name) => ({ ...PROJECT, name })) });
});

afterEach(() => engine.stop());

const DECLARED = { name: "web", displayName: "Web", container: { image: "i:1", environmentVariables: { A: "1" } } };

async function updated(kind: "containerGroup" | "queue" | "containerGroupFleet", before: object, after: object) {
  const created = await engine.create(kind, before as Record<string, unknown>);
  engine.service.clearRequests();
  const change = await engine.change(kind, created, after as Record<string, unknown>);
  return { changes: change.diff.changes, resource: await change.update() };
}

describe("replicas that the program hands to an autoscaler", () => {
  it("are no longer managed: nothing is sent for them, and the preview prints that", async () => {
    const queueAutoscaler = { desiredQueueLength: 10, minReplicas: 1, maxReplicas: 5 };
    await updated("containerGroup", { name: "web", replicas: 2 }, { name: "web", queueAutoscaler });
    expect(engine.bodies()).toEqual([
      { queue_autoscaler: { desired_queue_length: 10, min_replicas: 1, max_replicas: 5 } },
    ]);
    expect(engine.service.stored("acme", "vision", "web")).toMatchObject({ replicas: 2 });
    await engine.host.prints("acme/vision/web: no longer managed, so nothing is sent for it: replicas");
  });

  it("are sent as null where the program declares null", async () => {
    await updated("containerGroup", { name: "web", replicas: 2 }, { name: "web", replicas: null });
    expect(engine.bodies()).toEqual([{ replicas: null }]);
  });
});

describe('with removedMembers: "leave"', () => {
  it("a removed field is forgotten without a request, and a later change does not unset it", async () => {
    const after = { name: "web", displayName: "Web", container: {}, removedMembers: "leave" };
    const { changes, resource } = await updated("containerGroup", DECLARED, after);
    expect(changes).toBe(true);
    expect(engine.bodies()).toEqual([]);
    await engine.host.prints("container.environmentVariables.A, container.image");
    const later = { name: "web", displayName: "Web" };
    const change = await engine.change("containerGroup", resource, later);
    await change.update();
    expect(engine.bodies()).toEqual([]);
    expect(engine.service.stored("acme", "vision", "web")).toMatchObject({ container: { image: "i:1" } });
  });

  it("a removed field that is declared again is sent with its new value", async () => {
    const left = { name: "web", displayName: "Web", removedMembers: "leave" };
    const { resource } = await updated("containerGroup", DECLARED, left);
    const change = await engine.change("containerGroup", resource, { ...left, container: { image: "i:2" } });
    await change.update();
    expect(engine.bodies()).toEqual([{ container: { image: "i:2" } }]);
  });

  it("a change of that argument alone makes no request and settles", async () => {
    const { changes, resource } = await updated("containerGroup", DECLARED, { ...DECLARED, removedMembers: "leave" });
    expect(changes).toBe(true);
    expect(engine.bodies()).toEqual([]);
    const again = await engine.change("containerGroup", resource, { ...DECLARED, removedMembers: "leave" });
    expect(again.diff.changes).toBe(false);
  });

  it("the removed description of a queue is left, where the setting says so and the argument is absent", async () => {
    await engine.host.newRun({ removedMembers: "leave" });
    await updated("queue", { name: "renders", description: "x", displayName: "Renders" }, { name: "renders" });
    expect(engine.bodies()).toEqual([]);
  });

  it("as the setting, an argument of another value overrides it", async () => {
    await engine.host.newRun({ removedMembers: "leave" });
    await updated("queue", { name: "renders", description: "x" }, { name: "renders", removedMembers: "unset" });
    expect(engine.bodies()).toEqual([{ description: null }]);
  });

  it("in a fleet's defaults, each removed field is left but in a group whose entry overrides it", async () => {
    const entry = { displayName: "Web", container: { image: "i:1" } };
    const before = { groups: { web: entry, worker: entry } };
    const after = {
      defaults: { removedMembers: "leave" },
      groups: { web: { displayName: "Web" }, worker: { displayName: "Web", removedMembers: "unset" } },
    };
    await updated("containerGroupFleet", before, after);
    expect(engine.service.requests.map(({ path, body }) => [path.split("/").at(-1), body])).toEqual([
      ["worker", { container: { image: null } }],
    ]);
    await engine.host.prints("no longer manages fields of 1 of 2 groups: web (container.image)");
  });
});

describe("a removal that the service refuses", () => {
  it("is named by its path in the program, with the ways out", async () => {
    engine.service.fault({ kind: "status", status: 400, body: { detail: "must be string" }, after: 1 });
    const error = await failure(updated("containerGroup", DECLARED, { name: "web", container: { image: "i:1" } }));
    expect(error.message).toContain("400 Bad Request: must be string");
    expect(error.message).toContain("The patch unsets container.environmentVariables.A, displayName.");
    expect(error.message).toContain('give a value, or set removedMembers: "leave"');
  });
});

describe("null in place of an object that is patched field by field", () => {
  const reason = (path: string) =>
    `${path}: must be an object, got null; to unset fields in it, give null for each of them`;

  it("is refused at the preview, in an entry of a fleet too", async () => {
    const { failures } = await engine.host.check("containerGroup", {
      name: "web",
      container: { environmentVariables: null },
      networking: null,
    });
    expect([...failures].sort()).toEqual(["container.environmentVariables", "networking"].map(reason));
    const fleet = { defaults: { networking: { port: 1 } }, groups: { web: { networking: null } } };
    expect((await engine.host.check("containerGroupFleet", fleet)).failures).toEqual([reason("groups.web.networking")]);
  });

  it("is read where an older release has left it in the state", async () => {
    const created = await engine.create("containerGroup", { name: "web", replicas: 2 });
    engine.service.clearRequests();
    const old = { ...created, outs: { ...created.outs, container: null } };
    const change = await engine.change("containerGroup", old, {
      name: "web",
      replicas: 2,
      container: { image: "i:1" },
    });
    await change.update();
    expect(engine.bodies()).toEqual([{ container: { image: "i:1" } }]);
  });
});
