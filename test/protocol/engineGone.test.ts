import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../../emulator";
import type { Kind, Properties } from "../support/dynamicProvider";
import { Engine, PROJECT } from "../support/protocol";

/** How long the provider may take to notice. */
const NOTICED = 3_000;

const NAMES = Array.from({ length: 60 }, (_, index) => `group-${index}`);
const FLEET = { groups: Object.fromEntries(NAMES.map((name) => [name, { replicas: 2 }])) };

let engine: Engine;
afterEach(() => engine.stop());

const start = async (settings: Record<string, string>) => {
  engine = await Engine.start(
    { requestTimeoutSeconds: "30", maxRetries: "4", ...settings },
    { groups: NAMES.map((name) => ({ ...PROJECT, name })) },
  );
};
const requests = () => engine.service.requests.length;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await sleep(20);
  }
}

/** Nobody hears any more what comes of a call. */
const ignored = () => undefined;

describe("when the engine is gone", () => {
  it.each(["1", "2"])("the rest of a fleet is not sent, with %s connections", async (maxConnections) => {
    await start({ maxConnections });
    engine.service.fault({ kind: "slow", delayMs: 300, times: Infinity });
    const inputs = await engine.checked("containerGroupFleet", FLEET);
    const call = engine.host.create("containerGroupFleet", inputs).catch(ignored);
    await until(() => requests() >= 5);
    await engine.host.engineGone();
    await sleep(NOTICED);
    const made = requests();
    await sleep(10_000);
    expect(requests()).toBe(made);
    expect(made).toBeLessThan(NAMES.length / 2);
    await call;
  });

  const limited: Fault = { kind: "status", status: 429, headers: { "retry-after": "5" }, times: Infinity };
  it.each<[what: string, kind: Kind, args: Properties, fault: Fault]>([
    ["a group that waits out a Retry-After", "containerGroup", { name: "group-0", replicas: 2 }, limited],
    ["a job that waits out a Retry-After", "queueJob", { queueName: "renders", input: 1 }, limited],
    [
      "a group whose first request hangs",
      "containerGroup",
      { name: "group-0", replicas: 2 },
      { kind: "hang", times: Infinity },
    ],
  ])("%s is not sent again", async (_, kind, args, fault) => {
    await start({ requestTimeoutSeconds: "5" });
    engine.service.fault(fault);
    const inputs = await engine.checked(kind, args);
    const call = engine.host.create(kind, inputs).catch(ignored);
    await until(() => requests() >= 1);
    await sleep(200);
    await engine.host.engineGone();
    await sleep(NOTICED);
    engine.service.clearFaults();
    const made = requests();
    // The Retry-After, or the limit of the request, has ended by then.
    await sleep(4_000);
    expect(requests()).toBe(made);
    await call;
  });

  it("a refresh and a delete that come late send nothing, and fail", async () => {
    await start({ refresh: "patch" });
    const group = { name: "group-0", replicas: 2, onDestroy: { replicas: 0 } };
    const { id, outs } = await engine.create("containerGroup", group);
    await engine.host.newRun();
    engine.service.fault({ kind: "hang", times: 1 });
    const call = engine.host.read("containerGroup", id, outs).catch(ignored);
    await until(() => requests() >= 2);
    await sleep(200);
    await engine.host.engineGone();
    await call;
    const made = requests();
    await expect(engine.host.read("containerGroup", id, outs)).rejects.toThrow("cancelled");
    await expect(engine.host.delete("containerGroup", id, outs, { sameRun: true })).rejects.toThrow("cancelled");
    expect(requests()).toBe(made);
  });
});

it("an engine that is there is not taken for gone, however long an answer takes", async () => {
  await start({});
  engine.service.fault({ kind: "slow", delayMs: 5000 });
  await engine.create("containerGroup", { name: "group-0", replicas: 2 });
  expect(engine.bodies()).toEqual([{ replicas: 2 }]);
});
