import type { JsonObject } from "../../../../provider/core/json/json";
import { UNKNOWN } from "../../../../provider/core/json/object";
import { containerGroupArguments } from "../../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../../provider/core/schema/members";
import { SecretPaths } from "../../../../provider/core/secrets/secretPaths";
import { secretValues } from "../../../../provider/core/secrets/secretValues";

const schema = membersOf(containerGroupArguments);
const values = (args: JsonObject, secretPaths: string[] = [], options = {}) =>
  [...secretValues(args, schema, new SecretPaths(secretPaths), options)].sort();

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

  test("are all that could be a credential", () => {
    expect(values(args)).toEqual(["X-Key", "added", "env-a", "header", "pass", "user"]);
  });

  test("are what the program marks, with everything in it, as text", () => {
    expect(values(args, ["/displayName", "/additionalMembers/list"])).toEqual(
      ["7", "Web", "X-Key", "added", "env-a", "header", "marked", "pass", "user"].sort(),
    );
  });

  test("that are secret in the state too leave out environment values that are not marked", () => {
    expect(values(args, [], { secretOnly: true })).toEqual(["X-Key", "added", "header", "pass", "user"]);
    expect(values(args, ["/container/environmentVariables/A"], { secretOnly: true })).toContain("env-a");
  });

  test("are none where nothing is secret, and no unknown is one", () => {
    expect(values({ replicas: 3, container: { image: "i", environmentVariables: { A: UNKNOWN } } })).toEqual([]);
  });
});
