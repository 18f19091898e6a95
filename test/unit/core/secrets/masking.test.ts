import fc from "fast-check";
import type { Json, JsonObject } from "../../../../common/json";
import { UNKNOWN } from "../../../../common/unknown";
import { containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { queueJobBody } from "../../../../provider/core/schema/queueJob";
import { membersOf } from "../../../../provider/core/schema/members";
import { maskBody, secretFields, visiblePath } from "../../../../provider/core/secrets/masking";
import { MASK } from "../../../../provider/core/secrets/redaction";
import { SecretPaths } from "../../../../provider/core/secrets/secretPaths";
import { smallJson } from "../../../support/bodies";

const body = membersOf(containerGroupUpdate);
const declaration = (args: JsonObject, marked: string[] = []) => ({ args, secretPaths: new SecretPaths(marked) });

// prettier-ignore
test.each<[sentence: string, marked: string[], path: string[], visible: string[]]>([
  ["in the names of programs", [], ["container", "environment_variables", "A"], ["container", "environmentVariables", "A"]],
  ["whole where it is marked itself", ["/container/environmentVariables/A"], ["container", "environment_variables", "A"], ["container", "environmentVariables", "A"]],
  ["up to the value that is marked as a whole", ["/container/environmentVariables"], ["container", "environment_variables", "A"], ["container", "environmentVariables"]],
  ["not at all where all is marked", [""], ["container", "environment_variables"], []],
])("a path is shown %s", (_, marked, path, visible) => {
  const declarations = [declaration({ container: { environmentVariables: { A: "1" } } }, marked)];
  expect(visiblePath(path, { body, declarations })).toEqual(visible);
});

describe("a body that is printed", () => {
  const shown = (args: JsonObject, patch: Json, marked: string[] = []) =>
    maskBody(patch, { body, declarations: [declaration(args, marked)] });

  // prettier-ignore
  test.each<[sentence: string, args: JsonObject, patch: Json, printed: Json, marked?: string[]]>([
    ["hides those that are", { container: { environmentVariables: { A: "1", B: "2" } } }, { container: { environment_variables: { A: "1", B: "2" } } }, { container: { environment_variables: { A: MASK, B: "2" } } }, ["/container/environmentVariables/A"]],
    [
      "hides credentials, not the names of their members",
      { container: { registryAuthentication: { basic: { username: "u", password: "p" } }, logging: { splunk: { host: "h", token: "t" } } } },
      { container: { registry_authentication: { basic: { username: "u", password: "p" } }, logging: { splunk: { host: "h", token: "t" } } } },
      { container: { registry_authentication: { basic: { username: MASK, password: MASK } }, logging: { splunk: { host: "h", token: MASK } } } },
    ],
    [
      "hides additional members by the names of credentials, at any depth",
      { additionalMembers: { list: [{ apiKey: "k", tokens: "shown" }], container: { logging: { new_destination: { nested: { "Api-Token": "t" } } } } } },
      { list: [{ apiKey: "k", tokens: "shown" }], container: { logging: { new_destination: { nested: { "Api-Token": "t" } } } } },
      { list: [{ apiKey: MASK, tokens: "shown" }], container: { logging: { new_destination: { nested: { "Api-Token": MASK } } } } },
    ],
    [
      "hides additional members by the names of credentials where the schema has another field at that path",
      { container: { environmentVariables: { TOKEN: "shown" } }, additionalMembers: { container: { environment_variables: { PASSWORD: "p" } }, readiness_probe: { http: { headers: [{ name: "A", value: "v" }], port: 80 } } } },
      { container: { environment_variables: { TOKEN: "shown", PASSWORD: "p" } }, readiness_probe: { http: { headers: [{ name: "A", value: "v" }], port: 80 } } },
      { container: { environment_variables: { TOKEN: "shown", PASSWORD: MASK } }, readiness_probe: { http: { headers: [{ name: MASK, value: MASK }], port: 80 } } },
    ],
    ["shows the headers of a probe, whose name is that of a credential elsewhere",
      { livenessProbe: { http: { headers: [{ name: "X", value: "v" }] } } }, { liveness_probe: { http: { headers: [{ name: "X", value: "v" }] } } }, { liveness_probe: { http: { headers: [{ name: "X", value: "v" }] } } }],
    ["hides a marked value inside of any JSON", { additionalMembers: { "a/b": [{ "c~d": 1 }, 2] } }, { "a/b": [{ "c~d": 1 }, 2] }, { "a/b": [{ "c~d": MASK }, 2] }, ["/additionalMembers/a~1b/0/c~0d"]],
    [
      "shows what is removed",
      { container: {} },
      { container: { environment_variables: { A: null }, registry_authentication: { basic: null } } },
      { container: { environment_variables: { A: null }, registry_authentication: { basic: null } } },
    ],
    ["shows that a marked one is removed", { displayName: "" }, { display_name: null }, { display_name: null }, ["/displayName"]],
    ["says of an unknown value that it is", { replicas: UNKNOWN }, { replicas: UNKNOWN }, { replicas: "[unknown]" }],
    ["hides a marked element", { countryCodes: ["de", "fr"] }, { country_codes: ["de", "fr"] }, { country_codes: ["de", MASK] }, ["/countryCodes/1"]],
    [
      "hides what is marked of the additional members, beside typed ones",
      { container: { image: "i" }, additionalMembers: { container: { new: "x", old: "y" } } },
      { container: { image: "i", new: "x", old: "y" } },
      { container: { image: "i", new: MASK, old: "y" } },
      ["/additionalMembers/container/new"],
    ],
    [
      "hides all additional members that are marked whole, and no typed one",
      { container: { image: "i" }, replicas: 1, additionalMembers: { container: { new: { deep: "x" } }, more: ["y"] } },
      { container: { image: "i", new: { deep: "x" } }, replicas: 1, more: ["y"], gone: null },
      { container: { image: "i", [MASK]: MASK }, replicas: 1, [MASK]: MASK },
      ["/additionalMembers"],
    ],
    [
      "hides the names in an additional object that is marked whole, beside typed fields",
      { container: { image: "i" }, additionalMembers: { container: { new: "x" }, more: "y" } },
      { container: { image: "i", new: "x" }, more: "y" },
      { container: { image: "i", [MASK]: MASK }, more: "y" },
      ["/additionalMembers/container"],
    ],
    [
      "hides a marked object whole, with the additional members in it",
      { container: { image: "i" }, additionalMembers: { container: { new: "x" } } },
      { container: { image: "i", new: "x" } },
      { container: MASK },
      ["/container"],
    ],
    ["hides all where all is marked", { container: { image: "i" }, additionalMembers: { more: "x" } }, { container: { image: "i" }, more: "x" }, MASK, [""]],
  ])("%s", (_, args, patch, printed, marked = []) => {
    expect(shown(args, patch, marked)).toEqual(printed);
  });

  test("hides the names of fields that it unsets and that were secret before, and no other", () => {
    const patched = (patch: Json, ...before: Parameters<typeof declaration>) =>
      maskBody(patch, { body, declarations: [declaration({}), declaration(...before)] });
    const whole = { displayName: "x", additionalMembers: { new: 1 } };
    expect(patched({ display_name: null, new: null }, whole, ["/additionalMembers"])).toEqual({
      display_name: null,
      [MASK]: MASK,
    });
    const partly = { networking: { port: 1 }, additionalMembers: { plan: { new: 1 } } };
    const marked = ["/networking", "/additionalMembers/plan"];
    expect(patched({ networking: { port: null }, plan: { new: null } }, partly, marked)).toEqual({
      networking: MASK,
      plan: MASK,
    });
  });

  test("shows what was marked before and is not now", () => {
    const declarations = [declaration({ displayName: "now" }), declaration({ displayName: "then" }, ["/displayName"])];
    expect(maskBody({ display_name: "now" }, { body, declarations })).toEqual({ display_name: "now" });
  });

  test("hides what is marked in the argument that holds it", () => {
    const args = { onDestroy: { displayName: "x", replicas: 0 }, displayName: "y" };
    const source = { body, declarations: [declaration(args, ["/onDestroy/displayName"])], argument: "onDestroy" };
    expect(maskBody({ display_name: "x", replicas: 0 }, source)).toEqual({ display_name: MASK, replicas: 0 });
  });

  test("of a job hides the webhook, and of the input what is marked", () => {
    const args = { input: { token: "t", apiKey: "k" }, webhook: "https://hooks.example/t" };
    const source = { body: membersOf(queueJobBody), declarations: [declaration(args, ["/input/token"])] };
    expect(maskBody(args, source)).toEqual({ input: { token: MASK, apiKey: "k" }, webhook: MASK });
  });

  test("never shows a value that stands below a marked path, wherever it is marked", () => {
    const CANARY = "canary-71c2";
    const json = fc.dictionary(fc.constantFrom("a", "b/c", "d~e"), smallJson, { minKeys: 1 });
    fc.assert(
      fc.property(json, fc.array(fc.constantFrom("a", "b/c", "d~e"), { maxLength: 2 }), (around, path) => {
        const where = ["secret", ...path];
        const secret = where.reduceRight<Json>((inner, key) => ({ [key]: inner }), { deep: [CANARY] }) as JsonObject;
        const pointer = where.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
        const args: JsonObject = { additionalMembers: { ...around, ...secret } };
        const printed = shown(args, { ...around, ...secret }, [`/additionalMembers${pointer}`]);
        expect(JSON.stringify(printed)).not.toContain(CANARY);
        expect(printed).toMatchObject(around);
      }),
    );
  });
});

describe("the secret fields of a patch", () => {
  const fieldsIn = (patch: JsonObject, args: JsonObject, marks: string[]) =>
    secretFields(patch, { body, declarations: [declaration(args, marks)] }).map((path) => path.join("."));

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
    ["are an object that is marked as a whole", { container: { image: "i" } }, { container: { image: "i" } }, ["/container"], ["container"]],
    ["end where additional fields are secret as a whole",
      { container: { image: "i", new: 1 }, more: 1, replicas: null }, { container: { image: "i" }, additionalMembers: { container: { new: 1 }, more: 1 } },
      ["/additionalMembers"], ["container", ""]],
    ["are none where nothing secret changes", { replicas: 3 }, { replicas: 3, displayName: "x" }, ["/displayName"], []],
  ])("%s", (_, patch, args, marks, fields) => {
    expect(fieldsIn(patch, args, marks)).toEqual(fields);
  });
});
