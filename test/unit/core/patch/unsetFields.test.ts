import fc from "fast-check";
import type { Json, JsonObject } from "../../../../provider/core/json/json";
import { mergePatch } from "../../../../provider/core/patch/mergePatch";
import { unsetFields } from "../../../../provider/core/patch/unsetFields";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../../provider/core/schema/members";
import { body } from "../../../support/bodies";

const group = membersOf(containerGroupUpdate);

test.each<[sentence: string, previous: JsonObject, declared: JsonObject, fields: string[]]>([
  ["a field taken out is unset", { display_name: "x", replicas: 1 }, {}, ["display_name"]],
  ["a field declared null is unset", { display_name: "x" }, { display_name: null }, ["display_name"]],
  [
    "scheduled scaling taken out is unset by false",
    { "scheduled-scaling-enabled": true },
    {},
    ["scheduled-scaling-enabled"],
  ],
  [
    "scheduled scaling declared false is set",
    { "scheduled-scaling-enabled": true },
    { "scheduled-scaling-enabled": false },
    [],
  ],
  [
    "a probe's kind is unset where another takes its place",
    { liveness_probe: { http: { port: 1 } } },
    { liveness_probe: { tcp: { port: 1 } } },
    ["liveness_probe/http"],
  ],
  [
    "of a structure each field is unset",
    { container: { image: "i", resources: { cpu: 1 } } },
    {},
    ["container/image", "container/resources/cpu"],
  ],
  ["a field of a first declaration is set", {}, { container: { image: "i" } }, []],
])("%s", (_, previous, declared, fields) => {
  expect(unsetFields(mergePatch(group, previous, declared) ?? {}, declared).map((path) => path.join("/"))).toEqual(
    fields,
  );
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
      const unset = unsetFields(patch, declared).map((path) => path.join("/"));
      expect(unset).toEqual(expect.arrayContaining(nulls(patch)));
    }),
  );
});
