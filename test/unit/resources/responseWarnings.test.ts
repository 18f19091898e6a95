import type { JsonObject } from "../../../provider/core/json/json";
import { mergePatch } from "../../../provider/core/patch/mergePatch";
import { containerGroupUpdate } from "../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../provider/core/schema/members";
import { SecretPaths } from "../../../provider/core/secrets/secretPaths";
import { responseWarnings } from "../../../provider/resources/responseWarnings";

const group = membersOf(containerGroupUpdate);

function warnings(
  previous: JsonObject,
  declared: JsonObject,
  response: JsonObject,
  secretPaths: string[] = [],
): string[] {
  const patch = mergePatch(group, previous, declared) ?? {};
  return responseWarnings({ patch, previous, declared }, response, group, new SecretPaths(secretPaths));
}

test("a response that shows what was sent, in whatever writing, is no warning", () => {
  const declared = { replicas: 3, country_codes: ["de", "fr"] };
  expect(warnings({}, declared, { replicas: "3", country_codes: ["FR", "DE"] })).toEqual([]);
});

test("an unset field that is shown with its old value is named once, as kept", () => {
  const variables = (environment_variables: JsonObject) => ({ container: { environment_variables } });
  expect(warnings(variables({ A: "1", B: "1" }), variables({ B: "2" }), variables({ A: "1", B: "1" }))).toEqual([
    "the service accepted the change but its response shows another value of container.environmentVariables.B; it may have ignored or " +
      "changed what was sent",
    "the service kept container.environmentVariables.A: the change unset it, and the response shows the value that it had",
  ]);
});

test("another kind of a probe is named with the line that removes it", () => {
  const tcp = { tcp: { port: 80 } };
  const response = { liveness_probe: { ...tcp, http: { port: 80 } } };
  expect(warnings({}, { liveness_probe: tcp }, response)).toEqual([
    "the service has livenessProbe.http beside what the program declares; to remove what is not wanted, declare it as null: " +
      "livenessProbe: { http: null }",
  ]);
});

test("what is inside of a value that is secret as a whole is not named", () => {
  const logging = (destinations: JsonObject) => ({ container: { logging: destinations } });
  const response = logging({ tcp: { host: "h" }, axiom: { host: "a" } });
  expect(warnings({}, logging({ tcp: { host: "h" } }), response, ["/container/logging"]).join()).not.toContain("axiom");
});
