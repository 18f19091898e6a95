import type { Fault } from "../../emulator";
import { live, testLives } from "../support/life";
import { Engine, failure, keptAfter, PROJECT } from "../support/protocol";
import { respondsWith } from "../support/service";

const KIND = "containerGroupFleet";
const NAMES = ["web", "worker", "render", "thumbs"];

let engine: Engine;
const start = async (settings: Record<string, string | undefined> = {}, names: readonly string[] = NAMES) => {
  engine = await Engine.withGroups(names, settings);
};

const at = (name: string, fault: Fault): Fault => ({ ...fault, match: { path: `/containers/${name}` } });
const refused = (name: string, status: number) => at(name, { kind: "status", status });
const replicas = (count: number, names: readonly string[] = NAMES) =>
  Object.fromEntries(names.map((name) => [name, { replicas: count }]));

/** The groups of the fleet, of which a `worker` is declared in another way. */
const workerAs = (worker: object, count: number) => ({ groups: { ...replicas(count), worker } });
/** A fleet of these groups, each of which has its onDestroy from the defaults. */
const going = (count: number, ...names: string[]) => ({
  defaults: { onDestroy: { displayName: "Gone" } },
  groups: replicas(count, names.length > 0 ? names : NAMES),
});

describe("a fleet of which some groups fail", () => {
  beforeAll(() => start());
  beforeEach(() => NAMES.forEach((name) => engine.service.putGroup({ ...PROJECT, name })));
  afterAll(() => engine.stop());

  const gone = { display_name: "Gone" };
  const others = ["web", "render", "thumbs"];

  // prettier-ignore
  testLives(() => engine, KIND, [
    ["does not undo a refused change when the program takes it back; the state forgets that it failed",
      { args: { groups: replicas(1) } },
      { args: workerAs({ replicas: 1, displayName: "New", countryCodes: ["de"] }, 2), fault: refused("worker", 422), fails: "422" },
      { args: workerAs({ replicas: 1 }, 2), changes: true, sends: {}, settles: true }],
    ["undoes an indeterminate change when the program takes it back",
      { args: { groups: replicas(1) } },
      { args: workerAs({ replicas: 3, displayName: "New" }, 1), fault: at("worker", { kind: "reset-after" }), fails: "worker" },
      { args: { groups: replicas(1) }, sends: { worker: { replicas: 1, display_name: null } }, settles: true }],
    ["sends nothing to a group that could not be adopted and is then removed",
      { args: { groups: replicas(1, ["web"]) } },
      { args: going(2, "web", "worker"), fault: refused("worker", 404), fails: "404" },
      { args: going(2, "web"), sends: {}, settles: true }],
    ["sends the onDestroy patch of a removed group whose adoption is indeterminate",
      { args: { groups: replicas(1, ["web"]) } },
      { args: going(2, "web", "worker"), fault: at("worker", { kind: "reset-after" }), fails: "worker" },
      { args: going(2, "web"), sends: { worker: gone }, settles: true }],
    ["sends an onDestroy patch that was refused again, although the program no longer declares the group",
      { args: going(1) },
      { args: going(2, ...others), fault: refused("worker", 409), fails: "409" },
      { sends: { worker: gone }, settles: true }],
    ["sends an onDestroy patch that may have arrived again, although the program no longer declares the group",
      { args: going(1) },
      { args: going(2, ...others), fault: at("worker", { kind: "reset-before" }), fails: "worker" },
      { sends: { worker: gone }, settles: true }],
    ["unsets what an indeterminate onDestroy patch may have set in a group that is declared again",
      { args: going(1) },
      { args: going(2, ...others), fault: at("worker", { kind: "reset-after" }), fails: "worker" },
      { args: going(2), sends: { worker: { replicas: 2, display_name: null } }, settles: true }],
    ["is destroyed with the onDestroy patch of each group, also of one whose removal was refused",
      { args: going(1, "web", "worker") },
      { args: going(2, "web"), fault: refused("worker", 409), fails: "409" },
      { does: "destroy", sends: { web: gone, worker: gone } }],
    ["is kept when its creation fails in part, and the next update adopts the rest",
      { args: { groups: replicas(1) }, fault: refused("render", 404), fails: "404" },
      { sends: replicas(1, ["render"]), settles: true }],
  ]);

  it("keeps those that succeeded, has a reason for each of the others, and the next update sends what is missing", async () => {
    const before = await live(engine, KIND, [{ args: { groups: replicas(1) } }]);
    const faults = [
      at("worker", { kind: "status", status: 422, body: { title: "No capacity" } }),
      at("render", { kind: "reset-after" }),
      at("thumbs", { kind: "reset-before" }),
    ];
    faults.forEach((fault) => engine.service.fault(fault));
    const { error, ...partial } = await keptAfter(engine.up(KIND, before, { groups: replicas(2) }));
    const [first, ...reasons] = error.kept?.reasons ?? [];
    expect(partial.id).toBe("acme/vision");
    expect(first).toBe("1 of 4 groups done; the next `pulumi up` sends what is missing.");
    expect(reasons.map((reason) => reason.slice(0, 55)).sort()).toEqual([
      "update container group acme/vision/render: the connecti",
      "update container group acme/vision/thumbs: the connecti",
      "update container group acme/vision/worker: 422 Unproces",
    ]);
    expect(reasons.join()).toContain("No capacity");
    expect(partial.outs).toMatchObject({ observed: { web: { replicas: 2 }, worker: { replicas: 1 } } });
    engine.service.clearRequests();
    await engine.up(KIND, partial, { groups: replicas(2) });
    expect(engine.sent()).toEqual(replicas(2, ["worker", "render", "thumbs"]));
  });
});

