import prettier from "prettier";

import { inClone } from "../lib/paths.mjs";
import { provider } from "./build.mjs";

const { membersOf } = provider("core", "schema", "members.js");

/** The file of the SDK that repeats what it needs of the schema, which a program does not load. */
export const SCHEMA_FACTS = "sdk/internal/schemaFacts.ts";

/** The module of the schema in which the arguments of each resource are. */
const MODULES = {
  containerGroup: "containerGroup.js",
  containerGroupFleet: "containerGroup.js",
  queue: "queue.js",
  queueJob: "queueJob.js",
};

const kinds = Object.entries(MODULES).map(([kind, file]) => [
  kind,
  membersOf(provider("core", "schema", file)[`${kind}Arguments`]),
]);

const childrenOf = ({ members, element }) => [...members, ...(element ? [["*", element]] : [])];

/** What is secret in a field: all of it, fields in it, or nothing (`undefined`). */
function secrecyOf(field) {
  if (field.secrecy === "credential") {
    return true;
  }
  // The API takes more fields than the schema knows, so that names alone tell what they hold.
  if (field.name === "additionalMembers") {
    return "byName";
  }
  const inside = childrenOf(field).flatMap(([name, child]) => {
    const secrecy = secrecyOf(child);
    return secrecy === undefined ? [] : [[name, secrecy]];
  });
  // The engine makes an array that holds a secret secret as a whole.
  return inside.length === 0 ? undefined : field.kind === "array" || Object.fromEntries(inside);
}

/** The names of credentials, the outermost of each, without case and punctuation. */
function credentialNames(field) {
  return field.secrecy === "credential"
    ? [field.name.toLowerCase()]
    : childrenOf(field).flatMap(([, child]) => credentialNames(child));
}

/** The text of that file. */
export async function schemaFacts() {
  const factsOf = (fact) => JSON.stringify(Object.fromEntries(kinds.map(([kind, field]) => [kind, fact(field)])));
  const [, group] = kinds[0];
  const container = JSON.stringify(secrecyOf(group.members.get("container")));
  const filepath = inClone(SCHEMA_FACTS);
  const text = `// \`npm run docs\` writes this file from the provider's schema, which a program does not load.

/** The arguments of each resource. */
export const ARGUMENTS = ${factsOf(({ members }) => [...members.keys()])} as const;

const CONTAINER = ${container} as const;

/** The secret fields of each resource kind, marked or not. */
export const SECRET_FIELDS = ${factsOf((field) => secrecyOf(field) ?? {}).replaceAll(container, "CONTAINER")} as const;

/** The names of the credentials of a group, without case and punctuation. */
export const CREDENTIAL_NAMES: ReadonlySet<string> = new Set(${JSON.stringify([...new Set(credentialNames(group))].sort())});
`;
  return prettier.format(text, { ...(await prettier.resolveConfig(filepath)), filepath });
}
