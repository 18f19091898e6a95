import { Engine, PROJECT, type Resource } from "../../support/protocol";

const KIND = "containerGroupFleet";
const TEN_SECONDS = 10_000;

const fleet = (replicas: number) => ({
  defaults: { replicas, onDestroy: { replicas: 0 } },
  groups: { web: {}, worker: {} },
});

let engine: Engine;
let created: Resource;

beforeAll(async () => {
  const groups = ["web", "worker"].map((name) => ({ ...PROJECT, name }));
  engine = await Engine.inProcess({ refresh: "patch", maxConnections: "1" }, { groups });
});

beforeEach(async () => {
  created = await engine.create(KIND, fleet(1));
});

afterAll(() => engine.stop());

/** Calls what is called every ten seconds, while the request of the second group is answered. */
function tenSecondsAtSecondGroup(): void {
  const intervals = jest.spyOn(globalThis, "setInterval");
  const body = (_: unknown, response: unknown) => {
    const [tick] = intervals.mock.calls.find(([, milliseconds]) => milliseconds === TEN_SECONDS) ?? [];
    tick?.();
    intervals.mockRestore();
    return response;
  };
  const headers = { "content-type": "application/json" };
  engine.service.fault({ kind: "body", after: 1, processed: true, headers, body });
}

test.each<[operation: string, call: () => Promise<unknown>]>([
  ["a creation", () => engine.create(KIND, fleet(2))],
  ["an update", async () => (await engine.change(KIND, created, fleet(2))).update()],
  ["a refresh", () => engine.host.read(KIND, created.id, created.outs)],
  ["a destruction", () => engine.host.delete(KIND, created.id, created.outs)],
])("%s that takes long says how many groups were tried", async (_, call) => {
  tenSecondsAtSecondGroup();
  expect(await engine.host.printedBy(call)).toContain("fleet acme/vision: 1 of 2 groups tried\n");
});
