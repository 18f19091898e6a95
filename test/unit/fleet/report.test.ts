import { ServiceError } from "../../../provider/core/http/errors";
import type { JsonObject } from "../../../common/json";
import { announcement, reasonsOf } from "../../../provider/fleet/report";
import type { Outcome } from "../../../provider/fleet/tasks";
import { planOf } from "./support";

const names = (count: number) => Array.from({ length: count }, (_, index) => `g${index}`);

const named = (of: readonly string[]) => Object.fromEntries(of.map((name) => [name, {}]));
const gone = { onDestroy: { replicas: 0 } };
const many = {
  displayName: "n",
  countryCodes: ["de"],
  livenessProbe: {},
  networking: { port: 1 },
  queueAutoscaler: {},
};

// prettier-ignore
describe("what a change does to the groups of a fleet is announced", () => {
  // prettier-ignore
  test.each<[sentence: string, before: JsonObject, after: JsonObject, lines: string[]]>([
    ["by nothing, where nothing changes", { web: {} }, { web: {} }, []],
    ["by the groups that change, with their fields", { web: {}, worker: {} }, { web: { replicas: 1, displayName: "n" }, worker: {} }, ["changes 1 of 2 groups: web (replicas, displayName)"]],
    ["by three fields of a group, and how many more there are", { web: {} }, { web: many }, ["changes 1 of 1 group: web (displayName, countryCodes, livenessProbe and 2 more)"]],
    ["by the groups that are adopted, whatever is sent to them", { web: {} }, { web: {}, worker: { replicas: 1 } }, ["adopts 1 of 2 groups: worker"]],
    ["by the groups that are forgotten, and which of them get their onDestroy", { web: {}, worker: {}, edge: gone }, { web: {} }, ["forgets 2 of 3 groups: worker, edge (onDestroy)"]],
    ["by the fields that are no longer managed", { web: { replicas: 1 } }, { web: {} }, ["no longer manages fields of 1 of 1 group: web (replicas)"]],
    ["by ten groups, and how many more there are", {}, named(names(1012)), [`adopts 1,012 of 1,012 groups: ${names(10).join(", ")} and 1,002 more`]],
    ["by all of that in this order",
      { web: { replicas: 1 }, gone: {} }, { web: { displayName: "n" }, new: { replicas: 1 } },
      ["changes 1 of 2 groups: web (displayName)", "no longer manages fields of 1 of 2 groups: web (replicas)", "adopts 1 of 2 groups: new", "forgets 1 of 2 groups: gone"]],
  ])("%s", (_, before, after, lines) => {
    expect(announcement(planOf({ groups: before }, { groups: after }), false)).toEqual(lines);
  });
});

describe("the reasons of a fleet's failures", () => {
  const refused = (index: number, status: number) =>
    new ServiceError(`update container group g${index}: refused`, { status });
  const failed = (errors: readonly Error[]) =>
    new Map(errors.map((error, index): [string, Outcome<string>] => [`g${index}`, { failed: error }]));
  const reasons = (errors: readonly Error[]) => reasonsOf(failed(errors), "next").slice(1);

  test("are all given, where they are twenty", () => {
    const errors = names(20).map((_, index) => refused(index, 422));
    expect(reasons(errors)).toEqual(errors.map(({ message }) => message));
  });

  test("are twenty, and then how many more there are of each kind, the most frequent first", () => {
    const errors = [
      ...names(20).map((_, index) => refused(index, 422)),
      refused(20, 404),
      ...names(1500).map((_, index) => refused(21 + index, 422)),
      refused(1521, 404),
      new Error(`${"x".repeat(99)}yz`),
    ];
    expect(reasons(errors).slice(20)).toEqual([
      "1,500 more: 422 Unprocessable Entity",
      "2 more: 404 Not Found",
      `1 more: ${"x".repeat(99)}y`,
    ]);
  });

  test("of more than ten kinds are counted together", () => {
    const errors = names(35).map((_, index) => new Error(index < 20 ? "first" : `kind ${index}`));
    const lines = reasons(errors).slice(20);
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe("5 more: other failures");
  });

  test("end before they have more than 6,000 bytes, but for the first", () => {
    const long = (bytes: number) => new Error("x".repeat(bytes));
    expect(reasons([long(3000), long(3000), long(1)])).toEqual(["x".repeat(3000), "x".repeat(3000), "1 more: x"]);
    expect(reasons([long(7000), new Error("second")])).toEqual(["x".repeat(7000), "1 more: second"]);
    // Two bytes each.
    expect(reasons([new Error("é".repeat(3000)), new Error("b")])).toEqual(["é".repeat(3000), "1 more: b"]);
  });

  test("have those of groups whose change may have been made", () => {
    const error = refused(0, 502);
    const outcomes = new Map<string, Outcome<string>>([
      ["web", { done: "indeterminate" }],
      ["worker", { done: "fine" }],
    ]);
    const lines = reasonsOf(outcomes, "next", (result) =>
      result === "fine" ? undefined : { paths: { replicas: true }, reason: "it may have been made", error },
    );
    expect(lines).toEqual(["1 of 2 groups done; next.", "it may have been made"]);
  });

  // prettier-ignore
  test.each<[sentence: string, outcome: (index: number) => Outcome<string>, lines: string[]]>([
    ["are none where all is well", () => ({ done: "" }), []],
    ["say nothing of groups that were not tried where all were", () => ({ failed: refused(0, 422) }),
      ["0 of 13 groups done; next.", ...Array<string>(13).fill("update container group g0: refused")]],
    ["tell what was not tried where nothing failed: the engine was gone", (index) => (index < 11 ? { done: "" } : "not tried"),
      ["11 of 13 groups done; next.", "2 of 13 groups not tried: g11, g12."]],
    ["come with ten of the groups that were not tried after them", (index) => (index === 0 ? { failed: new Error("why") } : "not tried"),
      ["0 of 13 groups done; next.", "why", `12 of 13 groups not tried after these failures: ${names(11).slice(1).join(", ")} and 2 more.`]],
  ])("%s", (_, outcome, lines) => {
    expect(reasonsOf(new Map(names(13).map((name, index) => [name, outcome(index)])), "next")).toEqual(lines);
  });
});
