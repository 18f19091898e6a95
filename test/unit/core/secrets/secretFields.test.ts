import type { JsonObject } from "../../../../provider/core/json/json";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../../provider/core/schema/members";
import { secretFields } from "../../../../provider/core/secrets/masking";
import { SecretPaths } from "../../../../provider/core/secrets/secretPaths";

const body = membersOf(containerGroupUpdate);
const fieldsIn = (patch: JsonObject, args: JsonObject, marks: string[] = []) =>
  secretFields(patch, { body, declarations: [{ args, secretPaths: new SecretPaths(marks) }] }).map((path) =>
    path.join("."),
  );

describe("the secret fields of a patch", () => {
  // prettier-ignore
  test.each<[sentence: string, patch: JsonObject, args: JsonObject, marks: string[], fields: string[]]>([
    ["are the environment variable that the program marks, and no other",
      { container: { environment_variables: { A: "1", B: "2" } } }, { container: { environmentVariables: { A: "1", B: "2" } } },
      ["/container/environmentVariables/A"], ["container.environment_variables.A"]],
    ["are a credential that nobody marks",
      { container: { registry_authentication: { basic: { password: "p" } } } },
      { container: { registryAuthentication: { basic: { username: "u", password: "p" } } } }, [], ["container.registry_authentication.basic.password"]],
    ["are a list of which one element is marked", { container: { command: ["a", "b"] } }, { container: { command: ["a", "b"] } }, ["/container/command/1"], ["container.command"]],
    ["are an additional list of which one element is marked, whatever is beside it", { list: [null, { deep: ["x"] }] }, { additionalMembers: { list: [null, { deep: ["x"] }] } }, ["/additionalMembers/list/1/deep/0"], ["list"]],
    ["are no list of which nothing is marked", { container: { command: ["a", "b"] } }, { container: { command: ["a", "b"] } }, ["/container/image"], []],
    ["are an object that is marked as a whole", { container: { image: "i" } }, { container: { image: "i" } }, ["/container"], ["container"]],
    ["end where additional fields are secret as a whole",
      { container: { image: "i", new: 1 }, more: 1, replicas: null }, { container: { image: "i" }, additionalMembers: { container: { new: 1 }, more: 1 } },
      ["/additionalMembers"], ["container", ""]],
    ["are none where nothing secret changes", { replicas: 3 }, { replicas: 3, displayName: "x" }, ["/displayName"], []],
  ])("%s", (_, patch, args, marks, fields) => {
    expect(fieldsIn(patch, args, marks)).toEqual(fields);
  });
});
