import type { EmulatorOptions, Fault } from "../../emulator";
import type { Properties } from "../support/dynamicProvider";
import { Engine, failure, PROJECT } from "../support/protocol";

const KIND = "containerGroupFleet";
const NAMES = ["web", "worker", "render", "thumbs"];

let engine: Engine;

const start = async (
  settings: Record<string, string | undefined> = {},
  names: readonly string[] = NAMES,
  options: EmulatorOptions = {},
) => {
  engine = await Engine.start(settings, { groups: names.map((name) => ({ ...PROJECT, name })), ...options });
};
afterEach(() => engine.stop());

const fault = (name: string, rest: Omit<Fault, "match">) =>
  engine.service.fault({ ...rest, match: { path: `/containers/${name}` } });
const sent = () =>
  Object.fromEntries(engine.service.requests.map(({ path: at, body }) => [at.split("/").at(-1), body]));
const replicas = (count: number, names: readonly string[] = NAMES) =>
  Object.fromEntries(names.map((name) => [name, { replicas: count }]));

interface Fleet {
  id: string;
  outs: Properties;
}

/** An update that must fail in part: what the engine then keeps, and says. */
async function failing(fleet: Fleet, args: Properties): Promise<Fleet & { reasons: string[] }> {
  const { update } = await engine.change(KIND, fleet, args);
  const { kept } = await failure(update());
  if (kept === undefined) {
    throw new Error("the resource was not kept");
  }
  engine.service.clearFaults();
  engine.service.clearRequests();
  return { id: kept.id, outs: kept.properties, reasons: kept.reasons };
}

async function updated(fleet: Fleet, args: Properties): Promise<Fleet & { changes: boolean }> {
  engine.service.clearRequests();
  const { diff, update } = await engine.change(KIND, fleet, args);
  return { ...(await update()), changes: diff.changes };
}

/** Nothing is left of a failure: the same again is no change, and nothing beside the outputs is kept. */
async function expectSettled(fleet: Fleet, args: Properties): Promise<void> {
  expect(fleet.outs).not.toHaveProperty("__standing");
  const { diff } = await engine.change(KIND, fleet, args);
  expect(diff.changes).toBe(false);
}

