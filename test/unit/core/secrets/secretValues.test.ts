import { formatPath } from "../../../../common/path";
import type { JsonObject } from "../../../../common/json";
import { UNKNOWN } from "../../../../common/unknown";
import { containerGroupArguments } from "../../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../../provider/core/schema/members";
import { queueJobArguments } from "../../../../provider/core/schema/queueJob";
import { SecretPaths } from "../../../../provider/core/secrets/secretPaths";
import { secretValues, visitSecrets } from "../../../../provider/core/secrets/secretValues";

const schema = membersOf(containerGroupArguments);
const values = (args: JsonObject, secretPaths: string[] = []) => {
  const { credentials, plain } = secretValues([{ args, secretPaths: new SecretPaths(secretPaths) }], schema);
  return { credentials: Object.fromEntries(credentials.map(({ text, name }) => [text, name])), plain };
};

describe("secret values", () => {
  const args: JsonObject = {
    displayName: "Web",
    container: {
      environmentVariables: { A: "env-a", B: null },
      registryAuthentication: { basic: { username: "user", password: "pass" } },
      logging: { http: { host: "h", headers: [{ name: "X-Key", value: "header" }], port: 8088 } },
    },
    additionalMembers: {
      container: { logging: { splunk: { token: "added" } }, environment_variables: { PASSWORD: "added too" } },
      list: [{ deep: ["marked", 7, true, null] }],
    },
  };

  const CREDENTIALS = {
    user: "container.registryAuthentication.basic.username",
    pass: "container.registryAuthentication.basic.password",
    header: "container.logging.http.headers[0].value",
    added: "additionalMembers.container.logging.splunk.token",
    "added too": "additionalMembers.container.environment_variables.PASSWORD",
  };

  test("are credentials by the name of the argument, and environment values, but no name of a header", () => {
    expect(values(args)).toEqual({ credentials: CREDENTIALS, plain: ["env-a"] });
  });

  test("are what the program marks, with everything in it, as text, by the name of what is marked", () => {
    expect(values(args, ["/displayName", "/additionalMembers/list", "/container/environmentVariables/A"])).toEqual({
      credentials: {
        ...CREDENTIALS,
        Web: "displayName",
        "env-a": "container.environmentVariables.A",
        marked: "additionalMembers.list",
        "7": "additionalMembers.list",
      },
      plain: [],
    });
  });
});

function secretsIn(args: JsonObject, marked: string[] = [], shape = schema): string[] {
  const found: string[] = [];
  visitSecrets(args, shape, new SecretPaths(marked), (_, reason, path) => found.push(`${formatPath(path)} ${reason}`));
  return found;
}

// prettier-ignore
test.each<[sentence: string, args: JsonObject, secrets: string[], marked?: string[]]>([
  ["environment values", { container: { environmentVariables: { A: "1", B: null, C: UNKNOWN } } }, ["container.environmentVariables.A sensitive"]],
  ["headers", { livenessProbe: { http: { path: "/", headers: [{ name: "n", value: "v" }] } } }, ["livenessProbe.http.headers[0].value sensitive"]],
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
