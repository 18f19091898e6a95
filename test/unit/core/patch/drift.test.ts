import fc from "fast-check";
import { driftOf } from "../../../../provider/core/patch/drift";
import type { Json, JsonObject } from "../../../../common/json";
import { membersOf, wireMemberAt, type Member } from "../../../../provider/core/schema/members";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { queueUpdate } from "../../../../provider/core/schema/queue";
import { body } from "../../../support/bodies";

const group = membersOf(containerGroupUpdate);
const paths = (declared: JsonObject, response: JsonObject): string[] =>
  driftOf(declared, response, group).map(({ path }) => path.join("/"));

const probe = { http: { path: "/", port: 80 }, period_seconds: 5 };
const inContainer = (container: JsonObject): JsonObject => ({ container });
const variables = (environment_variables: Json): JsonObject => ({ container: { environment_variables } });
const logging = (destinations: JsonObject): JsonObject => ({ container: { logging: destinations } });

type Row = [sentence: string, declared: JsonObject, response: JsonObject, drift: string[]];
const probeWith = (more: JsonObject): JsonObject => ({ liveness_probe: { ...probe, ...more } });
const headers = (...list: [name: string, value: string][]): JsonObject =>
  probeWith({ http: { path: "/", port: 80, headers: list.map(([name, value]) => ({ name, value })) } });
const UUID = "0b3c4c1e-9d0f-4c8e-8d6e-0a1b2c3d4e5f";
const OTHER_UUID = "1b3c4c1e-9d0f-4c8e-8d6e-0a1b2c3d4e5f";
const gpu = (...gpu_classes: string[]): JsonObject => inContainer({ resources: { gpu_classes } });
const tags = (...names: string[]): JsonObject =>
  logging({ datadog: { host: "h", tags: names.map((name) => ({ name, value: "v" })) } });
const action = (replicas: number, more: JsonObject = {}): JsonObject => ({ replicas, schedule: "s", ...more });
const CHANGED = "changed";

