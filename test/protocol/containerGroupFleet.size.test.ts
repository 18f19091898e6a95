import type { Properties } from "../support/providerHost";
import { Engine, PROJECT } from "../support/protocol";

jest.setTimeout(300_000);

const KIND = "containerGroupFleet";
const ID = "acme/vision";
const FEW = 200;
const MANY = 10 * FEW;

/** All as long as each other. */
const name = (index: number) => `group-${String(index).padStart(5, "0")}`;

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.withGroups(Array.from({ length: MANY }, (_, index) => name(index)));
});

afterAll(() => engine.stop());

const fleet = (count: number, replicas: number): Properties => ({
  ...PROJECT,
  defaults: { displayName: "All", container: { environmentVariables: { MODE: "fast" } } },
  groups: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      name(index),
      { replicas: replicas + (index % 7), container: { image: `registry.example.com/renderer:${index}` } },
    ]),
  ),
});

/** A fleet of so many groups, and what its operations are called with when all replicas change. */
async function prepare(count: number) {
  const args = fleet(count, 1);
  const before = await engine.checked(KIND, args);
  const changed = fleet(count, 2);
  const after = await engine.checked(KIND, changed, before);
  return { count, before, changed, after, outs: (await engine.create(KIND, args)).outs };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

describe("a fleet of ten times as many groups", () => {
  let few: Prepared;
  let many: Prepared;

  beforeAll(async () => {
    few = await prepare(FEW);
    many = await prepare(MANY);
  });

  // prettier-ignore
  it.each<[operation: string, rounds: number, call: (of: Prepared) => Promise<unknown>, sends: boolean]>([
    ["check", 5, async ({ changed, before }) => expect((await engine.host.check(KIND, changed, before)).failures).toEqual([]), false],
    ["compare", 5, async ({ before, after }) => expect((await engine.host.diff(KIND, ID, before, after)).changes).toBe(true), false],
    ["create", 2, ({ before }) => engine.host.create(KIND, before), true],
    ["update", 2, ({ outs, after }) => engine.host.update(KIND, ID, outs, after), true],
  ])("takes CPU time to %s that grows with their number, and not with its square", async (_, rounds, call, sends) => {
    const least = async (of: Prepared) => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        engine.service.clearRequests();
        times.push(await engine.host.cpuTimeOf(() => call(of)));
        expect(engine.service.requests).toHaveLength(sends ? of.count : 0);
      }
      return Math.min(...times);
    };
    // Some 10 where it grows with the number, 100 with its square.
    expect((await least(many)) / (await least(few))).toBeLessThan(40);
  });
});