describe("when some groups fail", () => {
  it("those that succeeded are kept, each other has its reason, and the next update sends what is missing", async () => {
    await start();
    const fleet = await engine.create(KIND, { groups: replicas(1) });
    fault("worker", { kind: "status", status: 422, body: { title: "No capacity" } });
    fault("render", { kind: "reset-after" });
    fault("thumbs", { kind: "reset-before" });
    const partial = await failing(fleet, { groups: replicas(2) });
    expect(partial.id).toBe("acme/vision");
    expect(partial.reasons[0]).toBe("1 of 4 groups done; the next `pulumi up` sends what is missing.");
    expect(
      partial.reasons
        .slice(1)
        .map((reason) => reason.slice(0, 55))
        .sort(),
    ).toEqual([
      "update container group acme/vision/render: the connecti",
      "update container group acme/vision/thumbs: the connecti",
      "update container group acme/vision/worker: 422 Unproces",
    ]);
    expect(partial.reasons.join()).toContain("No capacity");
    expect(partial.outs).toMatchObject({ observed: { web: { replicas: 2 }, worker: { replicas: 1 } } });

    const mended = await updated(partial, { groups: replicas(2) });
    expect(mended.changes).toBe(true);
    expect(sent()).toEqual(replicas(2, ["worker", "render", "thumbs"]));
    await expectSettled(mended, { groups: replicas(2) });
  });

  it("what surely was not made is not undone when the program takes it back", async () => {
    await start();
    const fleet = await engine.create(KIND, { groups: replicas(1) });
    fault("worker", { kind: "status", status: 422 });
    const partial = await failing(fleet, {
      groups: { ...replicas(2), worker: { replicas: 1, displayName: "New", countryCodes: ["de"] } },
    });
    const back = await updated(partial, { groups: { ...replicas(2), worker: { replicas: 1 } } });
    expect(sent()).toEqual({});
    await expectSettled(back, { groups: { ...replicas(2), worker: { replicas: 1 } } });
  });

  it("what may have been made is undone when the program takes it back", async () => {
    await start();
    const fleet = await engine.create(KIND, { groups: replicas(1) });
    fault("worker", { kind: "reset-after" });
    const partial = await failing(fleet, { groups: { ...replicas(1), worker: { replicas: 3, displayName: "New" } } });
    const back = await updated(partial, { groups: replicas(1) });
    expect(sent()).toEqual({ worker: { replicas: 1, display_name: null } });
    await expectSettled(back, { groups: replicas(1) });
  });

  it("a group that could not be adopted and is taken out again is not touched", async () => {
    await start();
    const fleet = await engine.create(KIND, { groups: replicas(1, ["web"]) });
    fault("worker", { kind: "status", status: 404 });
    const args = { defaults: { onDestroy: { replicas: 0 } }, groups: replicas(2, ["web", "worker"]) };
    const partial = await failing(fleet, args);
    const back = await updated(partial, { ...args, groups: replicas(2, ["web"]) });
    expect(sent()).toEqual({});
    await expectSettled(back, { ...args, groups: replicas(2, ["web"]) });
  });

  it("a group that may have been adopted gets its onDestroy when it is taken out", async () => {
    await start();
    const fleet = await engine.create(KIND, { groups: replicas(1, ["web"]) });
    fault("worker", { kind: "reset-after" });
    const args = { defaults: { onDestroy: { displayName: "Gone" } }, groups: replicas(2, ["web", "worker"]) };
    const partial = await failing(fleet, args);
    const back = await updated(partial, { ...args, groups: replicas(2, ["web"]) });
    expect(sent()).toEqual({ worker: { display_name: "Gone" } });
    await expectSettled(back, { ...args, groups: replicas(2, ["web"]) });
  });

  it.each<[string, Omit<Fault, "match">]>([
    ["was refused", { kind: "status", status: 409 }],
    ["may have arrived", { kind: "reset-before" }],
  ])("an onDestroy that %s is sent again, although the program does not know the group any more", async (_, kind) => {
    await start();
    const args = { defaults: { onDestroy: { displayName: "Gone" } }, groups: replicas(1) };
    const fleet = await engine.create(KIND, args);
    fault("worker", kind);
    const without = { ...args, groups: replicas(2, ["web", "render", "thumbs"]) };
    const partial = await failing(fleet, without);
    const again = await updated(partial, without);
    expect(sent()).toEqual({ worker: { display_name: "Gone" } });
    await expectSettled(again, without);
  });

  it("a group whose onDestroy failed and that is declared again is patched from what stands", async () => {
    await start();
    const args = { defaults: { onDestroy: { displayName: "Gone" } }, groups: replicas(1) };
    const fleet = await engine.create(KIND, args);
    fault("worker", { kind: "reset-after" });
    const partial = await failing(fleet, { ...args, groups: replicas(2, ["web", "render", "thumbs"]) });
    const again = await updated(partial, { ...args, groups: replicas(2) });
    // What the lost onDestroy may have set is not declared, so it is unset.
    expect(sent()).toEqual({ worker: { replicas: 2, display_name: null } });
    await expectSettled(again, { ...args, groups: replicas(2) });
  });

  it("a destroy after a failure sends the onDestroy of what stands", async () => {
    await start();
    const args = { defaults: { onDestroy: { displayName: "Gone" } }, groups: replicas(1, ["web", "worker"]) };
    const fleet = await engine.create(KIND, args);
    fault("worker", { kind: "status", status: 409 });
    const partial = await failing(fleet, { ...args, groups: replicas(2, ["web"]) });
    await engine.host.delete(KIND, partial.id, partial.outs);
    expect(sent()).toEqual({ web: { display_name: "Gone" }, worker: { display_name: "Gone" } });
  });

  it("a creation keeps the fleet, and the next update adopts the rest", async () => {
    await start();
    fault("render", { kind: "status", status: 404 });
    const { kept } = await failure(engine.create(KIND, { groups: replicas(1) }));
    expect(kept?.id).toBe("acme/vision");
    const fleet = { id: kept?.id ?? "", outs: kept?.properties ?? {} };
    const mended = await updated(fleet, { groups: replicas(1) });
    expect(sent()).toEqual(replicas(1, ["render"]));
    await expectSettled(mended, { groups: replicas(1) });
  });
});

