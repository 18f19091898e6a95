import fc from "fast-check";
import { mergePatch as applyPatch } from "../../../../emulator/mergePatch";
import { isJsonObject, type Json, type JsonObject } from "../../../../common/json";
import { equalJson } from "../../../../provider/core/json/json";
import { membersOf, wireMemberAt, type Member } from "../../../../provider/core/schema/members";
import { mergePatch } from "../../../../provider/core/patch/mergePatch";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { queueUpdate } from "../../../../provider/core/schema/queue";
import { indeterminatePaths, withIndeterminate } from "../../../../provider/core/patch/indeterminatePaths";
import { body, remote } from "../../../support/bodies";

const group = membersOf(containerGroupUpdate);
const queue = membersOf(queueUpdate);
const RUNS = { numRuns: 500 };

const applied = (patch: JsonObject | undefined, target: JsonObject): JsonObject =>
  applyPatch(target, patch ?? {}) as JsonObject;

interface Leaf {
  path: string[];
  value: Json;
}

/** The values of a body that are replaced whole: everything but objects that have members. */
function leaves(value: Json | undefined, path: string[] = []): Leaf[] {
  if (!isJsonObject(value)) {
    return value === undefined ? [] : [{ path, value }];
  }
  return Object.entries(value).flatMap(([key, child]) => leaves(child as Json, [...path, key]));
}

/** Every place that a body speaks of: its values, and its empty objects. */
const places = (value: Json | undefined, path: string[] = []): string[][] =>
  isJsonObject(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, child]) => places(child as Json, [...path, key]))
    : [path];

const at = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (below, key) => (isJsonObject(below) && Object.hasOwn(below, key) ? (below as JsonObject)[key] : undefined),
    value,
  );

const related = (a: readonly string[], b: readonly string[]): boolean => {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).every((key, index) => key === b[index]);
};

const memberOf = (schema: Member, path: readonly string[]): Member | undefined =>
  path.reduce<Member | undefined>(wireMemberAt, schema);

const unsetOf = (schema: Member, path: readonly string[]): Json => memberOf(schema, path)?.unset ?? null;

/** RFC 7396 removes with null, so that absent and null are one. */
const present = (value: Json | undefined): Json | undefined => (value === null ? undefined : value);

/** Order carries no meaning in country codes alone. */
const comparable = (path: readonly string[], value: Json | undefined) =>
  path.join() === "country_codes" && Array.isArray(value) ? [...value].sort() : value;

/** Called for every leaf of thousands of cases: `expect` alone would take most of the time. */
function expectSame(path: readonly string[], actual: Json | undefined, wanted: Json | undefined): void {
  if (!equalJson(actual, wanted)) {
    expect({ path, value: actual }).toEqual({ path, value: wanted });
  }
}

/** An explicit null of a field that has a value of its own for that is as good as that value. */
function expectDeclared(result: JsonObject, declared: JsonObject, schema: Member) {
  for (const { path, value } of leaves(declared)) {
    const wanted = value ?? unsetOf(schema, path);
    expectSame(path, comparable(path, present(at(result, path))), comparable(path, present(wanted)));
  }
}

function expectTrue(
  result: JsonObject,
  before: JsonObject,
  previous: JsonObject[],
  declared: JsonObject,
  schema: Member,
) {
  expectDeclared(result, declared, schema);
  const declaredPaths = leaves(declared).map(({ path }) => path);
  for (const { path, value } of previous.flatMap((one) => leaves(one))) {
    const isDeclared = declaredPaths.some((other) => related(path, other));
    const isUnmanaged = memberOf(schema, path)?.unmanagedWhenRemoved;
    // An empty object says that there is an object, and nothing of what is in it.
    if (value === null || isDeclared || isUnmanaged || isJsonObject(at(declared, path))) {
      continue;
    }
    const found = present(at(result, path)) ?? null;
    // An object where a value was declared is somebody else's: what was ours in it is looked at by its own path.
    const left = isJsonObject(found) ? null : found;
    // An entity that is gone whole has no members left either.
    expectSame(path, left, left === null ? null : unsetOf(schema, path));
  }
  const touched = [declared, ...previous].flatMap((one) => places(one)).filter((path) => path.length > 0);
  for (const { path, value } of leaves(before)) {
    const isOurs = touched.some((other) => related(path, other));
    if (!isOurs && !insideRemovedEntity(schema, path, previous, declared)) {
      expectSame(path, at(result, path), value);
    }
  }
}

