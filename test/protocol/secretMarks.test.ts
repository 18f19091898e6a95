import fc from "fast-check";
import type { JsonObject } from "../../common/json";
import { Engine, PROJECT } from "../support/protocol";

const KIND = "containerGroupFleet";
const NAMES = ["web", "worker"];

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.start({}, { groups: NAMES.map((name) => ({ ...PROJECT, name })) });
});

afterAll(() => engine.stop());

const canary = (owner: string) => `canary-of-${owner}`;
const entry = (owner: string, replicas: number): JsonObject => ({
  replicas,
  displayName: canary(owner),
  container: { image: "i:1", environmentVariables: { TOKEN: canary(`${owner}-token`) } },
});
const args = (replicas: number) => ({
  defaults: entry("defaults", replicas),
  groups: { web: entry("web", replicas + 1), worker: {} },
});

/** The JSON pointer of a value and of each value in it: a program may mark any of them secret. */
function pointersIn(value: unknown, pointer: string): string[] {
  const inside = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [pointer, ...inside.flatMap(([key, child]) => pointersIn(child, `${pointer}/${key}`))];
}
const POINTERS = pointersIn(args(1), "").filter((pointer) => pointer !== "");

/** The canaries at a pointer and below it. */
function canariesAt(pointer: string): string[] {
  const value = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((below, key) => (below as Record<string, unknown>)[key], args(1));
  return JSON.stringify(value).match(/canary-of-[a-z-]+/g) ?? [];
}

test("a fleet with secrets at any level is created, changed, read and destroyed, and no secret value is printed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...POINTERS), { minLength: 1, maxLength: 4 }),
      async (secretPaths) => {
        const withSecrets = (replicas: number) => ({ ...args(replicas), __secrets: secretPaths });
        engine.service.clearRequests();
        const { length } = await engine.host.allPrinted();
        const created = await engine.create(KIND, withSecrets(1));
        expect(engine.bodies()).toHaveLength(2);
        const change = await engine.change(KIND, created, withSecrets(2));
        expect(change.diff.changes).toBe(true);
        const updated = await change.update();
        expect(engine.bodies()).toHaveLength(4);
        expect((await engine.change(KIND, updated, withSecrets(2))).diff.changes).toBe(false);
        expect((await engine.host.read(KIND, updated.id, updated.outs)).props).toEqual(updated.outs);
        await engine.host.delete(KIND, updated.id, updated.outs, { sameRun: true });
        const printed = (await engine.host.allPrinted()).slice(length);
        expect(printed).toContain("changes 2 of 2 groups");
        for (const text of secretPaths.flatMap(canariesAt)) {
          expect(printed).not.toContain(text);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test("a fleet whose secret fields are unknown is previewed as changed", async () => {
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