// prettier-ignore
const tables: [what: string, rows: Row[]][] = [
  ["drift of a field", [
    ["is none where the response shows the same", { replicas: 3 }, { replicas: 3 }, []],
    ["is another value deep inside", inContainer({ resources: { cpu: 1, memory: 2 } }), inContainer({ resources: { cpu: 1, memory: 3 } }), ["container/resources/memory"]],
    ["is every field that differs", { replicas: 3, display_name: "a" }, { replicas: 4, display_name: "b" }, ["replicas", "display_name"]],
    ["is another kind of value", { networking: { port: 80 } }, { networking: "none" }, ["networking"]],
    ["is none where the response leaves the field out, though it must have it", { replicas: 3, display_name: "x" }, { version: 1 }, []],
    ["is an explicit null in its place, or in the place of what holds it", { replicas: 3, container: { image: "i" } }, { replicas: null, container: null }, ["replicas", "container/image"]],
    ["is none where the response is empty", { liveness_probe: probe }, {}, []],
    ["is none for what others declare", { replicas: 3 }, { replicas: 3, display_name: "theirs", container: { image: "theirs" } }, []],
  ]],
  ["what is gone:", [
    ["a probe that the response does not show is", { liveness_probe: probe }, { version: 1 }, ["liveness_probe"]],
    ["a probe that is null is", { liveness_probe: probe }, { liveness_probe: null }, ["liveness_probe"]],
    ["an environment variable is", variables({ A: "1", B: "2" }), variables({ B: "2" }), ["container/environment_variables/A"]],
    ["each of them is, where the response shows the rest of the container", variables({ A: "1", B: "", C: null }), inContainer({ image: "i" }), ["container/environment_variables/A"]],
    ["none of them is, where the response shows nothing beside them", variables({ A: "1" }), inContainer({}), []],
    ["none of them is, where the response shows nothing of the container", variables({ A: "1" }), { version: 1 }, []],
    ["none of them is, where all that is beside the container is null", variables({ A: "1" }), { display_name: null }, []],
    ["what is deep in the container is, where the response shows the group without it", inContainer({ resources: { cpu: 1 } }), { replicas: 1 }, ["container/resources/cpu"]],
    ["each of them is, where the response has null in their place", variables({ A: "1" }), variables(null), ["container/environment_variables/A"]],
    ["a logging destination is, where logging is null", logging({ tcp: { host: "h" }, splunk: { token: "t" } }), inContainer({ logging: null }), ["container/logging/tcp", "container/logging/splunk"]],
    ["the port is, where a response shows the group without networking", { networking: { port: 80 } }, { replicas: 1 }, ["networking/port"]],
    ["registry credentials are not, for no response shows them", inContainer({ registry_authentication: { basic: { username: "u" } } }), inContainer({ image: "i" }), []],
    ["an additional field is where it is null, and not where it is not shown", { extra: 1, more: { deep: 1 }, most: { deep: 1 } }, { extra: null, most: null, replicas: 1 }, ["extra", "most/deep"]],
    ["a logging destination is", logging({ tcp: { host: "h" } }), logging({}), ["container/logging/tcp"]],
    ["a field of a probe is", { liveness_probe: probe }, { liveness_probe: { http: { path: "/", port: 80 } } }, ["liveness_probe/period_seconds"]],
    ["a field inside of a probe's kind is", { liveness_probe: probe }, { liveness_probe: { ...probe, http: { path: "/" } } }, ["liveness_probe/http/port"]],
    ["a field of the container is not", inContainer({ image: "i" }), inContainer({ hash: "h" }), []],
  ]],
  ["declared null", [
    ["is none where there is nothing", { liveness_probe: null, country_codes: null }, { country_codes: [] }, []],
    ["is drift where there is a probe", { liveness_probe: null }, { liveness_probe: probe }, ["liveness_probe"]],
    ["is drift where there is a variable", variables({ A: null, B: null }), variables({ A: "1" }), ["container/environment_variables/A"]],
    ["is drift inside of a probe", { liveness_probe: { ...probe, exec: null } }, { liveness_probe: { ...probe, exec: { command: [] } } }, ["liveness_probe/exec"]],
  ]],
  ["what only is written in another way is none:", [
    ["a string declared empty that is null", inContainer({ image: "" }), inContainer({ image: null }), []],
    ["a list declared empty that is null", { "scaling-actions": [] }, { "scaling-actions": null }, []],
    ["a list declared empty inside of a probe that is absent", probeWith({ exec: { command: [] } }), probeWith({ exec: {} }), []],
    ["scheduled scaling declared null that is off", { "scheduled-scaling-enabled": null }, { "scheduled-scaling-enabled": false }, []],
    ["GPU classes in another order and other case", gpu(UUID, OTHER_UUID), gpu(OTHER_UUID.toUpperCase(), UUID), []],
    ["tags in another order", tags("a", "b"), tags("b", "a"), []],
    ["headers in another order, their names in other case", headers(["X-A", "1"], ["X-B", "2"]), headers(["x-b", "2"], ["x-a", "1"]), []],
    ["tags in another order, to which the service adds fields", tags("b", "a"), logging({ datadog: { host: "h", tags: [{ id: 2, name: "a", value: "v" }, { id: 1, name: "b", value: "v" }] } }), []],
    ["country codes in capitals and in another order", { country_codes: ["de", "fr"] }, { country_codes: ["FR", "DE"] }, []],
    ["a value that the service fills in for null", { replicas: null, liveness_probe: { ...probe, timeout_seconds: null } }, { replicas: 1, liveness_probe: { ...probe, timeout_seconds: 30 } }, []],
    ["a command that the service fills in for null", inContainer({ command: null }), inContainer({ command: ["run"] }), []],
  ]],
  ["what differs in more than writing is drift:", [
    ["scaling actions declared null, and some shown", { "scaling-actions": null }, { "scaling-actions": [{ replicas: 1, schedule: "s" }] }, ["scaling-actions"]],
    ["scheduled scaling declared null, and on", { "scheduled-scaling-enabled": null }, { "scheduled-scaling-enabled": true }, ["scheduled-scaling-enabled"]],
    ["one GPU class twice", gpu(UUID, OTHER_UUID), gpu(UUID, UUID), ["container/resources/gpu_classes"]],
    ["a header with a value in other case", headers(["X-A", "a"]), headers(["X-A", "A"]), ["liveness_probe/http/headers"]],
    ["an environment value in other case", variables({ A: "a" }), variables({ A: "A" }), ["container/environment_variables/A"]],
    ["an integer as a string", { replicas: 3 }, { replicas: "3" }, ["replicas"]],
    ["an empty list where some were declared", { country_codes: ["de"] }, { country_codes: [] }, ["country_codes"]],
  ]],
  ["lists", [
    ["of other country codes are not", { country_codes: ["de", "fr"] }, { country_codes: ["de", "es"] }, ["country_codes"]],
    ["with one more are not", { country_codes: ["de"] }, { country_codes: ["de", "fr"] }, ["country_codes"]],
    ["of a command in another order are not", inContainer({ command: ["a", "b"] }), inContainer({ command: ["b", "a"] }), ["container/command"]],
    ["of actions that the service completes are the same", { "scaling-actions": [action(1)] }, { "scaling-actions": [action(1, { id: 7 })] }, []],
    ["of other actions are not", { "scaling-actions": [action(1)] }, { "scaling-actions": [action(2, { id: 7 })] }, ["scaling-actions"]],
    ["without actions, and still with some, are not", { "scaling-actions": [] }, { "scaling-actions": [action(1)] }, ["scaling-actions"]],
  ]],
  ["what the API never shows is never drift:", [
    ["credentials of a registry", inContainer({ registry_authentication: { basic: { password: "p" } } }), inContainer({ registry_authentication: { basic: { password: CHANGED } } }), []],
    ["a logging token, though its neighbour is", logging({ splunk: { host: "h", token: "t" } }), logging({ splunk: { host: CHANGED, token: CHANGED } }), ["container/logging/splunk/host"]],
    ["a logging token that is not shown", logging({ splunk: { host: "h", token: "t" } }), logging({ splunk: { host: "h" } }), []],
    ["compression and format", logging({ http: { host: "h", compression: "none", format: "json" } }), logging({ http: { host: "h", format: "text" } }), []],
  ]],
  ["the container's priority", [
    ["is compared with the group's", inContainer({ priority: "high" }), { priority: "low", container: {} }, ["container/priority"]],
    ["is not compared with the container's", inContainer({ priority: "high" }), { priority: "high", container: { priority: "low" } }, []],
    ["is tolerated where the group has none", inContainer({ priority: "high" }), { container: {} }, []],
    ["is tolerated where the container is not shown", inContainer({ priority: "high" }), { priority: "low" }, []],
  ]],
  ["additional members", [
    ["drift where they are shown with another value", { networking: { load_balancer: "a" } }, { networking: { load_balancer: "b", port: 1 } }, ["networking/load_balancer"]],
    ["do not where they are declared null and shown", { new_member: null }, { new_member: 1, replicas: 1 }, []],
    ["do not where they are not shown", { new_member: { deep: 1 } }, { version: 1 }, []],
    ["drift by the fields that are declared alone", { new_member: { deep: 1 } }, { new_member: { deep: 2, other: 3 } }, ["new_member/deep"]],
  ]],
];
describe.each(tables)("%s", (_, rows) => {
  test.each(rows)("%s", (__, declared, response, drift) => {
    expect(paths(declared, response)).toEqual(drift);
  });
});