/**
 * An entity, and an object in one, is unset whole, with what others set in it: the service would refuse half of it.
 * It was so when any declaration but the first was without it.
 */
function insideRemovedEntity(
  schema: Member,
  path: readonly string[],
  previous: JsonObject[],
  declared: JsonObject,
): boolean {
  let member: Member | undefined = schema;
  let inEntity = false;
  return path.some((key, index) => {
    member = wireMemberAt(member, key);
    inEntity ||= member?.entity === true;
    const place = path.slice(0, index + 1);
    const had = previous.map((one) => at(one, place) !== undefined);
    return inEntity && had.includes(true) && (at(declared, place) === undefined || had.includes(false));
  });
}

describe.each([
  ["container group", group],
  ["queue", queue],
])("merge patch of a %s, judged by an independent RFC 7396 implementation", (_, schema) => {
  it("what is removed stays as it is where removed fields are left, and what is declared becomes true", () => {
    fc.assert(
      fc.property(remote(schema), body(schema), body(schema), (target, previous, declared) => {
        const before = applied(mergePatch(schema, {}, previous), target);
        const result = applied(mergePatch(schema, previous, declared, "leave"), before);
        expectDeclared(result, declared, schema);
        const declaredPaths = places(declared).filter((path) => path.length > 0);
        for (const { path, value } of leaves(before)) {
          if (!declaredPaths.some((other) => related(path, other))) {
            expectSame(path, at(result, path), value);
          }
        }
      }),
      RUNS,
    );
  });

  it("the same declaration again is no patch at all", () => {
    fc.assert(
      fc.property(body(schema), (declared) => {
        expect(mergePatch(schema, declared, structuredClone(declared))).toBeUndefined();
      }),
      RUNS,
    );
  });

  it("nothing is ever in a patch that neither declaration has", () => {
    fc.assert(
      fc.property(body(schema), body(schema), (previous, declared) => {
        for (const { path } of leaves(mergePatch(schema, previous, declared) ?? {})) {
          expectSame(
            path,
            [previous, declared].some((one) => at(one, path) !== undefined),
            true,
          );
        }
      }),
      RUNS,
    );
  });

  it("the declaration is true after a first patch and failures of which nobody knows whether they arrived, if any", () => {
    /** A declaration, and whether its patch arrived: its response did not. */
    const failure = fc.tuple(body(schema), fc.boolean());
    const first = fc.oneof(fc.constant({}), body(schema));
    fc.assert(
      fc.property(
        remote(schema),
        first,
        fc.array(failure, { maxLength: 3 }),
        body(schema),
        (target, ...declarations) => {
          const [adopted, failures, declared] = declarations;
          const before = applied(mergePatch(schema, {}, adopted), target);
          let service = before;
          let kept = adopted;
          let doubt: ReturnType<typeof indeterminatePaths> | undefined;
          for (const [attempt, arrived] of failures) {
            const previous = withIndeterminate(kept, doubt);
            const patch = mergePatch(schema, previous, attempt);
            if (patch !== undefined) {
              service = arrived ? applied(patch, service) : service;
              doubt = indeterminatePaths(patch, previous);
              kept = attempt;
            }
          }
          const patch = mergePatch(schema, withIndeterminate(kept, doubt), declared);
          const all = [adopted, ...failures.map(([attempt]) => attempt)];
          expectTrue(applied(patch, service), before, all, declared, schema);
        },
      ),
      { numRuns: 3 * RUNS.numRuns },
    );
  });
});

