import { EMULATOR_RULE } from "../response";
import { emulatorRule, SECRET, type Schema } from "../service/schema";

type JsonSchema = Record<string, unknown>;

/**
 * A schema as an OpenAPI 3.1 document has it. `names` are the components: a schema that is one of them is referred to, where it is not the component
 * itself.
 */
export function toOpenApi(schema: Schema, names: ReadonlyMap<Schema, string>): JsonSchema {
  const inner = (below: unknown): unknown => {
    if (Array.isArray(below)) {
      return below.map(inner);
    }
    if (typeof below !== "object" || below === null) {
      return below;
    }
    const name = names.get(below as Schema);
    return name === undefined ? toOpenApi(below as Schema, names) : { $ref: `#/components/schemas/${name}` };
  };
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    // A limit that another field sets: JSON Schema has no word for it, the description has.
    const isComputed = typeof value === "object" && value !== null && "$data" in value;
    return isComputed
      ? []
      : (KEYWORDS[keyword]?.(value) ?? [[keyword, keyword === "properties" ? fields(value, inner) : inner(value)]]);
  });
  return Object.fromEntries(entries);
}

/** Keywords that are said in another way. */
const KEYWORDS: Readonly<Record<string, (value: unknown) => [string, unknown][]>> = {
  $comment: (value) => [["$comment", value === EMULATOR_RULE ? "A rule of the emulator: the API shows none." : value]],
  const: (value) => [["const", value]],
  enum: (value) => [["enum", value]],
  format: (value) => [["format", value === "url" ? "uri" : value]],
  [SECRET]: () => [
    [SECRET, true],
    ["format", "password"],
  ],
};

const fields = (properties: unknown, inner: (below: unknown) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(properties as object).map(([name, schema]) => [name, inner(schema)]));

/** Not in a patch: what is required is there by what the patch is merged into, and a null removes. */
const OF_A_WHOLE = new Set(["required", "oneOf", "maxProperties", "minProperties"]);

/** The schema of merge patches (RFC 7396) for documents of this schema: each field may be left out, or be null where the emulator does not require it. */
export function mergePatchOf(schema: Schema): Schema {
  const { properties, additionalProperties, ...rest } = schema;
  const required = requiredBy(rest);
  const kept = Object.entries(rest).filter(([keyword]) => !OF_A_WHOLE.has(keyword) && keyword !== "allOf");
  const removable = (below: Schema): Schema => orNull(mergePatchOf(below));
  const rules = (rest["allOf"] as Schema[] | undefined)
    ?.map(mergePatchOf)
    .filter((rule) => Object.keys(rule).some(isRule));
  return {
    ...Object.fromEntries(kept),
    ...(rules?.length && { allOf: rules }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, below]) => [
          name,
          required.includes(name) ? notNull(removable(below)) : removable(below),
        ]),
      ),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === "object" ? removable(additionalProperties) : additionalProperties,
    }),
  };
}

/** The fields that a document must have. */
function requiredBy(schema: Schema): readonly string[] {
  const { required = [], allOf = [] } = schema as { required?: readonly string[]; allOf?: readonly Schema[] };
  return [...required, ...allOf.flatMap(requiredBy)];
}

function notNull(schema: Schema): Schema {
  const { allOf = [] } = schema as { allOf?: readonly Schema[] };
  return { ...schema, allOf: [...allOf, emulatorRule({ not: { type: "null" } })] };
}

const isRule = (keyword: string): boolean => keyword !== "$comment" && keyword !== "description";

function orNull(schema: Schema): Schema {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: readonly unknown[] };
  return {
    ...schema,
    ...(type !== undefined && { type: [type, "null"].flat() }),
    ...(values && { enum: [...values, null] }),
  };
}
