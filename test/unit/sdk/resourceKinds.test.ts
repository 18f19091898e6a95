import {
  containerGroupArguments,
  containerGroupFleetArguments,
  queueArguments,
  queueJobArguments,
} from "../../../provider/core/schema";
import { membersOf, type Member } from "../../../provider/core/schema/members";
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

/** The paths of the credentials in the provider's schema, the outermost of each. */
function credentialPaths(member: Member, path = ""): string[] {
  if (member.secrecy === "credential") {
    return [path];
  }
  const below = [...member.members].map(([name, inner]): [string, Member] => [name, inner]);
  const all = member.kind === "map" && member.element ? [...below, ["*", member.element] as const] : below;
  // An array that holds a secret becomes secret whole.
  if (member.kind === "array" && member.element && credentialPaths(member.element).length > 0) {
    return [path];
  }
  return all.flatMap(([name, inner]) => credentialPaths(inner, path === "" ? name : `${path}.${name}`));
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

test("the credentials are found: a group has seven, and onDestroy the same", () => {
  expect(credentialPaths(membersOf(containerGroupArguments))).toHaveLength(14);
});
