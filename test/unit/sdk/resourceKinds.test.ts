import fc from "fast-check";
import type { Json, JsonObject } from "../../../common/json";
import { containerGroupArguments, containerGroupFleetArguments } from "../../../provider/core/schema/containerGroup";
import { membersOf, type Member } from "../../../provider/core/schema/members";
import { queueJobArguments } from "../../../provider/core/schema/queueJob";
import { SecretPaths } from "../../../provider/core/secrets/secretPaths";
import { secretValues } from "../../../provider/core/secrets/secretValues";
import { RESOURCE_KINDS } from "../../../sdk/internal/resourceKinds";
import type { Secrecy } from "../../../sdk/internal/secretFields";

// The SDK has the schema's facts in a file that is generated. A credential that is not among them is plain text in the state.

/** The paths of what is secret; of additional members, whose fields are secret by their names, two that the API has. */
function secretPaths(secrecy: Secrecy, path: readonly string[] = []): string[] {
  if (secrecy === true) {
    return [path.join(".")];
  }
  if (secrecy === "byName") {
    return ["container.registry_authentication", "container.logging.*.token"].map((at) => [...path, at].join("."));
  }
  return Object.entries(secrecy).flatMap(([field, below]) => secretPaths(below, [...path, field]));
}

describe("what the SDK makes secret, the provider keeps out of sight, whatever JSON stands there:", () => {
  const CANARY = "canary-5d1e";
  const secretJson = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      fc.constant(CANARY),
      fc.array(tie("value"), { minLength: 1, maxLength: 2 }),
      fc.dictionary(fc.constantFrom("basic", "value", "new_name", "0"), tie("value"), { minKeys: 1, maxKeys: 2 }),
    ),
  })).value;
  const kinds: [Secrecy, Member][] = [
    [RESOURCE_KINDS.containerGroup.secrets, membersOf(containerGroupArguments)],
    [RESOURCE_KINDS.containerGroupFleet.secrets, membersOf(containerGroupFleetArguments)],
    [RESOURCE_KINDS.queueJob.secrets, membersOf(queueJobArguments)],
  ];
  const rows = kinds.flatMap(([secrecy, schema]) => secretPaths(secrecy).map((path) => ({ path, schema })));

  test.each(rows)("$path", ({ path, schema }) => {
    fc.assert(
      fc.property(secretJson, fc.constantFrom("splunk", "http", "new_destination"), (value, key) => {
        const args = path
          .split(".")
          .reduceRight<Json>((inner, name) => ({ [name === "*" ? key : name]: inner }), value);
        const { credentials } = secretValues([{ args: args as JsonObject, secretPaths: new SecretPaths([]) }], schema);
        expect(credentials.map(({ text }) => text)).toContain(CANARY);
      }),
      { numRuns: 50 },
    );
  });
});
