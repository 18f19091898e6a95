import { equalJson } from "../../provider/core/json/json";
import { isStructure } from "../../provider/core/patch/mergePatch";
import { memberAt, type Member } from "../../provider/core/schema/members";
import { emptyObject, hasContent, valueOf, type Description, type ObjectDescription } from "./description";

function sameKinds(one: Description, other: Description): boolean {
  if (one.kind !== other.kind) {
    return false;
  }
  if (one.kind === "list" && other.kind === "list") {
    return one.elements.every((element, index) => sameKinds(element, other.elements[index] ?? element));
  }
  if (one.kind === "object" && other.kind === "object") {
    const isSame = ([name, field]: [string, Description]) => sameKinds(field, other.fields.get(name) ?? field);
    return `${one.notes}` === `${other.notes}` && [...one.fields].every(isSame);
  }
  return true;
}

const isSame = (one: Description, other: Description): boolean =>
  equalJson(valueOf(one), valueOf(other)) && sameKinds(one, other);

/** What all of them have: values whole, structures field by field. */
function commonOf(all: readonly ObjectDescription[], member: Member | undefined): ObjectDescription {
  const [first, ...others] = all;
  const common = emptyObject();
  for (const [name, field] of first?.fields ?? []) {
    const child = memberAt(member, name);
    const fields = others.map(({ fields: them }) => them.get(name));
    if (fields.every((other) => other !== undefined && isSame(field, other))) {
      common.fields.set(name, field);
    } else if (isStructure(child) && field.kind === "object" && fields.every((other) => other?.kind === "object")) {
      const inside = commonOf([field, ...fields], child);
      if (inside.fields.size > 0) {
        common.fields.set(name, inside);
      }
    }
  }
  common.notes.push(...(first?.notes ?? []).filter((note) => others.every(({ notes }) => notes.includes(note))));
  return common;
}

/** What is left of an object beside what all have. */
function withoutCommon(object: ObjectDescription, common: ObjectDescription): ObjectDescription {
  const own = emptyObject();
  for (const [name, field] of object.fields) {
    const shared = common.fields.get(name);
    if (shared === undefined) {
      own.fields.set(name, field);
    } else if (field.kind === "object" && shared.kind === "object" && !isSame(field, shared)) {
      const inside = withoutCommon(field, shared);
      if (hasContent(inside)) {
        own.fields.set(name, inside);
      }
    }
  }
  own.notes.push(...object.notes.filter((note) => !common.notes.includes(note)));
  return own;
}

/** The arguments of a fleet that declares each group as it is described: what two groups or more have in common stands in `defaults`. */
export function fleetArguments(groups: ReadonlyMap<string, ObjectDescription>, body: Member): ObjectDescription {
  const all = [...groups.values()];
  const common = all.length > 1 ? commonOf(all, body) : emptyObject();
  const args = emptyObject();
  if (hasContent(common)) {
    args.fields.set("defaults", common);
  }
  const entries = emptyObject();
  groups.forEach((group, name) => entries.fields.set(name, withoutCommon(group, common)));
  args.fields.set("groups", entries);
  return args;
}
