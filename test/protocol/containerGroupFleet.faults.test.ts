import type { EmulatorOptions, Fault } from "../../emulator";
import type { Properties } from "../support/providerHost";
import { Engine, failure, PROJECT, sentAfterPause } from "../support/protocol";

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

/** An update that must fail in part: what the engine then keeps, and the reasons that it prints. */
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
  expect(fleet.outs).not.toHaveProperty("__prior");
  expect(fleet.outs).not.toHaveProperty("__unconfirmed");
  const { diff } = await engine.change(KIND, fleet, args);
  expect(diff.changes).toBe(false);
}

describe("a fleet of which some groups fail", () => {
  it("keeps those that succeeded, has a reason for each of the others, and the next update sends what is missing", async () => {
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

  it("does not undo a refused change when the program takes it back", async () => {
    await start();
    const fleet = await engine.create(KIND, { groups: replicas(1) });
    fault("worker", { kind: "status", status: 422 });
    const partial = await failing(fleet, {
      groups: { ...replicas(2), worker: { replicas: 1, displayName: "New", countryCodes: ["de"] } },
    });
    const back = await updated(partial, { groups: { ...replicas(2), worker: { replicas: 1 } } });
    // The state forgets that it failed.
    expect(back.changes).toBe(true);
    expect(sent()).toEqual({});
    await expectSettled(back, { groups: { ...replicas(2), worker: { replicas: 1 } } });
  });

  it("undoes an indeterminate change when the program takes it back", async () => {
    await start();
    const fleet = await engine.create(KIND, { groups: replicas(1) });
    fault("worker", { kind: "reset-after" });
    const partial = await failing(fleet, { groups: { ...replicas(1), worker: { replicas: 3, displayName: "New" } } });
    const back = await updated(partial, { groups: replicas(1) });
    expect(sent()).toEqual({ worker: { replicas: 1, display_name: null } });
    await expectSettled(back, { groups: replicas(1) });
  });

  it("sends nothing to a group that could not be adopted and is then removed", async () => {
    await start();
    const fleet = await engine.create(KIND, { groups: replicas(1, ["web"]) });
    fault("worker", { kind: "status", status: 404 });
    const args = { defaults: { onDestroy: { replicas: 0 } }, groups: replicas(2, ["web", "worker"]) };
    const partial = await failing(fleet, args);
    const back = await updated(partial, { ...args, groups: replicas(2, ["web"]) });
    expect(sent()).toEqual({});
    await expectSettled(back, { ...args, groups: replicas(2, ["web"]) });
  });

  it("sends the onDestroy patch of a removed group whose adoption is indeterminate", async () => {
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
  ])("sends an onDestroy patch that %s again, although the program no longer declares the group", async (_, kind) => {
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

  it("unsets what an indeterminate onDestroy patch may have set in a group that is declared again", async () => {
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

  it("is destroyed with the onDestroy patch of each group, also of one whose removal was refused", async () => {
    await start();
    const args = { defaults: { onDestroy: { displayName: "Gone" } }, groups: replicas(1, ["web", "worker"]) };
    const fleet = await engine.create(KIND, args);
    fault("worker", { kind: "status", status: 409 });
    const partial = await failing(fleet, { ...args, groups: replicas(2, ["web"]) });
    await engine.host.delete(KIND, partial.id, partial.outs);
    expect(sent()).toEqual({ web: { display_name: "Gone" }, worker: { display_name: "Gone" } });
  });

  it("is kept when its creation fails in part, and the next update adopts the rest", async () => {
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

describe("a fleet of which every group fails", () => {
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

  it.each<[trouble: string, fault: Fault]>([
    ["a service that is down", { kind: "status", status: 503 }],
    ["connections that are lost before the response", { kind: "reset-after" }],
  ])("sends no more once as many requests in a row as there are connections met %s", async (_, trouble) => {
    await start({ maxConnections: "2" });
    const fleet = await engine.create(KIND, { groups: replicas(1) });
    engine.service.fault({ ...trouble, times: Infinity });
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

describe("a fleet whose responses differ from what was sent", () => {
  it("has warnings that name ten groups, and one that counts the others", async () => {
    const names = Array.from({ length: 14 }, (_, index) => `group-${index}`);
    await start({}, names);
    const body = (_: unknown, response: unknown) => ({ ...(response as object), replicas: 1 });
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

describe("a fleet that meets a 429", () => {
  it("pauses the requests of all groups for as long as its Retry-After says", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `group-${index}`);
    await start({ maxConnections: "4", maxRetries: "2" }, names);
    engine.service.fault({ kind: "status", status: 429, headers: { "retry-after": "1" }, after: 8 });
    await engine.create(KIND, { groups: replicas(1, names) });
    const { requests } = engine.service;
    expect(requests).toHaveLength(names.length + 1);
    // Eight came before it, and at most two from each connection while it was on its way: the others waited for the second.
    expect(sentAfterPause(requests, 1000).length).toBeGreaterThanOrEqual(requests.length - 9 - 2 * 4);
  });
});

describe("a message of the service that repeats an environment value of a group", () => {
  it("is shown, with [secret] in place of the value", async () => {
    await start();
    const container = { environmentVariables: { TOKEN: 'canary "value" ü' } };
    const detail = 'canary "value" ü is not allowed';
    fault("worker", { kind: "status", status: 422, body: { detail } });
    const { kept, message } = await failure(engine.create(KIND, { groups: { ...replicas(1), worker: { container } } }));
    const shown = message + (kept?.reasons.join() ?? "");
    expect(shown).toContain("422 Unprocessable Entity: [secret] is not allowed (request id");
    expect(shown).not.toContain("canary");
  });
});
