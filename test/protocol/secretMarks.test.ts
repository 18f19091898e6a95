import fc from "fast-check";
import type { JsonObject } from "../../provider/core/json/json";
import { Engine, PROJECT } from "../support/protocol";

const KIND = "containerGroupFleet";
const NAMES = ["web", "worker"];

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.start({}, { groups: NAMES.map((name) => ({ ...PROJECT, name })) });
});

afterAll(() => engine.stop());

const canary = (place: string) => `canary-of-${place}`;
const entry = (place: string, replicas: number): JsonObject => ({
  replicas,
  displayName: canary(place),
  container: { image: "i:1", environmentVariables: { TOKEN: canary(`${place}-token`) } },
});
const args = (replicas: number) => ({
  defaults: entry("defaults", replicas),
  groups: { web: entry("web", replicas + 1), worker: {} },
});

/** Every place of the arguments, from the whole down to a value: a program may mark any of them. */
function pointersIn(value: unknown, pointer: string): string[] {
  const inside = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [pointer, ...inside.flatMap(([key, child]) => pointersIn(child, `${pointer}/${key}`))];
}
const PLACES = pointersIn(args(1), "").filter((pointer) => pointer !== "");

/** What is marked, by the values that stand there. */
function canariesAt(pointer: string): string[] {
  const value = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((below, key) => (below as Record<string, unknown>)[key], args(1));
  return JSON.stringify(value).match(/canary-of-[a-z-]+/g) ?? [];
}

test("a fleet with secrets at any level is created, changed, read and destroyed, and no marked value is printed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.constantFrom(...PLACES), { minLength: 1, maxLength: 4 }), async (marks) => {
      const marked = (replicas: number) => ({ ...args(replicas), __secrets: marks });
      engine.service.clearRequests();
      const { length } = await engine.host.allPrinted();
      const created = await engine.create(KIND, marked(1));
      expect(engine.bodies()).toHaveLength(2);
      const change = await engine.change(KIND, created, marked(2));
      expect(change.diff.changes).toBe(true);
      const updated = await change.update();
      expect(engine.bodies()).toHaveLength(4);
      expect((await engine.change(KIND, updated, marked(2))).diff.changes).toBe(false);
      expect((await engine.host.read(KIND, updated.id, updated.outs)).props).toEqual(updated.outs);
      await engine.host.delete(KIND, updated.id, updated.outs, { sameRun: true });
      const printed = (await engine.host.allPrinted()).slice(length);
      expect(printed).toContain("changes 2 of 2 groups");
      for (const text of marks.flatMap(canariesAt)) {
        expect(printed).not.toContain(text);
      }
    }),
    { numRuns: 40 },
  );
});

test("a fleet whose marked parts are not known yet is previewed", async () => {
  const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const created = await engine.create(KIND, { ...args(1), __secrets: ["/groups"] });
  const { web } = args(1).groups;
  for (const unknown of [
    { groups: UNKNOWN },
    { defaults: UNKNOWN, groups: { web } },
    { groups: { web: UNKNOWN, worker: {} } },
    { groups: { web: { ...web, container: UNKNOWN }, worker: {} } },
  ]) {
    const change = await engine.change(KIND, created, { ...unknown, __secrets: ["/groups", "/defaults"] });
    expect(change.diff.changes).toBe(true);
  }
});
