import fc from "fast-check";
import { z } from "zod";
import { declaredBody } from "../../../../provider/core/patch/declaration";
import { driftOf } from "../../../../provider/core/patch/drift";
import type { Json, JsonObject } from "../../../../common/json";
import { membersOf } from "../../../../provider/core/schema/members";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { optional } from "../../../../provider/core/schema/annotation";
import { fromWire } from "../../../../provider/core/schema/wireNames";
import { foldDrift, withoutDriftNotes } from "../../../../provider/core/patch/foldDrift";
import { fromProperties } from "../../../../provider/engine/state";
import { body } from "../../../support/bodies";

const group = membersOf(containerGroupUpdate);
const NOTE = "[changed outside of the program]";

function folded(args: JsonObject, response: JsonObject, marked: string[] = []): JsonObject {
  const kept = fromProperties({ ...args, __secrets: marked });
  return foldDrift(kept, driftOf(declaredBody(kept.args, group), response, group), group);
}

type Row = [sentence: string, args: JsonObject, response: JsonObject, expected: JsonObject, marked?: string[]];
const headers = [{ name: "n", value: "v" }];

// prettier-ignore
const tables: [what: string, rows: Row[]][] = [
  ["the arguments as the service has them", [
    ["are the same where nothing drifted", { name: "web", replicas: 3 }, { replicas: 3 }, { name: "web", replicas: 3 }],
    ["have the service's value under the name of programs", { name: "web", displayName: "a", replicas: 3 }, { display_name: "b" }, { name: "web", displayName: "b", replicas: 3 }],
    ["have it deep inside, with what is around it", { container: { image: "i", resources: { shmSize: 1, cpu: 1 } } }, { container: { resources: { shm_size: 2 } } }, { container: { image: "i", resources: { shmSize: 2, cpu: 1 } } }],
    ["have the elements of a list in the names of programs, and none that the schema does not name",
      { scalingActions: [{ replicas: 1, schedule: "s" }] }, { "scaling-actions": [{ replicas: 2, schedule: "s", some_id: 7 }] },
      { scalingActions: [{ replicas: 2, schedule: "s" }] }],
    ["have no field that is gone", { container: { logging: { tcp: { host: "h" }, splunk: { host: "s" } } } }, { container: { logging: { splunk: { host: "s" } } } }, { container: { logging: { splunk: { host: "s" } } } }],
    ["have the group's priority as the container's", { container: { priority: "high" } }, { priority: "low", container: {} }, { container: { priority: "low" } }],
    ["have what should have been removed", { startupProbe: null }, { startup_probe: { tcp: { port: 1 } } }, { startupProbe: { tcp: { port: 1 } } }],
  ]],
  ["of an additional member that drifted", [
    ["the value is in the additional members, in wire form", { additionalMembers: { networking: { load_balancer: "a" } } }, { networking: { load_balancer: "b" } }, { additionalMembers: { networking: { load_balancer: "b" } } }],
    ["the value is whole", { additionalMembers: { new_member: 1 } }, { new_member: { deep_member: 2 } }, { additionalMembers: { new_member: { deep_member: 2 } } }],
    ["there is nothing left where it is gone", { additionalMembers: { liveness_probe: { tcp: { port: 1 } }, other: 1 } }, { other: 1 }, { additionalMembers: { other: 1 } }],
    ["and of a typed one beside it there is nothing left where both are gone", { livenessProbe: { tcp: { port: 1 } }, additionalMembers: { liveness_probe: { new_member: 1 } } }, { version: 1 }, { additionalMembers: {} }],
    ["and of a typed one beside it the value is where the typed one was",
      { networking: { port: 80 }, additionalMembers: { networking: { load_balancer: "a" } } }, { networking: { port: 81, load_balancer: "a" } },
      { networking: { port: 81 }, additionalMembers: { networking: { load_balancer: "a" } } }],
  ]],
  ["a value that could be a credential is not copied, only that it differs:", [
    ["an environment value, under the user's own key", { container: { environmentVariables: { someKey: "1" } } }, { container: { environment_variables: { someKey: "2" } } }, { container: { environmentVariables: { someKey: NOTE } } }],
    ["an environment value that is gone is gone", { container: { environmentVariables: { A: "1" } } }, { container: { environment_variables: {} } }, { container: { environmentVariables: {} } }],
    ["a probe's headers", { livenessProbe: { http: { port: 1, headers } } }, { liveness_probe: { http: { port: 1, headers: [] } } }, { livenessProbe: { http: { port: 1, headers: NOTE } } }],
    ["the token of a destination that should not be there",
      { container: { logging: { splunk: null } } }, { container: { logging: { splunk: { host: "h", token: "t" } } } },
      { container: { logging: { splunk: { host: "h", token: NOTE } } } }],
    ["the token of a destination that the schema does not know",
      { additionalMembers: { container: { logging: { new_destination: { host: "h", token: "t" } } } } },
      { container: { logging: { new_destination: { host: "i", token: "theirs" } } } },
      { additionalMembers: { container: { logging: { new_destination: { host: "i", token: NOTE } } } } }],
    ["what the program marks", { displayName: "a" }, { display_name: "b" }, { displayName: NOTE }, ["/displayName"]],
    ["what is inside of what it marks", { networking: { port: 80 } }, { networking: { port: 81 } }, { networking: { port: NOTE } }, ["/networking"]],
    ["what has inside what it marks", { scalingActions: [{ replicas: 1, schedule: "s" }] }, { "scaling-actions": [] }, { scalingActions: NOTE }, ["/scalingActions/0/schedule"]],
    ["an additional member that it marks", { additionalMembers: { "a/b": 1 } }, { "a/b": 2 }, { additionalMembers: { "a/b": NOTE } }, ["/additionalMembers/a~1b"]],
    ["but not the neighbour of what it marks", { displayName: "a", replicas: 1 }, { display_name: "a", replicas: 2 }, { displayName: "a", replicas: 2 }, ["/displayName"]],
  ]],
];
describe.each(tables)("%s", (_, rows) => {
  test.each(rows)("%s", (__, args, response, expected, marked = []) => {
    const before = JSON.stringify(args);
    expect(folded(args, response, marked)).toStrictEqual(expected);
    expect(JSON.stringify(args)).toBe(before);
  });
});

