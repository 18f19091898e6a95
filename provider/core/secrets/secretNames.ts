import { plainName } from "../../../common/names";
import type { Annotation } from "../schema/annotation";
import type { Member } from "../schema/members";

type Secrecy = NonNullable<Annotation["secrecy"]>;

function collect(member: Member, names: Map<string, Secrecy>): void {
  if (member.secrecy === undefined) {
    [...member.members.values(), ...(member.element ? [member.element] : [])].forEach((child) => collect(child, names));
  } else if (names.get(plainName(member.name)) !== "credential") {
    names.set(plainName(member.name), member.secrecy);
  }
}

const namesOf = new WeakMap<Member, ReadonlyMap<string, Secrecy>>();

/**
 * The names of secret fields in a schema, without case and punctuation: `password`, `apitoken`, `headers`. They decide
 * whether a field that the schema does not know is secret.
 */
export function secretNames(schema: Member): ReadonlyMap<string, Secrecy> {
  let names = namesOf.get(schema);
  if (names === undefined) {
    const found = new Map<string, Secrecy>();
    collect(schema, found);
    namesOf.set(schema, found);
    names = found;
  }
  return names;
}

/** The secrecy of a field in wire form, at any depth, by its name. */
export function secrecyByName(name: PropertyKey, schema: Member): Secrecy | undefined {
  return secretNames(schema).get(plainName(String(name)));
}
