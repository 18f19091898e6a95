import type { JsonObject } from "../../../../provider/core/json/json";
import { UNKNOWN } from "../../../../common/pulumiMarkers";
import { containerGroupArguments } from "../../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../../provider/core/schema/members";
import { SecretPaths } from "../../../../provider/core/secrets/secretPaths";
import { secretValues } from "../../../../provider/core/secrets/secretValues";

const schema = membersOf(containerGroupArguments);
const values = (args: JsonObject, secretPaths: string[] = []) => {
  const { credentials, plain } = secretValues(args, schema, new SecretPaths(secretPaths));
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
      container: { logging: { splunk: { token: "added" } } },
      list: [{ deep: ["marked", 7, true, null] }],
    },
  };

  const CREDENTIALS = {
    user: "container.registryAuthentication.basic.username",
    pass: "container.registryAuthentication.basic.password",
    "X-Key": "container.logging.http.headers[0].name",
    header: "container.logging.http.headers[0].value",
    added: "additionalMembers.container.logging.splunk.token",
  };

  test("are credentials by the name of the argument, and environment values", () => {
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

  test("are none where nothing is secret, and no unknown is one", () => {
    const nothing = { replicas: 3, container: { image: "i", environmentVariables: { A: UNKNOWN } } };
    expect(values(nothing)).toEqual({ credentials: {}, plain: [] });
  });
});
