import fc from "fast-check";
import { SIGNATURE_KEY, UNKNOWN_MARKERS } from "../../common/pulumiMarkers";
import { Engine } from "../support/protocol";
import { respondsWith } from "../support/service";

const WARNING = "the response holds text that Pulumi cannot carry";

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

/** The strings in a value, and the names of its objects' fields. */
function textsIn(value: unknown): { strings: string[]; keys: string[] } {
  if (typeof value !== "object" || value === null) {
    return { strings: typeof value === "string" ? [value] : [], keys: [] };
  }
  const inside = Object.values(value).map(textsIn);
  const keys = [...Object.keys(value), ...inside.flatMap((each) => each.keys)];
  return { strings: inside.flatMap((each) => each.strings), keys };
}

function expectPortable(value: unknown): void {
  const { strings, keys } = textsIn(value);
  expect(strings.filter((each) => !each.isWellFormed() || UNKNOWN_MARKERS.has(each))).toEqual([]);
  expect(keys).not.toContain(SIGNATURE_KEY);
}

test("a job's response of any content is carried by the host: one POST, one job in the state, and no string that Pulumi reserves", async () => {
  await fc.assert(
    fc.asyncProperty(json, text, fc.dictionary(text, json, { maxKeys: 3 }), async (output, status, more) => {
      engine.service.clearFaults();
      engine.service.clearRequests();
      engine.service.fault(respondsWith({ output, status, events: [more] }));
      const { id, outs } = await engine.create("queueJob", { queueName: "renders", input: 1 });
      expect(engine.bodies()).toHaveLength(1);
      expect(id).toMatch(/^acme\/vision\/renders\/[0-9a-f-]{36}$/);
      expectPortable(outs["observed"]);
    }),
    { numRuns: 200 },
  );
  expect(await engine.host.allPrinted()).toContain(`job in queue acme/vision/renders: ${WARNING}`);
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
      const current_state = { [displayName]: port };
      engine.service.fault(respondsWith({ networking: { port }, display_name: displayName, current_state }));
      const { props } = await engine.host.read("containerGroup", id, outs);
      expectPortable(props);
    }),
    { numRuns: 100 },
  );
  expect(await engine.host.allPrinted()).toContain(`container group acme/vision/web: ${WARNING}`);
});