describe("when nothing can be made", () => {
  it("a creation that surely made nothing keeps nothing", async () => {
    await start();
    engine.service.fault({ kind: "status", status: 404, times: Infinity });
    const { kept, message } = await failure(engine.create(KIND, { groups: replicas(1) }));
    expect(kept).toBeUndefined();
    for (const name of NAMES) {
      expect(message).toContain(`update container group acme/vision/${name}: 404`);
    }
  });

  it("a wrong key is found out by the first requests, not by each group", async () => {
    await start({ maxConnections: "2" });
    engine.service.rotateKey("another");
    const { message } = await failure(engine.create(KIND, { groups: replicas(1) }));
    expect(engine.service.requests).toHaveLength(2);
    expect(message).toMatch(/^0 of 4 groups done; the next `pulumi up` sends what is missing\.\n/);
    expect(message).toContain("containergroups:apiKey");
    expect(message).toMatch(/\n2 of 4 groups not tried after these failures: \w+, \w+\.$/);
  });

  it("a service that is down is found out by as many failures in a row as there are connections", async () => {
    await start({ maxConnections: "2" });
    const fleet = await engine.create(KIND, { groups: replicas(1) });
    engine.service.fault({ kind: "status", status: 503, times: Infinity });
    const { update } = await engine.change(KIND, fleet, { groups: replicas(2) });
    engine.service.clearRequests();
    const { message } = await failure(update());
    expect(engine.service.requests.length).toBeLessThanOrEqual(3);
    expect(message).toMatch(/\n[12] of 4 groups not tried after these failures: \w+(, \w+)?\.$/);
  });

  it("what is missing to make a request is said once", async () => {
    await start({ apiKey: undefined });
    const { message } = await failure(engine.create(KIND, { groups: replicas(1) }));
    expect(message.split("\n")).toHaveLength(1);
    expect(message).toContain("containergroups:apiKey: is required to make a request");
  });
});

describe("when the service does not do what it was told", () => {
  it("the first groups are named in warnings, and the others counted", async () => {
    const names = Array.from({ length: 14 }, (_, index) => `group-${index}`);
    await start({}, names);
    const body = (_: unknown, answer: unknown) => ({ ...(answer as object), replicas: 1 });
    const headers = { "content-type": "application/json" };
    engine.service.fault({ kind: "body", processed: true, headers, body, times: Infinity });
    const printed = await engine.host.printedBy(() => engine.create(KIND, { groups: replicas(3, names) }));
    const lines = printed.split("\n").filter((line) => line.startsWith("warning: "));
    expect(lines.slice(0, 10).every((line) => line.includes("its response shows another value of replicas"))).toBe(
      true,
    );
    expect(lines.slice(10)).toEqual(["warning: 4 more of these"]);
  });
});

describe("when the service asks for a pause", () => {
  it("one 429 pauses all groups", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `group-${index}`);
    const answered: { status: number | undefined; time: number }[] = [];
    const onRequest: EmulatorOptions["onRequest"] = ({ status }) => answered.push({ status, time: Date.now() });
    await start({ maxConnections: "4", maxRetries: "2" }, names, { onRequest });
    engine.service.fault({ kind: "status", status: 429, headers: { "retry-after": "1" }, after: 8 });
    await engine.create(KIND, { groups: replicas(1, names) });
    const refused = answered.findIndex(({ status }) => status === 429);
    expect(refused).toBeGreaterThanOrEqual(8 - 3);
    // Those under way at the time are answered; then nothing comes for a second.
    const times = answered.slice(refused).map(({ time }) => time);
    const gap = Math.max(...times.map((time, index) => time - (times[index - 1] ?? time)));
    expect(gap).toBeGreaterThan(850);
    expect(engine.service.requests).toHaveLength(names.length + 1);
  });
});

describe("no secret is in what a failure says or keeps in the open", () => {
  it.each<[writing: string, write: (value: string) => string]>([
    ["as it is", (value) => value],
    ["in JSON twice", (value) => JSON.stringify(JSON.stringify(value))],
    ["in a URL twice", (value) => encodeURIComponent(encodeURIComponent(value))],
  ])("a message of the service that repeats a value of a group %s is withheld", async (_, write) => {
    await start();
    const container = { environmentVariables: { TOKEN: 'canary "value" ü' } };
    const detail = `${write('canary "value" ü')} is not allowed`;
    fault("worker", { kind: "status", status: 422, body: { detail } });
    const { kept, message } = await failure(engine.create(KIND, { groups: { ...replicas(1), worker: { container } } }));
    expect(message + (kept?.reasons.join() ?? "")).toContain(
      "422 Unprocessable Entity: the service's message is withheld: it repeats a secret (request id",
    );
    expect(message + (kept?.reasons.join() ?? "")).not.toContain("canary");
  });
});