test("has what is shown", () => {
  expect(driftOf({ replicas: 3, ...variables({ A: "1" }) }, { replicas: 4, ...variables({}) }, group)).toEqual([
    { path: ["replicas"], actual: 4 },
    { path: ["container", "environment_variables", "A"], actual: undefined },
  ]);
});

test("a user's key may have any name", () => {
  const named = (value: string) => variables(JSON.parse(`{"__proto__":"${value}","constructor":"c"}`) as JsonObject);
  expect(paths(named("1"), named("1"))).toEqual([]);
  expect(paths(named("1"), named("2"))).toEqual(["container/environment_variables/__proto__"]);
  expect(paths(named("1"), variables({}))).toHaveLength(2);
});

/** Whether the schema takes the element of a list: of an object it requires every field. */
const isWhole = (element: Json): boolean =>
  typeof element !== "object" || Object.values(element ?? {}).filter((field) => typeof field === "string").length === 2;

/** The same in another writing, as the choices have it. It knows the schema's annotations, and nothing of how drift is found. */
function rewritten(member: Member | undefined, value: Json, choose: () => number): Json {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) {
    return ([null, "", []] as Json[])[choose() % 3] as Json;
  }
  if (Array.isArray(value)) {
    const isFree = member?.order !== undefined;
    if (isFree && !value.every(isWhole)) {
      return value;
    }
    const elements = value.map((element) => rewritten(member?.element, element, choose));
    return isFree && choose() % 2 === 0 ? elements.reverse() : elements;
  }
  if (typeof value === "object") {
    const entries = Object.entries(value).map(([key, child]) => [
      key,
      rewritten(wireMemberAt(member, key), child, choose),
    ]);
    return Object.fromEntries(entries) as Json;
  }
  const isCaseFree = typeof value === "string" && member?.ignoreCase;
  return isCaseFree && choose() % 2 === 0 ? value.toUpperCase() : value;
}

describe.each([
  ["container group", group],
  ["queue", membersOf(queueUpdate)],
])("a %s", (_, schema) => {
  const shownAs = (declared: JsonObject): JsonObject => {
    const priority = (declared["container"] as JsonObject | undefined)?.["priority"];
    return priority === undefined || schema !== group ? declared : { ...declared, priority };
  };

  test("that is shown as it was declared has not drifted", () => {
    fc.assert(
      fc.property(body(schema), (declared) => {
        expect(driftOf(declared, shownAs(structuredClone(declared)), schema)).toEqual([]);
      }),
    );
  });

  test("that is shown in another writing has not drifted", () => {
    fc.assert(
      fc.property(body(schema), fc.infiniteStream(fc.nat(5)), (declared, choices) => {
        const choose = () => choices.next().value as number;
        const written = rewritten(schema, shownAs(structuredClone(declared)), choose) as JsonObject;
        expect(driftOf(declared, written, schema)).toEqual([]);
      }),
    );
  });

  test("drifts at places that are declared alone, whatever is shown", () => {
    fc.assert(
      fc.property(
        body(schema),
        fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<Json>),
        body(schema),
        (declared, other, response) => {
          for (const { path } of driftOf(declared, { ...other, ...response }, schema)) {
            const found = path.reduce<Json | undefined>((below, key) => (below as JsonObject)[key], declared);
            expect(found).not.toBeUndefined();
          }
        },
      ),
    );
  });
});
