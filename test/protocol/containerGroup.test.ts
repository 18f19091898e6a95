import { startEmulator, type Emulator } from "../../emulator";
import { DynamicProvider, HostError, type Properties } from "../support/dynamicProvider";

const PLACE = { organizationName: "acme", projectName: "vision" };
const ID = "acme/vision/web";

let service: Emulator;
let host: DynamicProvider;

beforeEach(async () => {
  service = await startEmulator({ groups: [{ ...PLACE, name: "web" }] });
  host = await DynamicProvider.start({
    "containergroups:baseUrl": service.url,
    "containergroups:apiKey": service.apiKey,
    "containergroups:organizationName": "acme",
    "containergroups:projectName": "vision",
    "containergroups:requestTimeoutSeconds": "2",
    "containergroups:maxRetries": "0",
  });
});

afterEach(async () => {
  await host.stop();
  await service.close();
});

const bodies = () => service.requests.map(({ body }) => body);

/** Check, then create: what the engine does with a resource that is new. */
async function create(args: Properties) {
  const { inputs, failures } = await host.check("containerGroup", { name: "web", ...args });
  expect(failures).toEqual([]);
  return host.create("containerGroup", inputs);
}

/** Check, diff and update: what the engine does with a resource that it knows. */
async function change(olds: Properties, args: Properties) {
  const { inputs, failures } = await host.check("containerGroup", { name: "web", ...args }, olds);
  expect(failures).toEqual([]);
  const diff = await host.diff("containerGroup", ID, olds, inputs);
  return { diff, inputs, update: () => host.update("containerGroup", ID, olds, inputs) };
}

const AUTOSCALER = { desiredQueueLength: 10, minReplicas: 1, maxReplicas: 5 };

describe("replicas that are taken out of the program", () => {
  it("are forgotten without a request, and the service keeps their count", async () => {
    const { outs } = await create({ replicas: 2, displayName: "Web" });
    const { diff, update } = await change(outs, {
      displayName: "Web",
      queueAutoscaler: AUTOSCALER,
    });
    expect(diff.changes).toBe(true);
    const next = await update();
    expect(bodies().slice(1)).toEqual([
      { queue_autoscaler: { desired_queue_length: 10, min_replicas: 1, max_replicas: 5 } },
    ]);
    expect(next).not.toHaveProperty("replicas");
    expect(next).toMatchObject({ observed: { replicas: 2 } });
  });

  it("are a change of the state alone where nothing else changes", async () => {
    const { outs } = await create({ replicas: 2, displayName: "Web" });
    const { diff, update } = await change(outs, { displayName: "Web" });
    expect(diff.changes).toBe(true);
    const next = await update();
    expect(bodies()).toHaveLength(1);
    expect((await change(next, { displayName: "Web" })).diff.changes).toBe(false);
  });
});

describe("creating a container group adopts it", () => {
  it("sends the declared members in one patch, and keeps them with what the service answers", async () => {
    const { id, outs } = await create({
      replicas: 3,
      container: { image: "i:1", environmentVariables: { MODE: "fast" } },
    });
    expect(id).toBe(ID);
    expect(bodies()).toEqual([{ replicas: 3, container: { image: "i:1", environment_variables: { MODE: "fast" } } }]);
    expect(outs).toMatchObject({ ...PLACE, name: "web", replicas: 3, observed: { replicas: 3, pendingChange: true } });
  });

  it("sends nothing when nothing is declared", async () => {
    await create({});
    expect(service.requests).toHaveLength(0);
  });

  it("keeps no environment value, credential or probe header that the service answers", async () => {
    service.putGroup({ ...PLACE, name: "web", container: { environment_variables: { OTHER: "not-mine" } } });
    const { outs } = await create({ replicas: 1 });
    expect(JSON.stringify(outs)).not.toContain("not-mine");
  });
});

describe("a change of a container group", () => {
  it("is one patch with exactly the change", async () => {
    const { outs } = await create({ replicas: 3, displayName: "Web" });
    service.clearRequests();
    const { diff, update } = await change(outs, { replicas: 4, displayName: "Web" });
    expect(diff).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    const after = await update();
    expect(bodies()).toEqual([{ replicas: 4 }]);
    expect(await change(after, { replicas: 4, displayName: "Web" })).toMatchObject({ diff: { changes: false } });
  });

  it("of nothing is no change and no request", async () => {
    const { outs } = await create({ replicas: 3 });
    expect(await change(outs, { replicas: 3 })).toMatchObject({ diff: { changes: false, replaces: [] } });
  });

  it("of the name, the project, the organization or the profile replaces it", async () => {
    const { outs } = await create({ replicas: 3 });
    for (const [member, value] of Object.entries({ name: "other", projectName: "other", organizationName: "other" })) {
      expect(await change(outs, { replicas: 3, [member]: value })).toMatchObject({
        diff: { changes: true, replaces: [member] },
      });
    }
  });

  it("of onDestroy alone is a change without a request", async () => {
    const { outs } = await create({ replicas: 3 });
    service.clearRequests();
    const { diff, update } = await change(outs, { replicas: 3, onDestroy: { replicas: 0 } });
    expect(diff.changes).toBe(true);
    expect(await update()).toMatchObject({ onDestroy: { replicas: 0 } });
    expect(service.requests).toHaveLength(0);
  });

  it("whose answer was lost is sent again, also when the program goes back to what it was", async () => {
    const { outs } = await create({ replicas: 3 });
    service.clearRequests();
    service.fault({ kind: "reset-after" });
    const { update } = await change(outs, { replicas: 4 });
    const error = await update().catch((caught: unknown) => caught as HostError);
    expect(error).toBeInstanceOf(HostError);
    const { kept } = error as HostError;
    expect(kept?.reasons.join()).toContain("may or may not have been made");
    const back = await change(kept?.properties ?? {}, { replicas: 3 });
    expect(back.diff.changes).toBe(true);
    await back.update();
    expect(bodies()).toEqual([{ replicas: 4 }, { replicas: 3 }]);
    expect(service.group("acme", "vision", "web")?.["replicas"]).toBe(3);
  });
});
