import fc from "fast-check";
import type { Json, JsonObject } from "../../../../provider/core/json/json";
import { UNKNOWN } from "../../../../provider/core/json/object";
import { containerGroupArguments, containerGroupUpdate } from "../../../../provider/core/schema/containerGroup";
import { queueJobArguments } from "../../../../provider/core/schema/queueJob";
import { membersOf } from "../../../../provider/core/schema/members";
import { mapSecrets } from "../../../../provider/core/secrets/mapSecrets";
import { maskBody, maskedWire } from "../../../../provider/core/secrets/masking";
import { MASK } from "../../../../provider/core/secrets/redaction";
import { SecretPaths } from "../../../../provider/core/secrets/secretPaths";
import { smallJson } from "../../../support/bodies";

const schema = membersOf(containerGroupArguments);
const body = membersOf(containerGroupUpdate);
const mask = (args: JsonObject, secretPaths: string[] = []) => mapSecrets(args, schema, new SecretPaths(secretPaths));

describe("masked arguments", () => {
  // prettier-ignore
  test.each<[sentence: string, args: JsonObject, masked: JsonObject, marked?: string[]]>([
    ["show what is no secret", { replicas: 3, displayName: "Web" }, { replicas: 3, displayName: "Web" }],
    ["hide environment values, not names", { container: { environmentVariables: { A: "1", B: "2" } } }, { container: { environmentVariables: { A: MASK, B: MASK } } }],
    ["show null, which says that something is removed", { container: { environmentVariables: { A: null } } }, { container: { environmentVariables: { A: null } } }],
    ["hide credentials, not the names of their members",
      { container: { registryAuthentication: { basic: { username: "u", password: "p" } }, logging: { splunk: { host: "h", token: "t" } } } },
      { container: { registryAuthentication: { basic: { username: MASK, password: MASK } }, logging: { splunk: { host: "h", token: MASK } } } }],
    ["hide headers", { livenessProbe: { http: { path: "/", headers: [{ name: "n", value: "v" }] } } }, { livenessProbe: { http: { path: "/", headers: [{ name: MASK, value: MASK }] } } }],
    ["hide the same on destroy", { onDestroy: { replicas: 0, container: { environmentVariables: { A: "1" } } } }, { onDestroy: { replicas: 0, container: { environmentVariables: { A: MASK } } } }],
    ["hide what the program marks", { displayName: "Web", replicas: 3 }, { displayName: MASK, replicas: 3 }, ["/displayName"]],
    ["hide a marked object whole", { networking: { port: 80 } }, { networking: MASK }, ["/networking"]],
    ["hide a marked element alone", { countryCodes: ["de", "fr"] }, { countryCodes: ["de", MASK] }, ["/countryCodes/1"]],
    ["hide what is marked inside of any JSON", { additionalMembers: { "a/b": [{ "c~d": 1 }, 2] } }, { additionalMembers: { "a/b": [{ "c~d": MASK }, 2] } }, ["/additionalMembers/a~1b/0/c~0d"]],
    [
      "hide additional members by the names of the schema's credentials, at any depth",
      { additionalMembers: { container: { registry_authentication: { new_kind: { some_key: ["k"], deep: { more: "m" } }, flat: "f" },
            logging: { splunk: { token: { value: "t" }, host: "h" },
              new_destination: { token: "t", headers: { "X-Key": "v" }, host: "h", nested: { "Api-Token": "t" } },
            },
            environment_variables: { A: { deep: ["e"] } },
          },
          list: [{ apiKey: "k", tokens: "shown" }],
        },
      },
      { additionalMembers: { container: { registry_authentication: { new_kind: { some_key: [MASK], deep: { more: MASK } }, flat: MASK },
            logging: { splunk: { token: { value: MASK }, host: "h" },
              new_destination: { token: MASK, headers: { "X-Key": MASK }, host: "h", nested: { "Api-Token": MASK } },
            },
            environment_variables: { A: { deep: [MASK] } },
          },
          list: [{ apiKey: MASK, tokens: "shown" }],
        },
      },
    ],
    ["leave an unknown value to say so", { container: { environmentVariables: { A: UNKNOWN } } }, { container: { environmentVariables: { A: UNKNOWN } } }],
  ])("%s", (_, args, masked, marked = []) => {
    const before = JSON.stringify(args);
    expect(mask(args, marked)).toEqual(masked);
    expect(JSON.stringify(args)).toBe(before);
  });

  test("of a job hide the webhook, and of the input what is marked", () => {
    const args = { queueName: "frames", input: { token: "t", n: 1 }, webhook: "https://hooks.example/t" };
    expect(mapSecrets(args, membersOf(queueJobArguments), new SecretPaths(["/input/token"]))).toEqual({
      queueName: "frames",
      input: { token: MASK, n: 1 },
      webhook: MASK,
    });
  });
});

