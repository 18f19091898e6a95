import type { Properties } from "../support/providerHost";
import { Engine, failure, PROJECT } from "../support/protocol";
import { changeGroup, VERSION_RULES } from "../support/service";

let engine: Engine;

const DECLARED = {
  name: "web",
  replicas: 3,
  countryCodes: ["de", "fr"],
  container: {
    image: "i:1",
    priority: "high",
    environmentVariables: { MODE: "fast", TOKEN: "t" },
    logging: { splunk: { host: "h", token: "s" } },
  },
  livenessProbe: { http: { path: "/", port: 80 }, periodSeconds: 5 },
};

async function created() {
  const resource = await engine.create("containerGroup", DECLARED);
  engine.service.clearRequests();
  return resource;
}

const changedOutside = (fields: object) => changeGroup(engine.service, "web", fields);

/** Outputs without what the service sets as it goes. */
function lasting({ observed, ...declared }: Properties): Properties {
  const { currentState, pendingChange, updateTime, version, ...rest } = observed as Properties;
  return { ...declared, observed: rest };
}

describe.each(VERSION_RULES)("in a service whose version rises with %s", (_, versionOnEveryPatch) => {
  beforeAll(async () => {
    engine = await Engine.start({ refresh: "patch" }, { versionOnEveryPatch });
  });
  beforeEach(() => {
    engine.service.putGroup({ ...PROJECT, name: "web" });
    engine.service.clearFaults();
  });
  afterAll(() => engine.stop());

  describe("a refresh by an empty patch", () => {
    it("finds nothing where nothing drifted, and keeps all but what moves by itself", async () => {
      const { id, outs } = await created();
      const { props, inputs } = await engine.host.read("containerGroup", id, outs);
      expect(engine.bodies()).toEqual([{}]);
      expect(props).toMatchObject(DECLARED);
      expect(lasting(props)).toEqual(lasting(outs));
      expect(props).toMatchObject({ observed: { version: versionOnEveryPatch ? 3 : 2 } });
      expect(inputs).toBeUndefined();
    });

    it("folds a drifted field into outputs and inputs, and the next up sends exactly that field", async () => {
      const { id, outs } = await created();
      changedOutside({ replicas: 7 });
      const { props, inputs } = await engine.host.read("containerGroup", id, outs);
      expect(props).toMatchObject({ replicas: 7, observed: { replicas: 7 } });
      expect(inputs).toMatchObject({ replicas: 7, countryCodes: ["de", "fr"] });
      engine.service.clearRequests();
      const { diff, update } = await engine.change("containerGroup", { id, outs: props }, DECLARED);
      expect(diff.changes).toBe(true);
      await update();
      expect(engine.bodies()).toEqual([{ replicas: 3 }]);
    });

    it("finds no drift in fields that the program does not declare", async () => {
      const { id, outs } = await created();
      changedOutside({ display_name: "Theirs", networking: { port: 99 } });
      expect((await engine.host.read("containerGroup", id, outs)).inputs).toBeUndefined();
    });

    it("notes that an environment value differs without copying it into the state", async () => {
      const { id, outs } = await created();
      const { container } = engine.service.stored("acme", "vision", "web") as { container: object };
      changedOutside({ container: { ...container, environment_variables: { MODE: "their-value", TOKEN: "t" } } });
      const { props, inputs } = await engine.host.read("containerGroup", id, outs);
      expect(JSON.stringify([props, inputs])).not.toContain("their-value");
      expect(props).toMatchObject({
        container: { environmentVariables: { MODE: "[changed outside of the program]", TOKEN: "t" } },
      });
      engine.service.clearRequests();
      await (await engine.change("containerGroup", { id, outs: props }, DECLARED)).update();
      expect(engine.bodies()).toEqual([{ container: { environment_variables: { MODE: "fast" } } }]);
    });

    it("finds a probe removed, and the next up sends the whole probe", async () => {
      const { id, outs } = await created();
      changedOutside({ liveness_probe: undefined });
      const { props } = await engine.host.read("containerGroup", id, outs);
      expect(props["livenessProbe"]).toBeUndefined();
      engine.service.clearRequests();
      await (await engine.change("containerGroup", { id, outs: props }, DECLARED)).update();
      expect(engine.bodies()).toEqual([{ liveness_probe: { http: { path: "/", port: 80 }, period_seconds: 5 } }]);
    });

    it("fails for a group that does not exist", async () => {
      const { id, outs } = await created();
      const elsewhere = { ...outs, name: "gone" };
      expect((await failure(engine.host.read("containerGroup", id, elsewhere))).message).toContain("404 Not Found");
    });
  });

  it("a refresh of a queue folds a drifted field in, and the next up sends exactly that field", async () => {
    const declared = { name: "renders", displayName: "Renders", description: "Pages" };
    engine.service.putQueue({ ...PROJECT, name: "renders" });
    const { id, outs } = await engine.create("queue", declared);
    engine.service.clearRequests();
    const unchanged = await engine.host.read("queue", id, outs);
    expect(engine.bodies()).toEqual([{}]);
    expect(unchanged).toMatchObject({ inputs: undefined, props: outs });

    engine.service.putQueue({ ...PROJECT, name: "renders", display_name: "Theirs", description: "Pages" });
    const { props, inputs } = await engine.host.read("queue", id, outs);
    expect(props).toMatchObject({ ...declared, displayName: "Theirs", observed: { displayName: "Theirs" } });
    expect(inputs).toMatchObject({ displayName: "Theirs", description: "Pages" });
    engine.service.clearRequests();
    const { diff, update } = await engine.change("queue", { id, outs: props }, declared);
    expect(diff.changes).toBe(true);
    await update();
    expect(engine.bodies()).toEqual([{ display_name: "Renders" }]);
  });

  describe("a patch whose response differs from what was sent", () => {
    it("warns once, with the paths and without the values", async () => {
      engine.service.fault({
        kind: "body",
        processed: true,
        headers: { "content-type": "application/json" },
        body: (_request: unknown, response: unknown) => ({ ...(response as object), replicas: 1 }),
      });
      const printed = await engine.host.printedBy(() => engine.create("containerGroup", DECLARED));
      expect(printed.match(/warning/g)).toHaveLength(1);
      expect(printed).toContain("container group acme/vision/web");
      expect(printed).toContain("another value of replicas;");
    });
  });

  it("a drifted value under ignoreChanges is neither folded into the state nor sent", async () => {
    const args = { ...DECLARED, __ignoreChanges: ["container.environmentVariables.MODE", "replicas"] };
    const { id, outs } = await engine.create("containerGroup", args);
    const container = engine.service.stored("acme", "vision", "web") as { container: object };
    changedOutside({
      replicas: 9,
      display_name: "Theirs",
      container: { ...container.container, environment_variables: { MODE: "slow", TOKEN: "t" } },
    });
    const { props, inputs } = await engine.host.read("containerGroup", id, outs);
    expect(props).toMatchObject(DECLARED);
    expect(inputs).toBeUndefined();
    expect((await engine.change("containerGroup", { id, outs: props }, args)).diff.changes).toBe(false);
  });
});
