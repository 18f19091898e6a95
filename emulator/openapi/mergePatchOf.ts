import type { Schema } from "../service/schema";

/** The keywords of a document's schema that mean something else in a patch. */
interface Whole extends Schema {
  type?: string;
  enum?: readonly unknown[];
  required?: readonly string[];
  allOf?: readonly Whole[];
  oneOf?: unknown;
}

/**
 * The schema of merge patches (RFC 7396) for documents of this schema: each field may be left out, and be null where the document may do without it. What
 * only a whole document can be judged by is gone.
 */
export function mergePatchOf(schema: Whole, isRequired = true): Schema {
  const {
    properties = {},
    additionalProperties: others,
    required = [],
    allOf = [],
    type,
    enum: values,
    ...rest
  } = schema;
  const needed = [...required, ...allOf.flatMap((rule) => rule.required ?? [])];
  const fields = Object.entries(properties).map(([name, field]) => [name, mergePatchOf(field, needed.includes(name))]);
  const rules = allOf.filter((rule) => rule.required === undefined && rule.oneOf === undefined);
  return {
    ...rest,
    type: type === undefined || isRequired ? type : [type, "null"],
    enum: values === undefined || isRequired ? values : [...values, null],
    allOf: rules.length === 0 ? undefined : rules,
    properties: fields.length === 0 ? undefined : Object.fromEntries(fields),
    additionalProperties: typeof others === "object" ? mergePatchOf(others, false) : others,
  };
}
