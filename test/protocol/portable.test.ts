import fc from "fast-check";
import { SIGNATURE_KEY, UNKNOWN_MARKERS } from "../../common/pulumiMarkers";
import { Engine } from "../support/protocol";

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.start();
});

afterAll(() => engine.stop());

/** Strings that Pulumi reserves, or that are not well-formed, among others. */
const text = fc.oneof(
  fc.constantFrom(...UNKNOWN_MARKERS, SIGNATURE_KEY, "\ud800", "a\udc00b", "\ud83d\ude00", "\u0000", "plain"),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 4 }),
);
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom(null, true, 0, -1.5, 1e300, "1b47061264138c4ac30d75fd1eb44270"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(text, tie("value"), { maxKeys: 3 }),
  ),
})).value;

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") {
    return [value];
  }
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.values(value).flatMap(stringsIn);
}

function keysIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return [...Object.keys(value), ...Object.values(value).flatMap(keysIn)];
}

test("a job's response of any content is carried by the host: one POST, one job in the state, and no string that Pulumi reserves", async () => {
  await fc.assert(
    fc.asyncProperty(json, text, fc.dictionary(text, json, { maxKeys: 3 }), async (output, status, more) => {
      engine.service.clearFaults();
      engine.service.clearRequests();
      engine.service.fault({
        kind: "body",
        processed: true,
        body: (_: unknown, response: unknown) => ({ ...(response as object), output, status, events: [more] }),
      });
      const { id, outs } = await engine.create("queueJob", { queueName: "renders", input: 1 });
      expect(engine.bodies()).toHaveLength(1);
      expect(id).toMatch(/^acme\/vision\/renders\/[0-9a-f-]{36}$/);
      for (const each of stringsIn(outs["observed"])) {
        expect(each.isWellFormed()).toBe(true);
        expect(UNKNOWN_MARKERS.has(each)).toBe(false);
      }
      expect(keysIn(outs["observed"])).not.toContain(SIGNATURE_KEY);
    }),
    { numRuns: 200 },
  );
});

test("a drifted value of any content is carried by the host when a refresh folds it in", async () => {
  await engine.host.newRun({ refresh: "patch" });
  const { id, outs } = await engine.create("containerGroup", {
    name: "web",
    displayName: "Web",
    additionalMembers: { networking: { port: 80 } },
  });
  await fc.assert(
    fc.asyncProperty(json, text, async (port, displayName) => {
      engine.service.clearFaults();
      engine.service.fault({
        kind: "body",
        processed: true,
        body: (_: unknown, response: unknown) => ({
          ...(response as object),
          networking: { port },
          display_name: displayName,
          current_state: { [displayName]: port },
        }),
      });
      const { props } = await engine.host.read("containerGroup", id, outs);
      for (const each of stringsIn(props)) {
        expect(each.isWellFormed()).toBe(true);
        expect(UNKNOWN_MARKERS.has(each)).toBe(false);
      }
    }),
    { numRuns: 100 },
  );
});
