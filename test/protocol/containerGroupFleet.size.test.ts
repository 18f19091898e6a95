import type { Properties } from "../support/dynamicProvider";
import { Engine, PROJECT } from "../support/protocol";

const KIND = "containerGroupFleet";
const FEW = 200;
const MANY = 10 * FEW;

/** All as long as each other. */
const name = (index: number) => `group-${String(index).padStart(5, "0")}`;

let engine: Engine;

beforeAll(async () => {
  const groups = Array.from({ length: MANY }, (_, index) => ({ ...PROJECT, name: name(index) }));
  engine = await Engine.start({}, { groups });
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

describe("a fleet of ten times as many groups", () => {
  it("takes the same bytes of state for each, beside its arguments", async () => {
    const added = async (count: number) => {
      const args = fleet(count, 1);
      const { outs } = await engine.create(KIND, args);
      return (JSON.stringify(outs).length - JSON.stringify(args).length) / count;
    };
    const few = await added(FEW);
    expect(few).toBeLessThan(150);
    expect(await added(MANY)).toBeLessThanOrEqual(few);
  });

  it("takes CPU time to compare that grows with their number, and not with its square", async () => {
    const least = async (count: number) => {
      const before = await engine.checked(KIND, fleet(count, 1));
      const after = await engine.checked(KIND, fleet(count, 2), before);
      const rounds: number[] = [];
      for (let round = 0; round < 5; round++) {
        const time = await engine.host.cpuTimeOf(async () => {
          expect((await engine.host.diff(KIND, "acme/vision", before, after)).changes).toBe(true);
        });
        rounds.push(time);
      }
      return Math.min(...rounds);
    };
    // Some 10 where it grows with the number, 100 with its square.
    expect((await least(MANY)) / (await least(FEW))).toBeLessThan(40);
  });
});
