import type { Fault } from "../../emulator";
import type { Kind, Properties } from "../support/providerHost";
import { Engine, failure, PROJECT } from "../support/protocol";
import { until } from "../support/until";

const NAMES = Array.from({ length: 60 }, (_, index) => `group-${index}`);
const FLEET = { groups: Object.fromEntries(NAMES.map((name) => [name, { replicas: 2 }])) };
const GROUP = { name: "group-0", replicas: 2 };

let engine: Engine;
afterEach(() => engine.stop());

/** No request times out here: what ends one is that the engine is gone. */
const start = async (settings: Record<string, string> = {}) => {
  engine = await Engine.start(
    { requestTimeoutSeconds: "600", maxRetries: "4", ...settings },
    { groups: NAMES.map((name) => ({ ...PROJECT, name })) },
  );
};
const requests = () => engine.service.requests.length;

/** A call that is under way when the engine ends: after it has sent so many requests. It ends when nothing more is sent for it. */
async function endWithoutEngine(call: Promise<unknown>, afterRequests: number): Promise<void> {
  const failed = failure(call);
  await until(() => requests() >= afterRequests, `not ${afterRequests} requests`);
  await engine.host.engineGone();
  expect((await failed).message).toContain("cancelled");
}

describe("when the engine is gone", () => {
  it.each([1, 2])("the rest of a fleet is not sent, with %i connections", async (connections) => {
    await start({ maxConnections: `${connections}` });
    engine.service.fault({ kind: "hang", after: 4, times: Infinity });
    const inputs = await engine.checked("containerGroupFleet", FLEET);
    await endWithoutEngine(engine.host.create("containerGroupFleet", inputs), 4 + connections);
    expect(requests()).toBe(4 + connections);
  });

  const limited: Fault = { kind: "status", status: 429, headers: { "retry-after": "30" }, times: Infinity };
  it.each<[what: string, kind: Kind, args: Properties, fault: Fault]>([
    ["a group that waits out a Retry-After", "containerGroup", GROUP, limited],
    ["a job that waits out a Retry-After", "queueJob", { queueName: "renders", input: 1 }, limited],
    ["a group whose first request hangs", "containerGroup", GROUP, { kind: "hang", times: Infinity }],
  ])("%s is not sent again", async (_, kind, args, fault) => {
    await start();
    engine.service.fault(fault);
    const inputs = await engine.checked(kind, args);
    await endWithoutEngine(engine.host.create(kind, inputs), 1);
    expect(requests()).toBe(1);
  });

  it("a refresh and a delete that come late send nothing, and fail", async () => {
    await start({ refresh: "patch" });
    const { id, outs } = await engine.create("containerGroup", { ...GROUP, onDestroy: { replicas: 0 } });
    await engine.host.newRun();
    engine.service.fault({ kind: "hang" });
    await endWithoutEngine(engine.host.read("containerGroup", id, outs), 2);
    await expect(engine.host.read("containerGroup", id, outs)).rejects.toThrow("cancelled");
    await expect(engine.host.delete("containerGroup", id, outs, { sameRun: true })).rejects.toThrow("cancelled");
    expect(requests()).toBe(2);
  });
});
