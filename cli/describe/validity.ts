import type { z } from "zod";
import { formatPath } from "../../common/path";
import { memberAt, membersOf, type Member } from "../../provider/core/schema/members";
import { valueOf, type Description, type ObjectDescription } from "./description";

/** The innermost object around a place that is no part of a list, and how many steps of the path lead to the field in it. */
function fieldAt(root: ObjectDescription, path: readonly PropertyKey[]): { around: ObjectDescription; depth: number } {
  let around = root;
  let depth = 1;
  for (; depth < path.length; depth++) {
    const next = around.fields.get(String(path[depth - 1]));
    if (next?.kind !== "object") {
      break;
    }
    around = next;
  }
  return { around, depth };
}

/** The same value in lower case, where the schema says that case does not matter. */
function lowered(description: Description | undefined, member: Member | undefined): Description | undefined {
  if (description?.kind === "list") {
    const elements = description.elements.map((element) => lowered(element, member?.element) ?? element);
    return { kind: "list", elements };
  }
  const isText = description?.kind === "value" && typeof description.value === "string" && member?.ignoreCase;
  return isText ? { kind: "value", value: String(description.value).toLowerCase() } : description;
}

function memberAlong(schema: z.ZodType, path: readonly PropertyKey[]): Member | undefined {
  return path.reduce<Member | undefined>(memberAt, membersOf(schema));
}

/**
 * Takes out of a description what the API would not take, with a note in its place: a service may show values that break its own
 * rules. What is only in another letter case is put right.
 */
export function takeOutInvalid(description: ObjectDescription, schema: z.ZodType): void {
  const loweredFields = new Set<string>();
  for (;;) {
    const issue = schema.safeParse(valueOf(description)).error?.issues[0];
    if (issue === undefined) {
      return;
    }
    const { around, depth } = fieldAt(description, issue.path);
    const path = issue.path.slice(0, depth);
    const name = String(path.at(-1));
    const inLowerCase = lowered(around.fields.get(name), memberAlong(schema, path));
    const id = formatPath(path);
    if (inLowerCase !== undefined && !loweredFields.has(id)) {
      loweredFields.add(id);
      around.fields.set(name, inLowerCase);
      continue;
    }
    if (!around.fields.delete(name)) {
      throw new Error(`what is wrong with ${id} cannot be taken out`);
    }
    const rule = memberAlong(schema, issue.path)?.rule;
    around.notes.push(
      `${formatPath([name])} is not declared: the response shows what the API does not take${rule ? ` (it must be ${rule})` : ""}.`,
    );
  }
}
