import fc from "fast-check";
import { driftOf } from "../../../../provider/core/patch/drift";
import type { Json, JsonObject } from "../../../../provider/core/json/json";
import { membersOf } from "../../../../provider/core/schema/members";
import { containerGroupUpdate, queueUpdate } from "../../../../provider/core/schema";
import { body } from "../../../support/bodies";

const group = membersOf(containerGroupUpdate);
const paths = (declared: JsonObject, answer: JsonObject): string[] =>
  driftOf(declared, answer, group).map(({ path }) => path.join("/"));

const probe = { http: { path: "/", port: 80 }, period_seconds: 5 };
const inContainer = (container: JsonObject): JsonObject => ({ container });
const variables = (environment_variables: Json): JsonObject => ({ container: { environment_variables } });
const logging = (destinations: JsonObject): JsonObject => ({ container: { logging: destinations } });

type Row = [sentence: string, declared: JsonObject, answer: JsonObject, drift: string[]];

describe("drift of a member", () => {
  test.each<Row>([
    ["is none where the answer shows the same", { replicas: 3 }, { replicas: 3 }, []],
    ["is another value", { replicas: 3 }, { replicas: 4 }, ["replicas"]],
    [
      "is another value deep inside",
      inContainer({ resources: { cpu: 1, memory: 2 } }),
      inContainer({ resources: { cpu: 1, memory: 3 } }),
      ["container/resources/memory"],
    ],
    [
      "is every member that differs",
      { replicas: 3, display_name: "a" },
      { replicas: 4, display_name: "b" },
      ["replicas", "display_name"],
    ],
    ["is another kind of value", { networking: { port: 80 } }, { networking: "none" }, ["networking"]],
    [
      "is none where the answer leaves the member out, though it must have it",
      { replicas: 3, display_name: "x" },
      { version: 1 },
      [],
    ],
    [
      "is none where the answer has null in its place",
      { replicas: 3, container: { image: "i" } },
      { replicas: null, container: null },
      [],
    ],
    ["is none where the answer is empty", { liveness_probe: probe }, {}, []],
    [
      "is none for what others declare",
      { replicas: 3 },
      { replicas: 3, display_name: "theirs", container: { image: "theirs" } },
      [],
    ],
  ])("%s", (_, declared, answer, drift) => {
    expect(paths(declared, answer)).toEqual(drift);
  });

  test("has what is declared and what is shown", () => {
    expect(driftOf({ replicas: 3, ...variables({ A: "1" }) }, { replicas: 4, ...variables({}) }, group)).toEqual([
      { path: ["replicas"], declared: 3, actual: 4 },
      { path: ["container", "environment_variables", "A"], declared: "1", actual: undefined },
    ]);
  });
});

describe("what is gone:", () => {
  test.each<Row>([
    ["a probe that the answer does not show is", { liveness_probe: probe }, { version: 1 }, ["liveness_probe"]],
    ["a probe that is null is", { liveness_probe: probe }, { liveness_probe: null }, ["liveness_probe"]],
    ["the autoscaler is", { queue_autoscaler: { min_replicas: 1 } }, { version: 1 }, ["queue_autoscaler"]],
    [
      "an environment variable is",
      variables({ A: "1", B: "2" }),
      variables({ B: "2" }),
      ["container/environment_variables/A"],
    ],
    [
      "all of them are not, where the answer leaves the whole out",
      variables({ A: "1" }),
      inContainer({ image: "i" }),
      [],
    ],
    ["a logging destination is", logging({ tcp: { host: "h" } }), logging({}), ["container/logging/tcp"]],
    [
      "a member of a probe is",
      { liveness_probe: probe },
      { liveness_probe: { http: { path: "/", port: 80 } } },
      ["liveness_probe/period_seconds"],
    ],
    [
      "a member inside of a probe's kind is",
      { liveness_probe: probe },
      { liveness_probe: { ...probe, http: { path: "/" } } },
      ["liveness_probe/http/port"],
    ],
    ["a member of the container is not", inContainer({ image: "i" }), inContainer({ hash: "h" }), []],
  ])("%s", (_, declared, answer, drift) => {
    expect(paths(declared, answer)).toEqual(drift);
  });
});

describe("declared null", () => {
  test.each<Row>([
    [
      "is what the service makes of it",
      { replicas: null, display_name: null },
      { replicas: 0, display_name: "web" },
      [],
    ],
    ["is none where there is nothing", { liveness_probe: null, country_codes: null }, { country_codes: [] }, []],
    ["is drift where there is a probe", { liveness_probe: null }, { liveness_probe: probe }, ["liveness_probe"]],
    [
      "is drift where there is a variable",
      variables({ A: null, B: null }),
      variables({ A: "1" }),
      ["container/environment_variables/A"],
    ],
    ["is drift where there are country codes", { country_codes: null }, { country_codes: ["de"] }, ["country_codes"]],
    [
      "is drift inside of a probe",
      { liveness_probe: { ...probe, exec: null } },
      { liveness_probe: { ...probe, exec: { command: [] } } },
      ["liveness_probe/exec"],
    ],
  ])("%s", (_, declared, answer, drift) => {
    expect(paths(declared, answer)).toEqual(drift);
  });
});

