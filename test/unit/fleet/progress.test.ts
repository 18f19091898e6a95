import { startEmulator } from "../../../emulator";
import { configurationOf } from "../../support/configuration";
import type { Properties } from "../../support/providerHost";
import { Engine, PROJECT } from "../../support/protocol";
import { ProviderInProcess } from "../../support/providerInProcess";

const KIND = "containerGroupFleet";
const TEN_SECONDS = 10_000;

const fleet = (replicas: number) => ({
  defaults: { replicas, onDestroy: { replicas: 0 } },
  groups: { web: {}, worker: {} },
});

let engine: Engine;
let created: { id: string; outs: Properties };

beforeAll(async () => {
  const service = await startEmulator({ groups: ["web", "worker"].map((name) => ({ ...PROJECT, name })) });
  const settings = { baseUrl: service.url, apiKey: service.apiKey, ...PROJECT, refresh: "patch", maxConnections: "1" };
  engine = new Engine(service, await ProviderInProcess.start(configurationOf(settings)));
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

test.each<[operation: string, verb: string, call: () => Promise<unknown>]>([
  ["a creation", "updated", () => engine.create(KIND, fleet(2))],
  ["an update", "updated", async () => (await engine.change(KIND, created, fleet(2))).update()],
  ["a refresh", "refreshed", () => engine.host.read(KIND, created.id, created.outs)],
  ["a destruction", "forgotten", () => engine.host.delete(KIND, created.id, created.outs)],
])("%s that takes long says how many groups are %s", async (_, verb, call) => {
  tenSecondsAtSecondGroup();
  expect(await engine.host.printedBy(call)).toContain(`fleet acme/vision: 1 of 2 groups ${verb}\n`);
});
