import { Engine, failure, PROJECT } from "../support/protocol";
import { changeGroup, VERSION_RULES } from "../support/service";

const KIND = "containerGroupFleet";
const NAMES = ["web", "worker", "render"];
const DECLARED = {
  defaults: { replicas: 2, container: { image: "i:1", environmentVariables: { MODE: "fast" } } },
  groups: { web: {}, worker: { replicas: 5, additionalMembers: { networking: { port: 80 } } }, render: {} },
};

let engine: Engine;

async function created() {
  const fleet = await engine.create(KIND, DECLARED);
  engine.service.clearRequests();
  return fleet;
}

const changedOutside = (name: string, fields: object) => changeGroup(engine.service, name, fields);

const sent = () =>
  Object.fromEntries(engine.service.requests.map(({ path: at, body }) => [at.split("/").at(-1), body]));

describe.each(VERSION_RULES)("in a service whose version rises with %s", (_, versionOnEveryPatch) => {
  beforeAll(async () => {
    engine = await Engine.start({ refresh: "patch" }, { versionOnEveryPatch });
  });
  beforeEach(() => {
    for (const name of NAMES) {
      engine.service.putGroup({ ...PROJECT, name });
    }
    engine.service.clearFaults();
  });
  afterAll(() => engine.stop());

  describe("a refresh of a fleet by an empty patch", () => {
    it("sends the empty merge patch to each group, and finds nothing where nothing drifted", async () => {
      const { id, outs } = await created();
      const { props, inputs } = await engine.host.read(KIND, id, outs);
      expect(sent()).toEqual({ web: {}, worker: {}, render: {} });
      expect(props).toMatchObject(DECLARED);
      const version = versionOnEveryPatch ? 3 : 2;
      expect(props).toMatchObject({ observed: { web: { version }, worker: { version }, render: { version } } });
      expect(inputs).toBeUndefined();
      expect((await engine.change(KIND, { id, outs: props }, DECLARED)).diff.changes).toBe(false);
    });

    it("folds a drifted field into the group's own entry, and the next update sends exactly that field", async () => {
      const { id, outs } = await created();
      changedOutside("web", { replicas: 7 });
      changedOutside("worker", { networking: { port: 99 }, display_name: "Theirs" });
      const { props, inputs } = await engine.host.read(KIND, id, outs);
      expect(inputs).toMatchObject({
        defaults: DECLARED.defaults,
        groups: {
          web: { replicas: 7 },
          worker: { replicas: 5, additionalMembers: { networking: { port: 99 } } },
          render: {},
        },
      });
      expect(props).toMatchObject({ observed: { web: { replicas: 7 }, worker: { replicas: 5 } } });
      engine.service.clearRequests();
      const { diff, update } = await engine.change(KIND, { id, outs: props }, DECLARED);
      expect(diff.changes).toBe(true);
      await update();
      expect(sent()).toEqual({ web: { replicas: 2 }, worker: { networking: { port: 80 } } });
    });

    it("folds a field of the defaults that is missing from one group into its entry, and the next update restores it", async () => {
      const { id, outs } = await created();
      const { container } = engine.service.stored("acme", "vision", "web") as { container: object };
      changedOutside("web", { container: { ...container, environment_variables: {} } });
      const { props, inputs } = await engine.host.read(KIND, id, outs);
      expect(inputs).toMatchObject({ groups: { web: { container: { environmentVariables: { MODE: null } } } } });
      engine.service.clearRequests();
      await (await engine.change(KIND, { id, outs: props }, DECLARED)).update();
      expect(sent()).toEqual({ web: { container: { environment_variables: { MODE: "fast" } } } });
    });

    it("notes that an environment value differs without copying it into the state", async () => {
      const { id, outs } = await created();
      const { container } = engine.service.stored("acme", "vision", "web") as { container: object };
      changedOutside("web", { container: { ...container, environment_variables: { MODE: "their-value" } } });
      const { props, inputs } = await engine.host.read(KIND, id, outs);
      expect(JSON.stringify([props, inputs])).not.toContain("their-value");
      expect(inputs).toMatchObject({
        groups: { web: { container: { environmentVariables: { MODE: "[changed outside of the program]" } } } },
      });
    });

    it("after a failed update reads what that group has now, and the next update sends only what differs", async () => {
      const { id, outs } = await created();
      engine.service.fault({ kind: "status", status: 422, match: { path: "/containers/web" } });
      const wanted = { ...DECLARED, defaults: { ...DECLARED.defaults, replicas: 3 } };
      const { kept } = await failure((await engine.change(KIND, { id, outs }, wanted)).update());
      changedOutside("web", { replicas: 9 });
      const { props } = await engine.host.read(KIND, id, kept?.properties ?? {});
      engine.service.clearRequests();
      await (await engine.change(KIND, { id, outs: props }, wanted)).update();
      expect(sent()).toEqual({ web: { replicas: 3 } });
    });

    it("after a failed update that left nothing else drifted keeps what was declared before", async () => {
      const { id, outs } = await created();
      engine.service.fault({ kind: "status", status: 422, match: { path: "/containers/web" } });
      const wanted = { ...DECLARED, defaults: { ...DECLARED.defaults, replicas: 3 } };
      const { kept } = await failure((await engine.change(KIND, { id, outs }, wanted)).update());
      const before = kept?.properties ?? {};
      const { props, inputs } = await engine.host.read(KIND, id, before);
      expect(before["__prior"]).toEqual([{ defaults: DECLARED.defaults, groups: { web: {} } }]);
      expect({ ...props, observed: {} }).toEqual({ ...before, observed: {} });
      expect(inputs).toBeUndefined();
    });

    it("after a failed removal reads what that group has now, and what is sent when it is declared again", async () => {
      const args = { ...DECLARED, defaults: { ...DECLARED.defaults, onDestroy: { replicas: 0 } } };
      const { id, outs } = await engine.create(KIND, args);
      engine.service.fault({ kind: "status", status: 409, match: { path: "/containers/worker" } });
      const { worker: _, ...others } = args.groups;
      const { kept } = await failure(
        (await engine.change(KIND, { id, outs }, { ...args, groups: { ...others, web: { replicas: 4 } } })).update(),
      );
      changedOutside("worker", { replicas: 9 });
      const { props, inputs } = await engine.host.read(KIND, id, kept?.properties ?? {});
      expect(inputs).toBeUndefined();
      engine.service.clearRequests();
      await (await engine.change(KIND, { id, outs: props }, args)).update();
      expect(sent()).toEqual({ web: { replicas: 2 }, worker: { replicas: 5 } });
    });

    it("names each group that it cannot read, and changes nothing", async () => {
      const { id, outs } = await created();
      engine.service.fault({ kind: "status", status: 404, match: { path: "/containers/worker" } });
      const { message } = await failure(engine.host.read(KIND, id, outs));
      expect(message).toContain("2 of 3 groups done; nothing was changed.");
      expect(message).toContain("update container group acme/vision/worker: 404 Not Found");
    });
  });

  it("a drifted value of the defaults under ignoreChanges is not sent to the group where it drifted", async () => {
    const args = {
      ...DECLARED,
      __ignoreChanges: ["defaults.container.environmentVariables.MODE", "groups.worker.replicas"],
    };
    const { id, outs } = await engine.create(KIND, args);
    changedOutside("web", { container: { image: "i:1", environment_variables: { MODE: "slow" } } });
    changedOutside("worker", { replicas: 9 });
    const { props, inputs } = await engine.host.read(KIND, id, outs);
    expect(inputs).toBeUndefined();
    expect((await engine.change(KIND, { id, outs: props }, args)).diff.changes).toBe(false);
  });

  it("a group whose adoption was refused is sent nothing by a refresh, and the next preview names it as one to adopt", async () => {
    engine.service.fault({ kind: "status", status: 422, match: { path: "/containers/worker" } });
    const { kept } = await failure(engine.create(KIND, DECLARED));
    if (kept === undefined) {
      throw new Error("the fleet was not kept");
    }
    engine.service.clearRequests();
    const { props } = await engine.host.read(KIND, kept.id, kept.properties);
    expect(sent()).toEqual({ web: {}, render: {} });
    let update: () => Promise<unknown> = () => Promise.resolve();
    const printed = await engine.host.printedBy(async () => {
      ({ update } = await engine.change(KIND, { id: kept.id, outs: props }, DECLARED));
    });
    expect(printed).toBe("fleet acme/vision adopts 1 of 3 groups: worker\n");
    engine.service.clearRequests();
    await update();
    expect(Object.keys(sent())).toEqual(["worker"]);
  });
});