describe("lists", () => {
  const action = (replicas: number, more: JsonObject = {}): JsonObject => ({ replicas, schedule: "s", ...more });
  test.each<Row>([
    [
      "of country codes in another order are the same",
      { country_codes: ["de", "fr"] },
      { country_codes: ["fr", "de"] },
      [],
    ],
    [
      "of other country codes are not",
      { country_codes: ["de", "fr"] },
      { country_codes: ["de", "es"] },
      ["country_codes"],
    ],
    ["with one more are not", { country_codes: ["de"] }, { country_codes: ["de", "fr"] }, ["country_codes"]],
    [
      "of a command in another order are not",
      inContainer({ command: ["a", "b"] }),
      inContainer({ command: ["b", "a"] }),
      ["container/command"],
    ],
    [
      "of actions that the service completes are the same",
      { "scaling-actions": [action(1)] },
      { "scaling-actions": [action(1, { id: 7 })] },
      [],
    ],
    [
      "of other actions are not",
      { "scaling-actions": [action(1)] },
      { "scaling-actions": [action(2, { id: 7 })] },
      ["scaling-actions"],
    ],
    [
      "of fewer actions are not",
      { "scaling-actions": [action(1), action(2)] },
      { "scaling-actions": [action(1)] },
      ["scaling-actions"],
    ],
    [
      "without actions, and still with some, are not",
      { "scaling-actions": [] },
      { "scaling-actions": [action(1)] },
      ["scaling-actions"],
    ],
  ])("%s", (_, declared, answer, drift) => {
    expect(paths(declared, answer)).toEqual(drift);
  });
});

describe("what the interface never answers is never drift:", () => {
  const CHANGED = "changed";
  test.each<Row>([
    [
      "credentials of a registry",
      inContainer({ registry_authentication: { basic: { password: "p" } } }),
      inContainer({ registry_authentication: { basic: { password: CHANGED } } }),
      [],
    ],
    [
      "a logging token, though its neighbour is",
      logging({ splunk: { host: "h", token: "t" } }),
      logging({ splunk: { host: CHANGED, token: CHANGED } }),
      ["container/logging/splunk/host"],
    ],
    [
      "a masked logging token",
      logging({ splunk: { host: "h", token: "t" } }),
      logging({ splunk: { host: "h", token: "***" } }),
      [],
    ],
    [
      "a logging token that is not shown",
      logging({ splunk: { host: "h", token: "t" } }),
      logging({ splunk: { host: "h" } }),
      [],
    ],
    [
      "the headers of a logging destination",
      logging({ http: { host: "h", headers: [{ name: "n", value: "v" }] } }),
      logging({ http: { host: "h" } }),
      [],
    ],
    [
      "compression and format",
      logging({ http: { host: "h", compression: "none", format: "json" } }),
      logging({ http: { host: "h", format: "text" } }),
      [],
    ],
    [
      "the scheme of a probe",
      { liveness_probe: { http: { scheme: "https", port: 1 } } },
      { liveness_probe: { http: { port: 1 } } },
      [],
    ],
  ])("%s", (_, declared, answer, drift) => {
    expect(paths(declared, answer)).toEqual(drift);
  });
});

describe("the container's priority", () => {
  test.each<Row>([
    [
      "is compared with the group's",
      inContainer({ priority: "high" }),
      { priority: "low", container: {} },
      ["container/priority"],
    ],
    [
      "is not compared with the container's",
      inContainer({ priority: "high" }),
      { priority: "high", container: { priority: "low" } },
      [],
    ],
    ["is tolerated where the group has none", inContainer({ priority: "high" }), { container: {} }, []],
    ["is tolerated where the container is not shown", inContainer({ priority: "high" }), { priority: "low" }, []],
  ])("%s", (_, declared, answer, drift) => {
    expect(paths(declared, answer)).toEqual(drift);
  });
});

describe("additional members", () => {
  test.each<Row>([
    [
      "drift where they are shown with another value",
      { networking: { load_balancer: "a" } },
      { networking: { load_balancer: "b", port: 1 } },
      ["networking/load_balancer"],
    ],
    ["do not where they are not shown", { new_member: { deep: 1 } }, { version: 1 }, []],
    [
      "drift by the members that are declared alone",
      { new_member: { deep: 1 } },
      { new_member: { deep: 2, other: 3 } },
      ["new_member/deep"],
    ],
  ])("%s", (_, declared, answer, drift) => {
    expect(paths(declared, answer)).toEqual(drift);
  });
});

test("a user's key may have any name", () => {
  const named = (value: string) => variables(JSON.parse(`{"__proto__":"${value}","constructor":"c"}`) as JsonObject);
  expect(paths(named("1"), named("1"))).toEqual([]);
  expect(paths(named("1"), named("2"))).toEqual(["container/environment_variables/__proto__"]);
  expect(paths(named("1"), variables({}))).toHaveLength(2);
});

describe.each([
  ["container group", group],
  ["queue", membersOf(queueUpdate)],
])("a %s", (_, schema) => {
  const shownAs = (declared: JsonObject): JsonObject => {
    const priority = (declared["container"] as JsonObject | undefined)?.["priority"];
    return priority === undefined || schema !== group ? declared : { ...declared, priority };
  };

  test("that is answered as it was declared has not drifted", () => {
    fc.assert(
      fc.property(body(schema), (declared) => {
        expect(driftOf(declared, shownAs(structuredClone(declared)), schema)).toEqual([]);
      }),
    );
  });

  test("drifts at places that are declared alone, whatever is answered", () => {
    fc.assert(
      fc.property(
        body(schema),
        fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<Json>),
        body(schema),
        (declared, other, answer) => {
          for (const { path, declared: said } of driftOf(declared, { ...other, ...answer }, schema)) {
            const found = path.reduce<Json | undefined>((below, key) => (below as JsonObject)[key], declared);
            expect(found).toBe(said);
          }
        },
      ),
    );
  });
});
