import { live, testLives } from "../support/life";
import { Engine, PROJECT } from "../support/protocol";
import { respondsWith } from "../support/service";

const KIND = "containerGroup";
const WEB = { name: "web", displayName: "Web" };

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.start({ profiles: JSON.stringify({ other: {} }) });
});
beforeEach(() => engine.service.reset());
afterAll(() => engine.stop());

const create = (args: object) => engine.create(KIND, { name: "web", ...args });
const lost = { kind: "reset-after" } as const;

describe("a container group", () => {
  // prettier-ignore
  testLives(() => engine, KIND, [
    ["is sent the declared fields in one patch, which are kept with those of the response, and then what changes alone",
      { args: { ...WEB, replicas: 3, container: { image: "i:1", environmentVariables: { MODE: "fast" } } }, sends: { web: { display_name: "Web", replicas: 3, container: { image: "i:1", environment_variables: { MODE: "fast" } } } }, outs: { ...PROJECT, ...WEB, replicas: 3, observed: { replicas: 3, pendingChange: true } } },
      { args: { ...WEB, replicas: 4, container: { image: "i:1", environmentVariables: { MODE: "fast" } } }, changes: true, sends: { web: { replicas: 4 } }, settles: true }],
    ["is sent nothing when nothing is declared", { args: { name: "web" }, sends: {} }],
    ["whose onDestroy alone changes changes in the state, without a request",
      { args: { name: "web", replicas: 3 } },
      { args: { name: "web", replicas: 3, onDestroy: { replicas: 0 } }, changes: true, sends: {}, outs: { onDestroy: { replicas: 0 } } }],
    ["of whose update the response was lost is sent it again, also when the program goes back to the former value",
      { args: { name: "web", replicas: 3 } },
      { args: { name: "web", replicas: 4 }, fault: lost, fails: "may or may not have been made", sends: { web: { replicas: 4 } } },
      { args: { name: "web", replicas: 3 }, changes: true, sends: { web: { replicas: 3 } }, web: { replicas: 3 } }],
  ]);

  it("has its id of organization, project and name", async () => {
    expect((await create({ replicas: 3 })).id).toBe("acme/vision/web");
  });

  it.each(["name", "projectName", "organizationName", "profile"])("with another %s is replaced", async (argument) => {
    const group = await create({ replicas: 3 });
    const { diff } = await engine.change(KIND, group, { name: "web", replicas: 3, [argument]: "other" });
    expect(diff).toEqual({ changes: true, replaces: [argument], deleteBeforeReplace: false });
  });

  it("keeps undocumented scalars of the response unchanged, and those that repeat a secret as secrets", async () => {
    const additionalMembers = { status: "deploying", health_score: 0.5, last_error: null, note: "for hidden-name" };
    const current_state = { description: "d", ...additionalMembers, details: { reason: "x" } };
    const fault = respondsWith({ current_state });
    const outs = {
      observed: { currentState: { description: "d", additionalMembers } },
      __observedSecrets: ["/currentState/additionalMembers/note", "/displayName"],
    };
    const args = { name: "web", displayName: "hidden-name", __secrets: ["/displayName"] };
    const { outs: kept } = await live(engine, KIND, [
      { args, fault, outs },
      { args: { ...args, replicas: 2 }, fault, outs },
    ]);
    expect(JSON.stringify(kept)).not.toContain("details");
  });
});