describe("what is in the patch of a container group", () => {
  const probe = { http: { path: "/", port: 80 }, period_seconds: 5 };
  // prettier-ignore
  const rows: [sentence: string, previous: JsonObject, declared: JsonObject, patch: JsonObject | undefined][] = [
    ["a member declared for the first time is sent", {}, { replicas: 3 }, { replicas: 3 }],
    ["an equal member is not", { replicas: 3 }, { replicas: 3 }, undefined],
    ["a changed scalar is sent whole", { replicas: 3 }, { replicas: 4 }, { replicas: 4 }],
    ["a scalar taken out is removed with null", { display_name: "x" }, {}, { display_name: null }],
    ["replicas taken out send nothing: whoever moves them keeps their count", { replicas: 3 }, {}, undefined],
    ["scaling actions taken out become an empty array", { "scaling-actions": [{ replicas: 1, schedule: "s" }] }, {}, { "scaling-actions": [] }],
    ["scheduled scaling taken out becomes false", { "scheduled-scaling-enabled": true }, {}, { "scheduled-scaling-enabled": false }],
    ["scaling actions that are declared null become an empty array", {}, { "scaling-actions": null }, { "scaling-actions": [] }],
    ["scheduled scaling that is declared null becomes false", { "scheduled-scaling-enabled": true }, { "scheduled-scaling-enabled": null }, { "scheduled-scaling-enabled": false }],
    ["an explicit null in place of the same unset value is no change", { "scaling-actions": [] }, { "scaling-actions": null }, undefined],
    ["an unset value that is taken out sends nothing: it is unset already", { "scheduled-scaling-enabled": false }, {}, undefined],
    ["an explicit null is sent as null", { replicas: 3 }, { replicas: null }, { replicas: null }],
    ["a null that was sent before is not sent again", { replicas: null }, { replicas: null }, undefined],
    ["a null taken out of the program sends nothing: it is removed already", { replicas: null }, {}, undefined],
    ["scaling actions that were null, taken out, send nothing", { "scaling-actions": null }, {}, undefined],
    ["a command in another order is another command", { container: { command: ["a", "b"] } }, { container: { command: ["b", "a"] } }, { container: { command: ["b", "a"] } }],
    ["country codes in another order are no change", { country_codes: ["de", "fr"] }, { country_codes: ["fr", "de"] }, undefined],
    ["other country codes are sent whole", { country_codes: ["de", "fr"] }, { country_codes: ["de"] }, { country_codes: ["de"] }],
    ["one environment variable travels alone", { container: { image: "i", environment_variables: { A: "1", B: "2" } } }, { container: { image: "i", environment_variables: { A: "1", B: "3" } } }, { container: { environment_variables: { B: "3" } } }],
    ["an environment variable taken out is removed by name", { container: { environment_variables: { A: "1", B: "2" } } }, { container: { environment_variables: { A: "1" } } }, { container: { environment_variables: { B: null } } }],
    ["a structure taken out is removed leaf by leaf, so that what others set beside ours survives", { container: { image: "i", resources: { cpu: 1 } } }, {}, { container: { image: null, resources: { cpu: null } } }],
    ["an empty structure is nothing to send", {}, { container: {}, networking: {} }, undefined],
    ["a probe is sent whole when one of its members changes", { liveness_probe: probe }, { liveness_probe: { ...probe, period_seconds: 6 } }, { liveness_probe: { ...probe, period_seconds: 6 } }],
    ["a probe that moves from exec to http sends its numbers, http, and null for exec", { liveness_probe: { exec: { command: ["true"] }, period_seconds: 5 } }, { liveness_probe: probe }, { liveness_probe: { ...probe, exec: null } }],
    ["a field taken out of a probe is removed with null, and the others are sent", { liveness_probe: probe }, { liveness_probe: { http: probe.http } }, { liveness_probe: { http: probe.http, period_seconds: null } }],
    ["a probe taken out is removed whole", { liveness_probe: probe }, {}, { liveness_probe: null }],
    ["an autoscaler is sent whole, with null for what is not declared any more", { queue_autoscaler: { min_replicas: 1, max_replicas: 5 } }, { queue_autoscaler: { max_replicas: 6 } }, { queue_autoscaler: { max_replicas: 6, min_replicas: null } }],
    ["a logging destination is sent whole, and its neighbour not at all", { container: { logging: { tcp: { host: "h", port: 1 }, splunk: { host: "s", token: "t" } } } }, { container: { logging: { tcp: { host: "h", port: 2 }, splunk: { host: "s", token: "t" } } } }, { container: { logging: { tcp: { host: "h", port: 2 } } } }],
    ["a member that the schema does not show is patched inside", { extra: { a: 1, b: 2 } }, { extra: { a: 1, b: 3 } }, { extra: { b: 3 } }],
    ["an array of such a field that becomes an object is sent whole", { extra: [1] }, { extra: {} }, { extra: {} }],
    ["an empty object in place of a null says nothing new", { extra: null }, { extra: {} }, undefined],
    ["a null of such a field is sent as null", { extra: 1 }, { extra: null }, { extra: null }],
    ["a null that is taken out of a probe is no change", { liveness_probe: { ...probe, exec: null } }, { liveness_probe: probe }, undefined],
    ["a null that is taken out of a probe is not sent with what changes", { liveness_probe: { ...probe, exec: null } }, { liveness_probe: { ...probe, period_seconds: 6 } }, { liveness_probe: { ...probe, period_seconds: 6 } }],
    ["an empty object within a probe says no more than none", { liveness_probe: probe }, { liveness_probe: { ...probe, exec: {} } }, undefined],
    ["an empty object within a probe says no more than a null", { liveness_probe: { ...probe, exec: null } }, { liveness_probe: { ...probe, exec: {} } }, undefined],
    ["a value within a probe that becomes an empty object is a change", { liveness_probe: { ...probe, extra: 5 } }, { liveness_probe: { ...probe, extra: {} } }, { liveness_probe: { ...probe, extra: {} } }],
  ];
  it.each(rows)("%s", (_, previous, declared, patch) => {
    expect(mergePatch(group, previous, declared)).toEqual(patch);
  });

  // prettier-ignore
  const left: [sentence: string, previous: JsonObject, declared: JsonObject, patch: JsonObject | undefined][] = [
    ["a scalar taken out is", { display_name: "x" }, {}, undefined],
    ["a probe taken out is", { liveness_probe: probe }, {}, undefined],
    ["an environment variable is, and its neighbour is sent", { container: { environment_variables: { A: "1", B: "2" } } }, { container: { environment_variables: { B: "3" } } }, { container: { environment_variables: { B: "3" } } }],
    ["a field of a probe is, where nothing else of the probe changes", { liveness_probe: probe }, { liveness_probe: { http: probe.http } }, undefined],
    ["a field of a probe is, where another one is sent", { liveness_probe: probe }, { liveness_probe: { http: { path: "/", port: 81 } } }, { liveness_probe: { http: { path: "/", port: 81 } } }],
    ["an explicit null is sent all the same", { display_name: "x" }, { display_name: null }, { display_name: null }],
  ];
  it.each(left)("where removed fields are left: %s", (_, previous, declared, patch) => {
    expect(mergePatch(group, previous, declared, "leave")).toEqual(patch);
  });

  it("a user's key is data, whatever its name", () => {
    const named = (value: string) =>
      JSON.parse(`{"container":{"environment_variables":{"__proto__":"${value}"}}}`) as JsonObject;
    expect(JSON.stringify(mergePatch(group, named("1"), named("2")))).toBe(JSON.stringify(named("2")));
    expect(JSON.stringify(mergePatch(group, named("1"), {}))).toBe(
      '{"container":{"environment_variables":{"__proto__":null}}}',
    );
  });

  it("an indeterminate removal is made again, field by field, when the object comes back in another form", () => {
    const exec = { liveness_probe: { exec: { command: ["true"] } } };
    const doubt = indeterminatePaths({ liveness_probe: null }, exec);
    expect(mergePatch(group, withIndeterminate({}, doubt), { liveness_probe: { http: { port: 80 } } })).toEqual({
      liveness_probe: { http: { port: 80 }, exec: null },
    });
  });
});