test("whoever masks arguments is told why each value is kept out of sight", () => {
  const args = {
    displayName: "Web",
    container: { environmentVariables: { A: "1" }, registryAuthentication: { basic: { password: "p" } } },
    additionalMembers: { container: { logging: { new_destination: { token: "t" } } } },
  };
  expect(mapSecrets(args, schema, new SecretPaths(["/displayName"]), (_, reason) => reason)).toEqual({
    displayName: "marked",
    container: {
      environmentVariables: { A: "sensitive" },
      registryAuthentication: { basic: { password: "credential" } },
    },
    additionalMembers: { container: { logging: { new_destination: { token: "credential" } } } },
  });
});

describe("a body that is printed", () => {
  const shown = (args: JsonObject, patch: Json, marked: string[] = []) =>
    maskBody(patch, maskedWire(args, schema, body, new SecretPaths(marked)));

  // prettier-ignore
  test.each<[sentence: string, args: JsonObject, patch: Json, printed: Json, marked?: string[]]>([
    ["shows what is no secret", { replicas: 3 }, { replicas: 3 }, { replicas: 3 }],
    ["hides what is secret at its own path", { container: { environmentVariables: { A: "1" } } }, { container: { environment_variables: { A: "1" } } }, { container: { environment_variables: { A: MASK } } }],
    ["shows what is removed",
      { container: {} }, { container: { environment_variables: { A: null }, registry_authentication: { basic: null } } },
      { container: { environment_variables: { A: null }, registry_authentication: { basic: null } } }],
    ["shows that a marked one is removed", { displayName: "" }, { display_name: null }, { display_name: null }, ["/displayName"]],
    ["says of an unknown value that it is", { replicas: UNKNOWN }, { replicas: UNKNOWN }, { replicas: "[unknown]" }],
    ["hides a marked object whole", { networking: { port: 80 } }, { networking: { port: 80 } }, { networking: MASK }, ["/networking"]],
    ["hides a marked element", { countryCodes: ["de", "fr"] }, { country_codes: ["de", "fr"] }, { country_codes: ["de", MASK] }, ["/countryCodes/1"]],
    ["hides what is marked of the additional members, beside typed ones",
      { container: { image: "i" }, additionalMembers: { container: { new: "x", old: "y" } } }, { container: { image: "i", new: "x", old: "y" } },
      { container: { image: "i", new: MASK, old: "y" } }, ["/additionalMembers/container/new"]],
    ["hides all additional members that are marked whole, and no typed one",
      { container: { image: "i" }, replicas: 1, additionalMembers: { container: { new: { deep: "x" } }, more: ["y"] } },
      { container: { image: "i", new: { deep: "x" } }, replicas: 1, more: ["y"], gone: null },
      { container: { image: "i", [MASK]: MASK }, replicas: 1, [MASK]: MASK }, ["/additionalMembers"]],
    ["hides the names in an additional object that is marked whole, beside typed fields",
      { container: { image: "i" }, additionalMembers: { container: { new: "x" }, more: "y" } }, { container: { image: "i", new: "x" }, more: "y" },
      { container: { image: "i", [MASK]: MASK }, more: "y" }, ["/additionalMembers/container"]],
    ["hides what is secret of the typed members beside additional ones",
      { displayName: "Web", container: { image: "i", environmentVariables: { A: "1" } }, additionalMembers: { container: { new: "x" }, more: "y" } },
      { display_name: "Web", container: { image: "i", environment_variables: { A: "1" }, new: "x" }, more: "y" },
      { display_name: MASK, container: { image: "i", environment_variables: { A: MASK }, new: "x" }, more: "y" }, ["/displayName"]],
    ["hides a marked object whole, with the additional members in it", { container: { image: "i" }, additionalMembers: { container: { new: "x" } } }, { container: { image: "i", new: "x" } }, { container: MASK }, ["/container"]],
    ["hides all where all is marked", { container: { image: "i" }, additionalMembers: { more: "x" } }, { container: { image: "i" }, more: "x" }, MASK, [""]],
    ["hides a credential that is an additional member",
      { additionalMembers: { container: { logging: { splunk: { token: "t" } } } } }, { container: { logging: { splunk: { token: "t" } } } },
      { container: { logging: { splunk: { token: MASK } } } }],
  ])("%s", (_, args, patch, printed, marked = []) => {
    expect(shown(args, patch, marked)).toEqual(printed);
  });

  test("hides the names of fields that it unsets and that were secret before, and no other", () => {
    const wire = (args: JsonObject, marked: string[]) => maskedWire(args, schema, body, new SecretPaths(marked));
    const before = wire({ displayName: "x", additionalMembers: { new: 1 } }, ["/additionalMembers"]);
    expect(maskBody({ display_name: null, new: null }, wire({}, []), before)).toEqual({
      display_name: null,
      [MASK]: MASK,
    });
    const partly = wire({ networking: { port: 1 }, additionalMembers: { plan: { new: 1 } } }, [
      "/networking",
      "/additionalMembers/plan",
    ]);
    expect(maskBody({ networking: { port: null }, plan: { new: null } }, wire({}, []), partly)).toEqual({
      networking: MASK,
      plan: MASK,
    });
  });

  test("is a mask where what it is taken from is one", () => {
    expect(maskBody({ replicas: 0 }, MASK)).toBe(MASK);
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
