import fc from "fast-check";
import { MAX_DEPTH } from "../../../../common/json";
import type { Json, JsonObject } from "../../../../provider/core/json/json";
import { readListedJob } from "../../../../provider/core/schema/listedJob";
import { membersOf } from "../../../../provider/core/schema/members";
import { observe } from "../../../../provider/core/schema/observed";
import { inferenceEndpointJob } from "../../../../provider/core/schema";

const schema = membersOf(inferenceEndpointJob);
const TIME = "2026-01-01T00:00:00Z";

/** A job with every member of the interface. */
const complete: JsonObject = {
  id: "6f1f8a1e-0000-4000-8000-000000000000",
  inference_endpoint_name: "llm",
  organization_name: "acme",
  create_time: TIME,
  update_time: TIME,
  events: [{ time: TIME }],
  input: { a_b: [1] },
  output: null,
  metadata: { c_d: 1 },
  webhook: "w",
  webhook_url: "u",
};

const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)]);

describe("readListedJob", () => {
  test("keeps every member that the schema knows", () => {
    expect(Object.keys(complete).sort()).toEqual([...schema.byWire.keys()].sort());
    expect(Object.keys(readListedJob(complete)).sort()).toEqual([...schema.members.keys()].sort());
  });

  test.each<[string, JsonObject]>([
    ["of a job with every member", complete],
    ["of an empty job", {}],
    ["with members that nobody knows", { ...complete, more: 1, events: [{ time: TIME, more: 1 }, {}] }],
    ["with elements that are no events", { events: [1, null, [TIME], "text", { time: 5 }, { time: TIME }] }],
    ["with an input that is nested as deep as the engine can carry", { id: "j", input: nested(MAX_DEPTH) }],
    ["with an input that is nested deeper", { id: "j", input: nested(MAX_DEPTH + 1) }],
    ["with metadata that are nested deeper", { id: "j", metadata: { a: nested(MAX_DEPTH) } }],
  ])("keeps what observe keeps by the schema, %s", (_, item) => {
    expect(readListedJob(item)).toStrictEqual(observe(item, schema));
  });

  test("keeps what observe keeps by the schema, whatever the service answers", () => {
    const anything = fc.jsonValue() as fc.Arbitrary<Json>;
    const likely = fc.oneof(anything, fc.array(fc.dictionary(fc.constantFrom("time", "more"), anything)));
    const names = fc.constantFrom(...Object.keys(complete), "constructor", "__proto__", "createTime");
    fc.assert(
      fc.property(fc.dictionary(names, likely), fc.subarray(Object.keys(complete)), (made, kept) => {
        const item = { ...made, ...Object.fromEntries(kept.map((name) => [name, complete[name] as Json])) };
        expect(readListedJob(item)).toStrictEqual(observe(item, schema));
      }),
    );
  });
});
