import fc from "fast-check";
import type { Json, JsonObject } from "../../../../provider/core/json/json";
import { getOwn, isJsonObject } from "../../../../provider/core/json/object";
import { leftFields } from "../../../../provider/core/patch/leftFields";
import { mergePatch, type Removed } from "../../../../provider/core/patch/mergePatch";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../../provider/core/schema/members";
import { body } from "../../../support/bodies";

const group = membersOf(containerGroupUpdate);
const probe = { http: { path: "/", port: 80 }, period_seconds: 5 };

test.each<[sentence: string, removed: Removed, previous: JsonObject, declared: JsonObject, fields: string[]]>([
  ["replicas that are taken out are left", "unset", { replicas: 3, display_name: "x" }, {}, ["replicas"]],
  ["replicas that are declared null are not left", "unset", { replicas: 3 }, { replicas: null }, []],
  [
    "a probe's field that is taken out is unset",
    "unset",
    { liveness_probe: probe },
    { liveness_probe: { http: {} } },
    [],
  ],
  [
    "every field that is taken out is left where removed fields are",
    "leave",
    { replicas: 3, display_name: "x" },
    {},
    ["replicas", "display_name"],
  ],
  [
    "of a structure each field is left",
    "leave",
    { container: { image: "i", resources: { cpu: 1 } } },
    {},
    ["container/image", "container/resources/cpu"],
  ],
  ["a structure that is declared null is not left", "leave", { extra: { a: 1 } }, { extra: null }, []],
  ["a probe is left whole", "leave", { liveness_probe: probe }, {}, ["liveness_probe"]],
  [
    "a field of a probe is left",
    "leave",
    { liveness_probe: probe },
    { liveness_probe: { http: probe.http } },
    ["liveness_probe/period_seconds"],
  ],
])("%s", (_, removed, previous, declared, fields) => {
  expect(leftFields(group, previous, declared, { removed }).map((path) => path.join("/"))).toEqual(fields);
});

const at = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((around, key) => (isJsonObject(around) ? getOwn(around, key) : undefined), value);

test("no field is both left and in the patch", () => {
  fc.assert(
    fc.property(body(group), body(group), fc.constantFrom<Removed>("unset", "leave"), (previous, declared, removed) => {
      const patch = mergePatch(group, previous, declared, { removed }) ?? {};
      for (const path of leftFields(group, previous, declared, { removed })) {
        expect([path, at(patch, path)]).toEqual([path, undefined]);
      }
    }),
  );
});