describe("a fleet of which every group fails", () => {
  afterEach(() => engine.stop());

  it("is not kept when its creation was refused for each of them", async () => {
    await start();
    engine.service.fault({ kind: "status", status: 404, times: Infinity });
    const { kept, message } = await failure(engine.create(KIND, { groups: replicas(1) }));
    expect(kept).toBeUndefined();
    for (const name of NAMES) {
      expect(message).toContain(`update container group acme/vision/${name}: 404`);
    }
  });

  it("sends as many requests with a wrong key as there are connections, not one for each group", async () => {
    await start({ maxConnections: "2" });
    engine.service.rotateKey("another");
    const { message } = await failure(engine.create(KIND, { groups: replicas(1) }));
    expect(engine.service.requests).toHaveLength(2);
    expect(message).toMatch(/^0 of 4 groups done; the next `pulumi up` sends what is missing\.\n/);
    expect(message).toContain("containergroups:apiKey");
    expect(message).toMatch(/\n2 of 4 groups not tried after these failures: \w+, \w+\.$/);
  });

  it("sends no more once as many requests in a row as there are connections have lost their responses", async () => {
    await start({ maxConnections: "2" });
    const fleet = await engine.create(KIND, { groups: replicas(1) });
    engine.service.fault({ kind: "reset-after", times: Infinity });
    const { update } = await engine.change(KIND, fleet, { groups: replicas(2) });
    engine.service.clearRequests();
    const { message } = await failure(update());
    expect(engine.service.requests.length).toBeLessThanOrEqual(3);
    expect(message).toMatch(/\n[12] of 4 groups not tried after these failures: \w+(, \w+)?\.$/);
  });

  it("names a missing key once, not for each group", async () => {
    await start({ apiKey: undefined });
    const { message } = await failure(engine.create(KIND, { groups: replicas(1) }));
    expect(message.split("\n")).toHaveLength(1);
    expect(message).toContain("containergroups:apiKey: is required to make a request");
  });
});

describe("a fleet", () => {
  afterEach(() => engine.stop());

  it("whose responses differ from what was sent has warnings that name ten groups, and one that counts the others", async () => {
    const names = Array.from({ length: 14 }, (_, index) => `group-${index}`);
    await start({}, names);
    engine.service.fault({ ...respondsWith({ replicas: 1 }), times: Infinity });
    const printed = await engine.host.printedBy(() => engine.create(KIND, { groups: replicas(3, names) }));
    const lines = printed.split("\n").filter((line) => line.startsWith("warning: "));
    expect(lines.slice(0, 10).every((line) => line.includes("its response shows another value of replicas"))).toBe(
      true,
    );
    expect(lines.slice(10)).toEqual(["warning: 4 more of these"]);
  });

  it("shows a message of the service that repeats an environment value of a group, with [secret] in place of the value", async () => {
    await start();
    const container = { environmentVariables: { TOKEN: 'canary "value" ü' } };
    const detail = 'canary "value" ü is not allowed';
    engine.service.fault(at("worker", { kind: "status", status: 422, body: { detail } }));
    const { kept, message } = await failure(engine.create(KIND, { groups: { ...replicas(1), worker: { container } } }));
    const shown = message + (kept?.reasons.join() ?? "");
    expect(shown).toContain("422 Unprocessable Entity: [secret] is not allowed (request id");
    expect(shown).not.toContain("canary");
  });
});