test("the credential in an element of a list is not copied, though no field of the API is such a list today", () => {
  const element = z.object({ name: z.string(), token: optional(z.string(), { secrecy: "credential" }) });
  const shape = membersOf(z.object({ tokens: optional(z.array(element)) }));
  const drift = driftOf({ tokens: [] }, { tokens: [{ name: "n", token: "theirs" }] }, shape);
  expect(foldDrift(fromProperties({ tokens: [] }), drift, shape)).toEqual({ tokens: [{ name: "n", token: NOTE }] });
});

test("no credential is copied, whatever is declared and shown", () => {
  const CANARY = "canary-93aa";
  const probeWith = { http: { headers: [{ name: CANARY, value: CANARY }] } };
  // prettier-ignore
  const logging = { axiom: { api_token: CANARY }, http: { headers: [{ name: CANARY, value: CANARY }], password: CANARY } };
  const environment_variables = { A: CANARY, B: CANARY, "a.b": CANARY };
  const container = { environment_variables, registry_authentication: { A: { password: CANARY } }, logging };
  const secrets: JsonObject = { container, liveness_probe: probeWith, startup_probe: probeWith };
  fc.assert(
    fc.property(body(group), fc.boolean(), (declared, additional) => {
      const args = additional ? { additionalMembers: declared } : fromWire(declared, group);
      expect(JSON.stringify(folded(args, secrets))).not.toContain(CANARY);
    }),
    { numRuns: 500 },
  );
});

describe("a patch without notes", () => {
  // prettier-ignore
  test.each<[sentence: string, patch: JsonObject, expected: JsonObject | undefined]>([
    ["is the same where there is none", { a: 1, b: null, c: {}, d: { e: ["x", { f: 2 }] } }, { a: 1, b: null, c: {}, d: { e: ["x", { f: 2 }] } }],
    ["is nothing where there is nothing else", { a: NOTE }, undefined],
    ["has what stands beside a note", { a: NOTE, b: { c: NOTE, d: 1 } }, { b: { d: 1 } }],
    ["has no object that held a note alone", { a: 1, b: { c: { d: NOTE } } }, { a: 1 }],
    ["has no array with a note in it", { a: 1, b: ["x", NOTE] }, { a: 1 }],
    ["has no array with a note deep in it", { a: 1, b: [{ c: "x" }, { c: "x", d: [NOTE] }] }, { a: 1 }],
  ])("%s", (_, patch, expected) => {
    expect(withoutDriftNotes(patch)).toStrictEqual(expected);
  });
});

test("what was folded in is no drift any more, but for what is only noted", () => {
  const noted = /^(container|(liveness|readiness|startup)_probe)$/;
  const typed = (made: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(made).filter(([name]) => group.byWire.has(name) && !noted.test(name)));
  fc.assert(
    fc.property(body(group), body(group), (declared, response) => {
      const args = folded(fromWire(typed(declared), group), typed(response));
      expect(driftOf(declaredBody(args, group), typed(response) as { [key: string]: Json }, group)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
