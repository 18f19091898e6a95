import { live, testLives } from "../support/life";
import { Engine, failure, PROJECT } from "../support/protocol";
import { changeGroup, VERSION_RULES } from "../support/service";

const KIND = "containerGroupFleet";
const NAMES = ["web", "worker", "render"];
const WORKER = { replicas: 5, additionalMembers: { networking: { port: 80 } } };
const defaults = { replicas: 2, container: { image: "i:1", environmentVariables: { MODE: "fast" } } };
const DECLARED = { defaults, groups: { web: {}, worker: WORKER, render: {} } };
const MORE = { ...DECLARED, defaults: { ...defaults, replicas: 3 } };
const GOING = { ...DECLARED, defaults: { ...defaults, onDestroy: { replicas: 0 } } };

let engine: Engine;

const outside = (name: string, fields: object) => () => changeGroup(engine.service, name, fields);
const refused = (name: string, status: number) =>
  ({ kind: "status", status, match: { path: `/containers/${name}` } }) as const;
const withMode = (environment_variables: object) =>
  outside("web", { container: { image: "i:1", environment_variables } });
const foldsMode = (MODE: string | null) => ({ groups: { web: { container: { environmentVariables: { MODE } } } } });

describe.each(VERSION_RULES)("in a service whose version rises with %s", (_, versionOnEveryPatch) => {
  beforeAll(async () => {
    engine = await Engine.start({ refresh: "patch" }, { versionOnEveryPatch });
  });
  beforeEach(() => NAMES.forEach((name) => engine.service.putGroup({ ...PROJECT, name })));
  afterAll(() => engine.stop());

  const version = versionOnEveryPatch ? 3 : 2;

  // prettier-ignore
  testLives(() => engine, KIND, [
    ["a refresh by an empty patch sends that to each group, and finds nothing where nothing drifted",
      { args: DECLARED },
      { does: "refresh", sends: { web: {}, worker: {}, render: {} }, folds: null, outs: { ...DECLARED, observed: { web: { version }, worker: { version }, render: { version } } }, settles: true }],
    ["a drifted field is folded into the group's own entry, and the next update sends exactly that field",
      { args: DECLARED },
      { before: outside("web", { replicas: 7 }), does: "refresh", folds: { defaults, groups: { web: { replicas: 7 }, worker: WORKER, render: {} } }, outs: { observed: { web: { replicas: 7 }, worker: { replicas: 5 } } } },
      { before: outside("worker", { networking: { port: 99 }, display_name: "Theirs" }), does: "refresh", folds: { groups: { web: { replicas: 7 }, worker: { replicas: 5, additionalMembers: { networking: { port: 99 } } } } } },
      { changes: true, sends: { web: { replicas: 2 }, worker: { networking: { port: 80 } } } }],
    ["a field of the defaults that is missing from one group is folded into its entry, and the next update restores it",
      { args: DECLARED },
      { before: withMode({}), does: "refresh", folds: foldsMode(null) },
      { sends: { web: { container: { environment_variables: { MODE: "fast" } } } } }],
    ["an environment value that differs is noted without its value",
      { args: DECLARED },
      { before: withMode({ MODE: "their-value" }), does: "refresh", folds: foldsMode("[changed outside of the program]"), hides: "their-value" }],
    ["after a failed update a refresh reads what that group has now, and the next update sends only what differs",
      { args: DECLARED },
      { args: MORE, fault: refused("web", 422), fails: "422" },
      { before: outside("web", { replicas: 9 }), does: "refresh" },
      { sends: { web: { replicas: 3 } } }],
    ["after a failed update that left nothing else drifted a refresh keeps what was declared before",
      { args: DECLARED },
      { args: MORE, fault: refused("web", 422), fails: "422" },
      { does: "refresh", folds: null, outs: { __prior: [{ defaults, groups: { web: {} } }] } }],
    ["after a failed removal a refresh reads what that group has now, and what is sent when it is declared again",
      { args: GOING },
      { args: { ...GOING, groups: { web: { replicas: 4 }, render: {} } }, fault: refused("worker", 409), fails: "409" },
      { before: outside("worker", { replicas: 9 }), does: "refresh", folds: null },
      { args: GOING, sends: { web: { replicas: 2 }, worker: { replicas: 5 } } }],
    ["a drifted value of the defaults under ignoreChanges is not sent to the group where it drifted",
      { args: { ...DECLARED, __ignoreChanges: ["defaults.container.environmentVariables.MODE", "groups.worker.replicas"] } },
      { before: withMode({ MODE: "slow" }), does: "refresh", folds: null },
      { before: outside("worker", { replicas: 9 }), does: "refresh", folds: null, settles: true }],
    ["a group whose adoption was refused is sent nothing by a refresh, and the next preview names it as one to adopt",
      { args: DECLARED, fault: refused("worker", 422), fails: "422" },
      { does: "refresh", sends: { web: {}, render: {} } },
      { sends: { worker: expect.anything() }, prints: "fleet acme/vision adopts 1 of 3 groups: worker\n" }],
  ]);

  it("a refresh names each group that it cannot read, and changes nothing", async () => {
    const { id, outs } = await live(engine, KIND, [{ args: DECLARED }]);
    engine.service.fault(refused("worker", 404));
    const { message } = await failure(engine.host.read(KIND, id, outs));
    expect(message).toContain("2 of 3 groups done; nothing was changed.");
    expect(message).toContain("update container group acme/vision/worker: 404 Not Found");
  });
});
