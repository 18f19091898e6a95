import { ServiceError } from "../../../provider/core/http/errors";
import type { JsonObject } from "../../../common/json";
import { declaredBody } from "../../../provider/core/patch/declaration";
import { mergePatch } from "../../../provider/core/patch/mergePatch";
import { containerGroupUpdate } from "../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../provider/core/schema/members";
import { SecretPaths, type Declaration } from "../../../provider/core/secrets/secretPaths";
import { fieldNames, leafPaths } from "../../../provider/resources/fieldNames";
import { removalHint, responseWarning } from "../../../provider/resources/responseMessages";

const group = membersOf(containerGroupUpdate);
const declare = (args: JsonObject, marked: string[] = []): Declaration => {
  return { args, secretPaths: new SecretPaths(marked) };
};
const variables = (environmentVariables: JsonObject) => ({ container: { environmentVariables } });
const bodyOf = (declaration: Declaration) => declaredBody(declaration.args, group);
const patchOf = (prior: Declaration, now: Declaration) => mergePatch(group, bodyOf(prior), bodyOf(now)) ?? {};
const sourceOf = (prior: Declaration, now: Declaration) => ({ body: group, declarations: [now, prior] });

const warning = (prior: Declaration, now: Declaration, response: JsonObject) =>
  responseWarning(patchOf(prior, now), response, sourceOf(prior, now));
const NOTHING = declare({});

test("a response that shows what was sent, in other case and order, is no warning", () => {
  const now = declare({ replicas: 3, countryCodes: ["de", "fr"] });
  expect(warning(NOTHING, now, { replicas: 3, country_codes: ["FR", "DE"] })).toBeUndefined();
});

test("one warning names each field that is shown with another value, and each that is unset and still shown", () => {
  const [prior, now] = [declare(variables({ A: "1", B: "1" })), declare(variables({ B: "2" }))];
  expect(warning(prior, now, { container: { environment_variables: { A: "1", B: "1" } } })).toBe(
    "the service accepted the change but its response shows another value of container.environmentVariables.A, " +
      "container.environmentVariables.B; it may have ignored or changed what was sent",
  );
});

test("a warning names nothing inside of a value that is secret as a whole", () => {
  const logging = (host: string) => ({ container: { logging: { tcp: { host } } } });
  expect(warning(NOTHING, declare(logging("h"), ["/container/logging"]), logging("i"))).toContain(
    "of container.logging;",
  );
});

const HIDDEN = { hidden: 1 };
const SECRET = declare({ replicas: 1, additionalMembers: { networking: HIDDEN, plan: HIDDEN } }, [
  "/additionalMembers",
]);
const PARTLY = declare({ networking: { port: 1 }, additionalMembers: { networking: HIDDEN } }, [
  "/additionalMembers/networking",
]);

describe("a path ends where a secret begins, in additional fields too:", () => {
  // prettier-ignore
  test.each<[sentence: string, now: Declaration, paths: string[][], names: string[], prior?: Declaration]>([
    ["the names of secret additional fields are not shown", SECRET, [["networking", "hidden"], ["plan", "hidden"]], ["fields of a secret value"]],
    ["those of typed arguments beside them are", SECRET, [["replicas"]], ["replicas"]],
    ["a secret object in the additional fields is named, and nothing in it", PARTLY, [["networking", "hidden"]], ["networking"]],
    ["a typed field beside it is", PARTLY, [["networking", "port"]], ["networking.port"]],
    ["what is taken out was secret before", NOTHING, [["plan", "hidden"]], ["fields of a secret value"], SECRET],
    ["a typed argument that is taken out was not", NOTHING, [["replicas"]], ["replicas"], SECRET],
    ["additional fields that nobody marks are named", declare({ additionalMembers: { plan: { size: 1 } } }), [["plan", "size"]], ["plan.size"]],
  ])("%s", (_, now, paths, names, prior = now) => {
    expect(fieldNames(paths, sourceOf(prior, now))).toEqual(names);
  });

  test("in a warning and in the hint of a removal", () => {
    expect(warning(NOTHING, SECRET, { networking: { hidden: 2 } })).toContain(
      "another value of fields of a secret value;",
    );
    const [now, patch] = [declare({ replicas: 1 }), patchOf(SECRET, declare({ replicas: 1 }))];
    expect(hint(422, now, patch, SECRET)).toContain("The patch unsets fields of a secret value.");
  });
});

function hint(status: number, now: Declaration, patch: JsonObject, prior: Declaration): string {
  const error = Object.assign(Object.create(ServiceError.prototype) as ServiceError, { status });
  return removalHint(error, patch, bodyOf(now), sourceOf(prior, now));
}

test.each([
  [400, true],
  [422, true],
  [409, false],
])("the removal of a field has a hint where the status is %i: %s", (status, hasHint) => {
  const [prior, now] = [declare({ displayName: "x", replicas: 1 }), declare({ replicas: 2 })];
  const expected =
    " The patch unsets displayName. If that is what the service refuses, give a value, " +
    'or set removedMembers: "leave" to stop managing fields that are taken out of the program.';
  expect(hint(status, now, patchOf(prior, now), prior)).toBe(hasHint ? expected : "");
  expect(hint(status, now, { replicas: 2 }, prior)).toBe("");
});

test("the leaves of a patch are its values, its arrays and its empty objects", () => {
  expect(leafPaths({ a: { b: null, c: [1] }, d: {} })).toEqual([["a", "b"], ["a", "c"], ["d"]]);
});
