import type { JsonObject } from "../../../../common/json";
import { UNKNOWN } from "../../../../common/unknown";
import { containerGroupArguments, containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../../provider/core/schema/members";
import { validateAdditionalMembers } from "../../../../provider/core/check/validation";
import { SecretPaths } from "../../../../provider/core/secrets/secretPaths";

const body = membersOf(containerGroupUpdate);

describe("an additional member that a typed argument declares too", () => {
  const failures = (args: JsonObject, marked: string[] = [], around?: string[]): string[] =>
    validateAdditionalMembers(args, body, new SecretPaths(marked), around);

  test("is refused with the path of either", () => {
    // prettier-ignore
    expect(
      failures({
        replicas: 1,
        container: { imageCaching: true, environmentVariables: { A: "1" } },
        additionalMembers: { replicas: 2, container: { image_caching: false, environment_variables: { A: "1", B: "2" } } },
      }),
    ).toEqual([
      "additionalMembers.replicas: is declared by the argument replicas too; declare it in one place",
      "additionalMembers.container.image_caching: is declared by the argument container.imageCaching too; declare it in one place",
      "additionalMembers.container.environment_variables.A: is declared by the argument container.environmentVariables.A too; declare it in one place",
    ]);
  });

  describe("is refused with no name in an object that is marked secret as a whole:", () => {
    const twice = {
      container: { environmentVariables: { TOKEN: "1", KEY: "2" } },
      additionalMembers: { container: { environment_variables: { TOKEN: "1", KEY: "2" } } },
    };
    const additional = "additionalMembers.container.environment_variables";
    const typed = "container.environmentVariables";

    const both = (declaredBy: string) => `is declared by ${declaredBy} too; declare it in one place`;
    const inside = `(inside a secret value): ${both("a typed argument")}`;
    const each = (reason: (name: string) => string) =>
      ["TOKEN", "KEY"].map((name) => `${additional}.${name}: ${reason(name)}`);
    const TYPED = "/container/environmentVariables";
    const ADDITIONAL = "/additionalMembers/container/environment_variables";

    // prettier-ignore
    test.each<[sentence: string, marked: string[], reasons: string[], around: string[]]>([
      ["values that are marked alone are named", [`${TYPED}/TOKEN`, `${ADDITIONAL}/TOKEN`], each((name) => both(`the argument ${typed}.${name}`)), []],
      ["the typed path ends at the object", ["/container"], each(() => both("the argument container")), []],
      ["the additional path ends at the object", [ADDITIONAL], [`${additional} ${inside}`], []],
      ["both end there, and what reads the same is told once", [`/groups/web${TYPED}`, "/groups/web/additionalMembers"], [`groups.web.additionalMembers ${inside}`], ["groups", "web"]],
    ])("%s", (_, marked, reasons, around) => {
      expect(failures(twice, marked, around)).toEqual(reasons);
    });
  });

  test.each<JsonObject>([
    { replicas: 1, additionalMembers: { networking: { load_balancer: "x" } } },
    { replicas: 1, additionalMembers: UNKNOWN },
    { replicas: 1 },
    { additionalMembers: { replicas: 3 } },
  ])("is nothing in %j", (args) => {
    expect(failures(args)).toEqual([]);
  });

  test("is not looked for among arguments that never travel", () => {
    expect(membersOf(containerGroupArguments).members.has("name")).toBe(true);
    expect(failures({ name: "web", additionalMembers: { name: "other" } })).toEqual([]);
  });
});
