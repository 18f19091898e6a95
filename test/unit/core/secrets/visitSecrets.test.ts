import { formatPath } from "../../../../common/path";
import { UNKNOWN } from "../../../../common/pulumiMarkers";
import type { JsonObject } from "../../../../provider/core/json/json";
import { containerGroupArguments } from "../../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../../provider/core/schema/members";
import { queueJobArguments } from "../../../../provider/core/schema/queueJob";
import { SecretPaths } from "../../../../provider/core/secrets/secretPaths";
import { visitSecrets } from "../../../../provider/core/secrets/secretValues";

function secretsIn(args: JsonObject, marked: string[] = [], schema = membersOf(containerGroupArguments)): string[] {
  const found: string[] = [];
  visitSecrets(args, schema, new SecretPaths(marked), (_, reason, path) => found.push(`${formatPath(path)} ${reason}`));
  return found;
}

// prettier-ignore
test.each<[sentence: string, args: JsonObject, secrets: string[], marked?: string[]]>([
  ["nothing that is no secret", { replicas: 3, displayName: "Web" }, []],
  ["environment values", { container: { environmentVariables: { A: "1", B: null, C: UNKNOWN } } }, ["container.environmentVariables.A sensitive"]],
  ["credentials", { container: { registryAuthentication: { basic: { username: "u" } }, logging: { splunk: { host: "h", token: "t" } } } },
    ["container.registryAuthentication.basic.username credential", "container.logging.splunk.token credential"]],
  ["headers", { livenessProbe: { http: { path: "/", headers: [{ name: "n", value: "v" }] } } }, ["livenessProbe.http.headers[0].name sensitive", "livenessProbe.http.headers[0].value sensitive"]],
  ["the same on destroy", { onDestroy: { container: { environmentVariables: { A: "1" } } } }, ["onDestroy.container.environmentVariables.A sensitive"]],
  ["what the program marks", { displayName: "Web", networking: { port: 80 }, countryCodes: ["de", "fr"] }, ["displayName marked", "networking marked", "countryCodes[1] marked"], ["/displayName", "/networking", "/countryCodes/1"]],
  ["additional members by the names of the schema's credentials, at any depth",
    { additionalMembers: { container: { logging: { new: { token: { value: "t" }, host: "h" } }, environment_variables: { A: ["e"] } }, list: [{ "Api-Token": "k", tokens: "x" }] } },
    ["additionalMembers.container.logging.new.token.value credential", "additionalMembers.container.environment_variables.A[0] sensitive", 'additionalMembers.list[0].Api-Token credential']],
])("visits %s", (_, args, secrets, marked = []) => {
  expect(secretsIn(args, marked)).toEqual(secrets);
});

test("visits of a job the webhook, and of the input what is marked", () => {
  const args = { queueName: "frames", input: { token: "t", n: 1 }, webhook: "https://hooks.example/t" };
  expect(secretsIn(args, ["/input/token"], membersOf(queueJobArguments))).toEqual([
    "input.token marked",
    "webhook credential",
  ]);
});
