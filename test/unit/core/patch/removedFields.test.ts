import fc from "fast-check";
import type { Json, JsonObject } from "../../../../common/json";
import { valueAt } from "../../../../provider/core/json/object";
import { mergePatch } from "../../../../provider/core/patch/mergePatch";
import type { Removed } from "../../../../provider/core/schema/annotation";
import { unmanagedFields, unsetFields } from "../../../../provider/core/patch/removedFields";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../../provider/core/schema/members";
import { body } from "../../../support/bodies";

const group = membersOf(containerGroupUpdate);
const probe = { http: { path: "/", port: 80 }, period_seconds: 5 };
const container = { container: { image: "i", resources: { cpu: 1 } } };
const schedule = (isEnabled: boolean) => ({ "scheduled-scaling-enabled": isEnabled });
const joined = (paths: string[][]) => paths.map((path) => path.join("/"));

// prettier-ignore
test.each<[sentence: string, previous: JsonObject, declared: JsonObject, fields: string[]]>([
  ["a field taken out is unset", { display_name: "x", replicas: 1 }, {}, ["display_name"]],
  ["a field declared null is unset", { display_name: "x" }, { display_name: null }, ["display_name"]],
  ["scheduled scaling taken out is unset by false", schedule(true), {}, ["scheduled-scaling-enabled"]],
  ["scheduled scaling declared false is set", schedule(true), schedule(false), []],
  ["a probe's kind is unset where another takes its place", { liveness_probe: probe }, { liveness_probe: { tcp: { port: 1 }, period_seconds: 5 } }, ["liveness_probe/http"]],
  ["of a structure each field is unset", container, {}, ["container/image", "container/resources/cpu"]],
  ["a field of a first declaration is set", {}, container, []],
])("%s", (_, previous, declared, fields) => {
  expect(joined(unsetFields(mergePatch(group, previous, declared) ?? {}, declared))).toEqual(fields);
});

// prettier-ignore
test.each<[sentence: string, removed: Removed, previous: JsonObject, declared: JsonObject, fields: string[]]>([
  ["replicas that are taken out are not managed", "unset", { replicas: 3, display_name: "x" }, {}, ["replicas"]],
  ["replicas that are declared null are managed", "unset", { replicas: 3 }, { replicas: null }, []],
  ["a probe's field that is taken out is unset", "unset", { liveness_probe: probe }, { liveness_probe: { http: {} } }, []],
  ["with leave no field that is taken out is managed", "leave", { replicas: 3, display_name: "x" }, {}, ["replicas", "display_name"]],
  ["with leave no field of a structure is", "leave", container, {}, ["container/image", "container/resources/cpu"]],
  ["a structure that is declared null is managed", "leave", { extra: { a: 1 } }, { extra: null }, []],
  ["with leave a probe is not managed as a whole", "leave", { liveness_probe: probe }, {}, ["liveness_probe"]],
  ["with leave a field of a probe is not", "leave", { liveness_probe: probe }, { liveness_probe: { http: probe.http } }, ["liveness_probe/period_seconds"]],
])("%s", (_, removed, previous, declared, fields) => {
  expect(joined(unmanagedFields(group, previous, declared, removed))).toEqual(fields);
});

test("every null of a patch is of a field that is unset", () => {
  const nulls = (value: Json, path: string[] = []): string[] =>
    value === null
      ? [path.join("/")]
      : typeof value === "object" && !Array.isArray(value)
        ? Object.entries(value).flatMap(([key, child]) => nulls(child, [...path, key]))
        : [];
  fc.assert(
    fc.property(body(group), body(group), (previous, declared) => {
      const patch = mergePatch(group, previous, declared) ?? {};
      expect(joined(unsetFields(patch, declared))).toEqual(expect.arrayContaining(nulls(patch)));
    }),
  );
});

test("no field that is not managed any more is in the patch", () => {
  fc.assert(
    fc.property(body(group), body(group), fc.constantFrom<Removed>("unset", "leave"), (previous, declared, removed) => {
      const patch = mergePatch(group, previous, declared, removed) ?? {};
      for (const path of unmanagedFields(group, previous, declared, removed)) {
        expect([path, valueAt(patch, path)]).toEqual([path, undefined]);
      }
    }),
  );
});
