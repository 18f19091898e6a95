import { deployed, expectSettled, expectSuccess, PROJECT, sent, type Deployed } from "../support/deployed";
import { changeGroup, VERSION_RULES } from "../support/service";

const PROGRAM = `new cg.ContainerGroup("web", { replicas: 3, countryCodes: ["de"], container: { image: "i:1", command: ["a"] } });`;

describe.each(VERSION_RULES)(
  "drift of declared fields, in a service whose version rises with %s,",
  (_, versionOnEveryPatch) => {
    let all: Deployed;

    /** Outputs without what moves in time, and what rises with the version where each patch raises it. */
    const lasting = ({ observed, ...declared }: Record<string, unknown>) => {
      const { currentState, pendingChange, ...settled } = observed as Record<string, unknown>;
      const { version, updateTime, ...rest } = settled;
      return { ...declared, observed: versionOnEveryPatch ? rest : settled };
    };

    beforeAll(async () => {
      const settings = { "containergroups:refresh": "patch", "containergroups:showPatches": "true" };
      all = await deployed({ versionOnEveryPatch }, settings);
    });

    afterAll(() => all.close());

    it("is found by a refresh that sends the empty patch, and the next preview names it with both values", async () => {
      all.stack.program(PROGRAM);
      expectSuccess(await all.stack.up());
      const stored = all.service.stored(PROJECT.organizationName, PROJECT.projectName, "web") as { container: object };
      changeGroup(all.service, "web", {
        replicas: 7,
        country_codes: ["fr"],
        display_name: "Theirs",
        container: { ...stored.container, command: ["b"] },
      });
      all.service.clearRequests();
      expectSuccess(await all.stack.refresh());
      expect(sent(all.service)).toEqual([{ method: "PATCH", body: {} }]);

      const preview = await all.stack.preview();
      expectSuccess(preview);
      expect(preview.output).toMatch(/~ replicas\s*: 7 => 3/);
      expect(preview.output).toMatch(/"fr" => "de"/);
      expect(preview.output).toMatch(/"b" => "a"/);
      expect(preview.output).not.toContain("Theirs");
    });

    it("is undone by the next up with exactly those fields, as the preview printed the patch byte for byte", async () => {
      const preview = await all.stack.preview();
      all.service.clearRequests();
      expectSuccess(await all.stack.up());
      const [request] = all.service.requests;
      expect(request?.body).toEqual({ replicas: 3, country_codes: ["de"], container: { command: ["a"] } });
      expect(preview.output).toContain(`PATCH ${request?.path} ${request?.rawBody}`);
      await expectSettled(all);
    });

    it("is not found where nothing drifted: the refresh leaves the state as it was", async () => {
      const before = lasting(all.stack.outputs("web"));
      expect(before).toMatchObject({ replicas: 3, observed: { replicas: 3 } });
      expectSuccess(await all.stack.refresh());
      expect(lasting(all.stack.outputs("web"))).toEqual(before);
      await expectSettled(all);
    });
  },
);

describe("a service whose version rises with every patch, the empty one too", () => {
  it("shows no drift after refreshes, and what depends on the version changes with it", async () => {
    const service = await deployed({ versionOnEveryPatch: true }, { "containergroups:refresh": "patch" });
    try {
      service.stack.program(`
        const web = new cg.ContainerGroup("web", { replicas: 2 });
        new cg.QueueJob("job", { queueName: "renders", input: { version: web.observed.version } });
        exports.version = web.observed.version;`);
      expectSuccess(await service.stack.up());
      service.service.clearRequests();
      for (const version of [3, 4]) {
        expectSuccess(await service.stack.refresh());
        expect(service.stack.outputs("web")).toMatchObject({ replicas: 2, observed: { version } });
      }
      expect(sent(service.service)).toEqual([
        { method: "PATCH", body: {} },
        { method: "PATCH", body: {} },
      ]);
      service.service.clearRequests();
      const up = await service.stack.up();
      expectSuccess(up);
      expect(up.steps.filter(({ name }) => name === "web").map(({ operation }) => operation)).toEqual(["same"]);
      // The job's input has another value now, so it is another job.
      expect(sent(service.service)).toEqual([{ method: "POST", body: { input: { version: 4 } } }]);
      await expectSettled(service);
    } finally {
      await service.close();
    }
  });
});
