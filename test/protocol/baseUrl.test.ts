import { startEmulator, type Emulator } from "../../emulator";
import { Engine, PROJECT } from "../support/protocol";

let engine: Engine;
let other: Emulator;

beforeEach(async () => {
  engine = await Engine.start({}, { groups: ["web", "worker"].map((name) => ({ ...PROJECT, name })) });
  other = await startEmulator({
    groups: ["web", "worker"].map((name) => ({ ...PROJECT, name })),
    queues: [{ ...PROJECT, name: "renders" }],
  });
});

afterEach(async () => {
  await engine.stop();
  await other.close();
});

/** The stack's settings name another service from now on. */
async function moveToOther(settings: Record<string, string> = {}) {
  engine.service.clearRequests();
  await engine.host.newRun({ baseUrl: other.url, apiKey: other.apiKey, ...settings });
}

const bodies = () => other.requests.map(({ body }) => body);

describe("when the stack's base URL becomes another one", () => {
  it("a group is declared anew as a whole at the new service, as an update, and then settles", async () => {
    const args = { name: "web", replicas: 2, displayName: "Web", onDestroy: { replicas: 0 } };
    const group = await engine.create("containerGroup", args);
    await moveToOther();
    const change = await engine.change("containerGroup", group, args);
    expect(change.diff).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    await engine.host.prints(
      "acme/vision/web: the base URL has changed, so all that is declared is sent to the new one",
    );
    const moved = await change.update();
    expect(bodies()).toEqual([{ replicas: 2, display_name: "Web" }]);
    expect(engine.bodies()).toEqual([]);
    expect((await engine.change("containerGroup", moved, args)).diff.changes).toBe(false);
  });

  it("what was declared only at the old service is not unset at the new one", async () => {
    const queue = await engine.create("queue", { name: "renders", displayName: "Renders", description: "x" });
    await moveToOther();
    await (await engine.change("queue", queue, { name: "renders", description: "x" })).update();
    expect(bodies()).toEqual([{ description: "x" }]);
  });

  it("a fleet declares all its groups anew, and a group that is removed from it is not sent its onDestroy patch", async () => {
    const groups = { web: { replicas: 2, onDestroy: { replicas: 0 } }, worker: { replicas: 3 } };
    const fleet = await engine.create("containerGroupFleet", { groups });
    await moveToOther();
    const change = await engine.change("containerGroupFleet", fleet, { groups: { worker: { replicas: 3 } } });
    expect(change.diff.changes).toBe(true);
    const moved = await change.update();
    expect(bodies()).toEqual([{ replicas: 3 }]);
    expect(engine.bodies()).toEqual([]);
    const again = await engine.change("containerGroupFleet", moved, { groups: { worker: { replicas: 3 } } });
    expect(again.diff.changes).toBe(false);
  });

  it("an onDestroy patch is not sent to a service that never had the declaration", async () => {
    const group = await engine.create("containerGroup", { name: "web", replicas: 2, onDestroy: { replicas: 0 } });
    await moveToOther();
    await engine.host.delete("containerGroup", group.id, group.outs, { sameRun: true });
    expect(bodies()).toEqual([]);
    await engine.host.prints("was declared at another base URL, so onDestroy is not sent");
  });

  it("a refresh sends the new service nothing and leaves the state as it is", async () => {
    const group = await engine.create("containerGroup", { name: "web", replicas: 2 });
    await moveToOther({ refresh: "patch" });
    const { props, inputs } = await engine.host.read("containerGroup", group.id, group.outs);
    expect(props).toEqual(group.outs);
    expect(inputs).toBeUndefined();
    expect(bodies()).toEqual([]);
  });

  it("a job is not posted again", async () => {
    const args = { queueName: "renders", input: 1 };
    const job = await engine.create("queueJob", args);
    await moveToOther();
    expect((await engine.change("queueJob", job, args)).diff.changes).toBe(false);
  });
});

it("a state of a release that kept no hash of the base URL shows no change", async () => {
  const group = await engine.create("containerGroup", { name: "web", replicas: 2 });
  const { __service: hash, ...outs } = group.outs;
  expect(hash).toMatch(/^[0-9a-f]{8}$/);
  const change = await engine.change("containerGroup", { ...group, outs }, { name: "web", replicas: 2 });
  expect(change.diff.changes).toBe(false);
});
