import fc from "fast-check";
import type { Json, JsonObject } from "../../../provider/core/json/json";
import { containerGroupArguments, containerGroupFleetArguments } from "../../../provider/core/schema/containerGroup";
import { queueArguments } from "../../../provider/core/schema/queue";
import { queueJobArguments } from "../../../provider/core/schema/queueJob";
import { membersOf, type Member } from "../../../provider/core/schema/members";
import { mapSecrets } from "../../../provider/core/secrets/mapSecrets";
import { SecretPaths } from "../../../provider/core/secrets/secretPaths";
import { secretValues } from "../../../provider/core/secrets/secretValues";
import { RESOURCE_KINDS, type ResourceKind } from "../../../sdk/internal/resourceKinds";
import type { SecretFields } from "../../../sdk/internal/secretFields";

// The SDK repeats what it needs of the provider's schema, which it must not load. Nothing else would notice a difference: a
// credential that the SDK does not know is plain text in the state.
const kinds: [ResourceKind, Member][] = [
  [RESOURCE_KINDS.containerGroup, membersOf(containerGroupArguments)],
  [RESOURCE_KINDS.containerGroupFleet, membersOf(containerGroupFleetArguments)],
  [RESOURCE_KINDS.queue, membersOf(queueArguments)],
  [RESOURCE_KINDS.queueJob, membersOf(queueJobArguments)],
];
const rows = kinds.map(([kind, schema]) => ({ label: kind.label, kind, schema }));

/** The paths of the SDK's secret fields. */
function secretPaths(secrets: SecretFields, around = ""): string[] {
  return Object.entries(secrets).flatMap(([field, below]) =>
    below === true ? [`${around}${field}`] : secretPaths(below, `${around}${field}.`),
  );
}

type Names = "name" | "wire";

const join = (path: string, name: string) => (path === "" ? name : `${path}.${name}`);

/** The paths of the credentials in the provider's schema, the outermost of each, by the names of programs or of the wire. */
function credentialPaths(member: Member, names: Names = "name", path = ""): string[] {
  if (member.secrecy === "credential") {
    return [path];
  }
  // An array that holds a secret becomes secret whole.
  if (member.kind === "array") {
    return member.element && credentialPaths(member.element).length > 0 ? [path] : [];
  }
  if (member.kind === "map") {
    return member.element ? credentialPaths(member.element, names, join(path, "*")) : [];
  }
  const below = [...member.members.values()].flatMap((inner) =>
    credentialPaths(inner, names, join(path, inner[names])),
  );
  // Of alternatives the wire takes others than the schema knows: their credentials have the names of those that it knows.
  const alike =
    names === "wire" && path.endsWith(".logging")
      ? below.map((at) => join(path, at.slice(path.length + 1).replace(/^[^.]+/, "*")))
      : below;
  return [...new Set(alike), ...additionalPaths(member, path)];
}

/** Where additional members stand, the same as beside them, by the names on the wire. */
function additionalPaths({ members }: Member, path: string): string[] {
  const isBody = ([name]: [string, Member]) => !["additionalMembers", "onDestroy"].includes(name);
  const body = [...members].filter(isBody).map(([, inner]) => inner);
  return members.has("additionalMembers")
    ? body.flatMap((inner) => credentialPaths(inner, "wire", join(path, `additionalMembers.${inner.wire}`)))
    : [];
}

test.each(rows)("the SDK's arguments of $label are those of the provider's schema", ({ kind, schema }) => {
  expect([...kind.arguments].sort()).toEqual([...schema.members.keys()].sort());
});

test.each(rows)(
  "the SDK's secret fields of $label are the credentials of the provider's schema",
  ({ kind, schema }) => {
    expect(secretPaths(kind.secrets).sort()).toEqual(credentialPaths(schema).sort());
  },
);

describe("what the SDK makes secret, the provider keeps out of sight, whatever JSON stands there:", () => {
  const CANARY = "canary-5d1e";
  const secretJson = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      fc.constant(CANARY),
      fc.array(tie("value"), { minLength: 1, maxLength: 2 }),
      fc.dictionary(fc.constantFrom("basic", "name", "new_name", "0"), tie("value"), { minKeys: 1, maxKeys: 2 }),
    ),
  })).value;
  const paths = rows.flatMap(({ label, kind, schema }) =>
    secretPaths(kind.secrets).map((path): [string, string, Member] => [label, path, schema]),
  );

  test.each(paths)("%s, %s", (_, path, schema) => {
    const marks = new SecretPaths([]);
    fc.assert(
      fc.property(secretJson, fc.constantFrom("splunk", "http", "new_destination"), (value, key) => {
        const args = path
          .split(".")
          .reduceRight<Json>((inner, name) => ({ [name === "*" ? key : name]: inner }), value);
        expect(JSON.stringify(mapSecrets(args as JsonObject, schema, marks))).not.toContain(CANARY);
        expect(secretValues(args as JsonObject, schema, marks).credentials.map(({ text }) => text)).toContain(CANARY);
      }),
      { numRuns: 50 },
    );
  });
});

test("the credentials are found: a group has seven, onDestroy the same, and additional members as many", () => {
  const paths = credentialPaths(membersOf(containerGroupArguments));
  expect(paths).toHaveLength(21);
  expect(paths.filter((path) => path.startsWith("additionalMembers.")).sort()).toEqual([
    "additionalMembers.container.logging.*.api_key",
    "additionalMembers.container.logging.*.api_token",
    "additionalMembers.container.logging.*.headers",
    "additionalMembers.container.logging.*.ingestion_key",
    "additionalMembers.container.logging.*.password",
    "additionalMembers.container.logging.*.token",
    "additionalMembers.container.registry_authentication",
  ]);
});
