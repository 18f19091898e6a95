import fc from "fast-check";
import { mergePatch as applyPatch } from "../../../../emulator/mergePatch";
import type { JsonObject } from "../../../../provider/core/json/json";
import { keptFields } from "../../../../provider/core/patch/keptFields";
import { INDETERMINATE, mergePatch, type PreviousObject } from "../../../../provider/core/patch/mergePatch";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../../provider/core/schema/members";
import { body } from "../../../support/bodies";

const group = membersOf(containerGroupUpdate);

const kept = (previous: PreviousObject, declared: JsonObject, response: JsonObject): string[] =>
  keptFields(mergePatch(group, previous, declared) ?? {}, { previous, declared }, response, group).map((path) =>
    path.join("/"),
  );

const probe = { http: { path: "/", port: 80 }, period_seconds: 5 };
const variables = (environment_variables: JsonObject): JsonObject => ({ container: { environment_variables } });

test.each<[sentence: string, previous: PreviousObject, declared: JsonObject, response: JsonObject, fields: string[]]>([
  [
    "a field that is shown with its old value was kept",
    { display_name: "Web" },
    {},
    { display_name: "Web" },
    ["display_name"],
  ],
  [
    "a field that is shown with its old value in another writing was kept",
    { display_name: "Web" },
    {},
    { display_name: " Web" },
    ["display_name"],
  ],
  ["a field with another value was not kept", { display_name: "Web" }, {}, { display_name: "web" }, []],
  ["a field that is not shown was not kept", { display_name: "Web" }, {}, { version: 2 }, []],
  [
    "a display name that is the group's name, as null says, was not kept",
    { display_name: "web" },
    {},
    { name: "web", display_name: "web" },
    [],
  ],
  [
    "a field that is declared was not unset",
    { display_name: "Web" },
    { display_name: "Web 2" },
    { display_name: "Web" },
    [],
  ],
  [
    "a field that is declared null was kept where its old value is shown",
    { display_name: "Web" },
    { display_name: null },
    { display_name: "Web" },
    ["display_name"],
  ],
  [
    "an environment variable was kept, and its neighbour was not",
    variables({ A: "1", B: "2" }),
    variables({ B: "2" }),
    variables({ A: "1", B: "2" }),
    ["container/environment_variables/A"],
  ],
  [
    "scheduled scaling was kept on",
    { "scheduled-scaling-enabled": true },
    {},
    { "scheduled-scaling-enabled": true },
    ["scheduled-scaling-enabled"],
  ],
  [
    "scheduled scaling that is declared to be off was not unset",
    { "scheduled-scaling-enabled": true },
    { "scheduled-scaling-enabled": false },
    { "scheduled-scaling-enabled": true },
    [],
  ],
  [
    "a probe was kept whole",
    { liveness_probe: { ...probe, exec: null } },
    {},
    { liveness_probe: { ...probe, timeout_seconds: 1 } },
    ["liveness_probe"],
  ],
  [
    "a probe with another value is not the one that was",
    { liveness_probe: probe },
    {},
    { liveness_probe: { ...probe, period_seconds: 6 } },
    [],
  ],
  [
    "a probe's kind was kept beside the new one",
    { liveness_probe: probe },
    { liveness_probe: { tcp: { port: 1 } } },
    { liveness_probe: { ...probe, tcp: { port: 1 } } },
    ["liveness_probe/period_seconds", "liveness_probe/http"],
  ],
  [
    "the container's priority was kept as the group's",
    { container: { priority: "high" } },
    {},
    { priority: "high" },
    ["container/priority"],
  ],
  [
    "a credential is not compared",
    { container: { logging: { splunk: { token: "t" } } } },
    {},
    { container: { logging: { splunk: { token: "t" } } } },
    [],
  ],
  [
    "a destination is told by what is no credential",
    { container: { logging: { splunk: { host: "h", token: "t" } } } },
    {},
    { container: { logging: { splunk: { host: "h", token: "***" } } } },
    ["container/logging/splunk"],
  ],
  ["a field that was empty was not kept", { display_name: "" }, {}, { display_name: "" }, []],
  [
    "a field that no response shows is not compared where one shows it",
    { container: { logging: { http: { host: "h", port: 1, compression: "gzip" } } } },
    { container: { logging: { http: { host: "h", port: 1 } } } },
    { container: { logging: { http: { host: "h", port: 1, compression: "gzip" } } } },
    [],
  ],
  [
    "of a field that may not have been set nothing is known",
    { display_name: INDETERMINATE },
    {},
    { display_name: "Web" },
    [],
  ],
])("%s", (_, previous, declared, response, fields) => {
  expect(kept(previous, declared, response).sort()).toEqual([...fields].sort());
});

test("nothing was kept where the service did as the patch says", () => {
  fc.assert(
    fc.property(body(group), body(group), (previous, declared) => {
      const before = applyPatch({}, mergePatch(group, {}, previous) ?? {});
      const patch = mergePatch(group, previous, declared) ?? {};
      const { priority: _, ...response } = applyPatch(before, patch) as JsonObject;
      expect(keptFields(patch, { previous, declared }, response, group)).toEqual([]);
    }),
  );
});
