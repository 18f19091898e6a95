import type { Properties } from "../support/providerHost";
import { Engine, failure, PROJECT } from "../support/protocol";

const KIND = "containerGroup";
const ID = "acme/vision/web";

let engine: Engine;

beforeEach(async () => {
  engine = await Engine.start({ profiles: JSON.stringify({ other: {} }) });
});

afterEach(() => engine.stop());

const create = (args: Properties) => engine.create(KIND, { name: "web", ...args });
const change = (outs: Properties, args: Properties) => engine.change(KIND, { id: ID, outs }, { name: "web", ...args });

const AUTOSCALER = { desiredQueueLength: 10, minReplicas: 1, maxReplicas: 5 };

describe("replicas that are removed from the program", () => {
  it("are forgotten without a request, and the service keeps their count", async () => {
    const { outs } = await create({ replicas: 2, displayName: "Web" });
    const { diff, update } = await change(outs, { displayName: "Web", queueAutoscaler: AUTOSCALER });
    expect(diff.changes).toBe(true);
    const { outs: next } = await update();
    expect(engine.bodies().slice(1)).toEqual([
      { queue_autoscaler: { desired_queue_length: 10, min_replicas: 1, max_replicas: 5 } },
    ]);
    expect(next).not.toHaveProperty("replicas");
    expect(next).toMatchObject({ observed: { replicas: 2 } });
  });

  it("are a change of the state alone where nothing else changes", async () => {
    const { outs } = await create({ replicas: 2, displayName: "Web" });
    const { diff, update } = await change(outs, { displayName: "Web" });
    expect(diff.changes).toBe(true);
    const { outs: next } = await update();
    expect(engine.bodies()).toHaveLength(1);
    expect((await change(next, { displayName: "Web" })).diff.changes).toBe(false);
  });
});

describe("the creation of a container group", () => {
  it("sends the declared fields in one patch, and keeps them with those of the response", async () => {
    const { id, outs } = await create({
      replicas: 3,
      container: { image: "i:1", environmentVariables: { MODE: "fast" } },
    });
    expect(id).toBe(ID);
    expect(engine.bodies()).toEqual([
      { replicas: 3, container: { image: "i:1", environment_variables: { MODE: "fast" } } },
    ]);
    expect(outs).toMatchObject({
      ...PROJECT,
      name: "web",
      replicas: 3,
      observed: { replicas: 3, pendingChange: true },
    });
  });

  it("sends nothing when nothing is declared", async () => {
    await create({});
    expect(engine.service.requests).toHaveLength(0);
  });

  it("keeps no environment value, credential or probe header of the response", async () => {
    const headers = [{ name: "not-mine-name", value: "not-mine" }];
    const probe = { http: { path: "/", port: 80, headers } };
    const held = {
      liveness_probe: probe,
      readiness_probe: probe,
      startup_probe: probe,
      container: {
        environment_variables: { OTHER: "not-mine" },
        registry_authentication: { basic: { username: "not-mine", password: "not-mine" } },
        logging: {
          axiom: { host: "h", dataset: "d", api_token: "not-mine" },
          datadog: { host: "h", api_key: "not-mine" },
          http: { host: "h", port: 80, user: "not-mine", password: "not-mine", headers },
          new_relic: { host: "h", ingestion_key: "not-mine" },
          splunk: { host: "h", token: "not-mine" },
        },
      },
    };
    engine.service.putGroup({ ...PROJECT, name: "web", ...held });
    const response = JSON.stringify(engine.service.group("acme", "vision", "web"));
    // The response has all of them but the credentials of the registry.
    expect(response.match(/"not-mine"/g)).toHaveLength(1 + 3 + 7);
    const { outs } = await create({ replicas: 4 });
    expect(outs).toMatchObject({ observed: { replicas: 4, version: 2 } });
    expect(JSON.stringify(outs)).not.toContain("not-mine");
  });
});

describe("the state of a container group", () => {
  it("keeps undocumented scalars of the response unchanged, and those that repeat a secret as secrets", async () => {
    engine.service.fault({
      kind: "body",
      processed: true,
      times: 2,
      body: (_: unknown, response: unknown) => ({
        ...(response as object),
        current_state: {
          description: "d",
          status: "deploying",
          health_score: 0.5,
          last_error: null,
          note: "for hidden-name",
          details: { reason: "x" },
        },
      }),
    });
    const args = { displayName: "hidden-name", __secrets: ["/displayName"] };
    const { outs } = await create(args);
    const additionalMembers = { status: "deploying", health_score: 0.5, last_error: null, note: "for hidden-name" };
    expect((outs["observed"] as Properties)["currentState"]).toEqual({ description: "d", additionalMembers });
    expect(outs["__observedSecrets"]).toEqual(["/currentState/additionalMembers/note", "/displayName"]);
    const { outs: changed } = await (await change(outs, { ...args, replicas: 2 })).update();
    expect((changed["observed"] as Properties)["currentState"]).toEqual({ description: "d", additionalMembers });
  });

  it("has no additionalMembers where every field of the response is documented", async () => {
    const { outs } = await create({ replicas: 3 });
    expect((outs["observed"] as Properties)["currentState"]).toHaveProperty("instanceStatusCounts");
    expect(JSON.stringify(outs["observed"])).not.toContain("additionalMembers");
  });
});

describe("an update of a container group", () => {
  it("is one patch with exactly the changed fields", async () => {
    const { outs } = await create({ replicas: 3, displayName: "Web" });
    engine.service.clearRequests();
    const { diff, update } = await change(outs, { replicas: 4, displayName: "Web" });
    expect(diff).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    const { outs: after } = await update();
    expect(engine.bodies()).toEqual([{ replicas: 4 }]);
    expect(await change(after, { replicas: 4, displayName: "Web" })).toMatchObject({ diff: { changes: false } });
  });

  it("with the same arguments shows no change", async () => {
    const { outs } = await create({ replicas: 3 });
    expect(await change(outs, { replicas: 3 })).toMatchObject({ diff: { changes: false, replaces: [] } });
  });

  it.each(["name", "projectName", "organizationName", "profile"])("with another %s replaces it", async (argument) => {
    const { outs } = await create({ replicas: 3 });
    expect(await change(outs, { replicas: 3, [argument]: "other" })).toMatchObject({
      diff: { changes: true, replaces: [argument] },
    });
  });

  it("of onDestroy alone changes the state without a request", async () => {
    const { outs } = await create({ replicas: 3 });
    engine.service.clearRequests();
    const { diff, update } = await change(outs, { replicas: 3, onDestroy: { replicas: 0 } });
    expect(diff.changes).toBe(true);
    expect((await update()).outs).toMatchObject({ onDestroy: { replicas: 0 } });
    expect(engine.service.requests).toHaveLength(0);
  });

  it("whose response was lost is sent again, also when the program goes back to the former value", async () => {
    const { outs } = await create({ replicas: 3 });
    engine.service.clearRequests();
    engine.service.fault({ kind: "reset-after" });
    const { update } = await change(outs, { replicas: 4 });
    const { kept } = await failure(update());
    expect(kept?.reasons.join()).toContain("may or may not have been made");
    const back = await change(kept?.properties ?? {}, { replicas: 3 });
    expect(back.diff.changes).toBe(true);
    await back.update();
    expect(engine.bodies()).toEqual([{ replicas: 4 }, { replicas: 3 }]);
    expect(engine.service.group("acme", "vision", "web")?.["replicas"]).toBe(3);
  });
});
