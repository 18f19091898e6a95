import { testLives, type Step } from "../support/life";
import { Engine, PROJECT } from "../support/protocol";
import { changeGroup, respondsWith, VERSION_RULES } from "../support/service";

let engine: Engine;

const container = { image: "i:1", priority: "high", environmentVariables: { MODE: "fast", TOKEN: "t" } };
const DECLARED = {
  name: "web",
  replicas: 3,
  countryCodes: ["de", "fr"],
  container: { ...container, logging: { splunk: { host: "h", token: "s" } } },
  livenessProbe: { http: { path: "/", port: 80 }, periodSeconds: 5 },
};
const PROBE = { http: { path: "/", port: 80 }, period_seconds: 5 };
const QUEUE = { name: "renders", displayName: "Renders", description: "Pages" };
const IGNORING = { ...DECLARED, __ignoreChanges: ["container.environmentVariables.MODE", "replicas"] };
const NOTED = { container: { environmentVariables: { MODE: "[changed outside of the program]", TOKEN: "t" } } };

/** A refresh after the group has got these fields from somebody else. */
const refreshAfter = (fields: object, of: Omit<Step, "does" | "before">): Step => ({
  does: "refresh",
  before: (service) => {
    const { container: stored } = service.stored("acme", "vision", "web") as { container: object };
    const { container: changed, ...others } = fields as { container?: object };
    changeGroup(service, "web", { ...others, ...(changed && { container: { ...stored, ...changed } }) });
  },
  ...of,
});
const withMode = (MODE: string) => ({ container: { environment_variables: { MODE, TOKEN: "t" } } });

describe.each(VERSION_RULES)("in a service whose version rises with %s", (_, versionOnEveryPatch) => {
  beforeAll(async () => {
    engine = await Engine.start({ refresh: "patch" }, { versionOnEveryPatch });
  });
  beforeEach(() => engine.service.reset());
  afterAll(() => engine.stop());

  // prettier-ignore
  testLives(() => engine, "containerGroup", [
    ["a refresh where nothing drifted sends the empty patch, folds nothing in and keeps the version that it shows",
      { args: DECLARED },
      { does: "refresh", sends: { web: {} }, folds: null, outs: { ...DECLARED, observed: { version: versionOnEveryPatch ? 3 : 2 } }, settles: true }],
    ["a drifted field is folded into outputs and inputs by a refresh, and the next up sends exactly that field",
      { args: DECLARED },
      refreshAfter({ replicas: 7 }, { sends: { web: {} }, outs: { replicas: 7, observed: { replicas: 7 } }, folds: { replicas: 7, countryCodes: ["de", "fr"] } }),
      { changes: true, sends: { web: { replicas: 3 } } }],
    ["fields that the program does not declare do not drift",
      { args: DECLARED },
      refreshAfter({ display_name: "Theirs", networking: { port: 99 } }, { folds: null })],
    ["an environment value that differs is noted without its value in the state",
      { args: DECLARED },
      refreshAfter(withMode("their-value"), { folds: NOTED, outs: NOTED, hides: "their-value" }),
      { sends: { web: { container: { environment_variables: { MODE: "fast" } } } } }],
    ["a probe that was removed is sent whole by the next up",
      { args: DECLARED },
      refreshAfter({ liveness_probe: undefined }, { hides: "livenessProbe" }),
      { sends: { web: { liveness_probe: PROBE } } }],
    ["a drifted value under ignoreChanges is neither folded into the state nor sent",
      { args: IGNORING },
      refreshAfter({ replicas: 9, display_name: "Theirs", ...withMode("slow") }, { folds: null, outs: DECLARED, settles: true })],
  ]);

  // prettier-ignore
  testLives(() => engine, "queue", [
    ["a drifted field of a queue is folded in by a refresh, and the next up sends exactly that field",
      { args: QUEUE },
      { does: "refresh", sends: { renders: {} }, folds: null, settles: true },
      { does: "refresh", before: (service) => service.putQueue({ ...PROJECT, name: "renders", display_name: "Theirs", description: "Pages" }), outs: { ...QUEUE, displayName: "Theirs", observed: { displayName: "Theirs" } }, folds: { displayName: "Theirs", description: "Pages" } },
      { changes: true, sends: { renders: { display_name: "Renders" } } }],
  ]);

  it("a patch whose response differs from what was sent warns once, with the paths and without the values", async () => {
    engine.service.fault(respondsWith({ replicas: 1 }));
    const printed = await engine.host.printedBy(() => engine.create("containerGroup", DECLARED));
    expect(printed.match(/warning/g)).toHaveLength(1);
    expect(printed).toContain("container group acme/vision/web");
    expect(printed).toContain("another value of replicas;");
  });
});
