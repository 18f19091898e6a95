import fc from "fast-check";
import { printProgram, type PrintedResource } from "../../../cli/printing";
import { readResponse } from "../../../cli/reading";
import { nameSecrets } from "../../../cli/secrets";
import { jsonPointer } from "../../../common/path";
import type { Json, JsonObject } from "../../../common/json";
import { containerGroupUpdate } from "../../../provider/core/schema/containerGroup";
import { membersOf } from "../../../provider/core/schema/members";
import { visitSecrets } from "../../../provider/core/secrets/secretValues";
import { SecretPaths } from "../../../provider/core/secrets/secretPaths";
import { fromWire } from "../../../provider/core/schema/wireNames";
import { evaluate } from "./evaluate";
import { pruned, responseOf } from "./responses";

const body = membersOf(containerGroupUpdate);

function group(args: JsonObject, notes: string[] = []): PrintedResource {
  return {
    type: "ContainerGroup",
    name: "web",
    args,
    notes,
    secrets: nameSecrets("web", args, body, { apiKey: undefined }, new Set()),
  };
}

/** The values of the secrets, by the names of their settings. */
function valuesOf({ args, secrets }: PrintedResource): Map<string, string> {
  const values = new Map<string, string>();
  visitSecrets(args, body, new SecretPaths([]), (value, _, path) => {
    values.set(secrets.get(jsonPointer(path)) ?? "", value as string);
  });
  return values;
}

test("a program in full", () => {
  const args = {
    container: { environmentVariables: { "a.b": "1", TOKEN: "t" }, resources: { cpu: 2 } },
    countryCodes: ["de", "fr"],
    scalingActions: [],
  };
  expect(printProgram([group(args, ["replicas is not declared."])])).toBe(`import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup } from "pulumi-containergroups";

const config = new pulumi.Config();

// replicas is not declared.
new ContainerGroup("web", {
  container: {
    environmentVariables: {
      "a.b": "1",
      TOKEN: config.requireSecret("webToken"),
    },
    resources: {
      cpu: 2,
    },
  },
  countryCodes: ["de", "fr"],
  scalingActions: [],
});
`);
});

test("control and direction characters are escaped in strings, and left out of comments", () => {
  const hidden = [
    "\u0007",
    "\u007f",
    "\u009f",
    "\u061c",
    "\u200e",
    "\u200f",
    "\u2028",
    "\u202a",
    "\u202e",
    "\u2066",
    "\u2069",
  ].join("x");
  const program = printProgram([
    group({ displayName: hidden, container: { environmentVariables: { [hidden]: "1" } } }, [hidden.slice(1)]),
  ]);
  expect(program).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
  expect(evaluate(program)[0]?.args).toMatchObject({ displayName: hidden });
});

/** The fields that a response shows, read in another way than by the code under test. */
function shownBy(response: JsonObject): Json {
  const { replicas, ...shown } = response;
  const isMoved =
    response["scheduled-scaling-enabled"] === true || pruned(response["queue_autoscaler"] ?? null) !== undefined;
  const container = { ...((shown["container"] ?? {}) as JsonObject), priority: response["priority"] ?? null };
  const whole = { ...shown, container, ...(!isMoved && replicas !== undefined && { replicas }) };
  return pruned(fromWire(whole as JsonObject, body)) ?? {};
}

test("the program of any response, evaluated, declares what the response shows", () => {
  const anyText = fc.string({ unit: "binary", maxLength: 90 }).filter((text) => text.isWellFormed());
  fc.assert(
    fc.property(responseOf(body, anyText), (response) => {
      const printed = group(readResponse(response, containerGroupUpdate).args);
      expect(evaluate(printProgram([printed]), valuesOf(printed))).toEqual([
        { type: "ContainerGroup", name: "web", args: shownBy(response) },
      ]);
    }),
    { numRuns: 200 },
  );
});
