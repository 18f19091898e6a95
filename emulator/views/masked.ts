import { LosslessNumber } from "lossless-json";
import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../json";
import { pointerStep } from "../response";
import { SECRET, type Schema } from "../service/schema";

/** Stands for a value that the schema marks as secret. */
const MASK = "[secret]";
/** The schema of a value that may be shown as it is. */
export const ANYTHING: Schema = {};
/** Stands for a value of which no schema says whether it is secret. */
export const UNKNOWN = "[not shown]";

/**
 * The value with nothing in it that is secret by its schema, or that the schema does not know: fields by other names, scalars in the place of
 * objects. Names are shown, and what is any JSON value by its schema. Shares parts with `value`, which is left as it is.
 */
export function masked(value: unknown, schema: Schema | undefined): unknown {
  if (value === null || value === undefined) {
    return value;
  }
  if (schema?.[SECRET] === true) {
    return MASK;
  }
  if (schema !== undefined && isAnything(schema)) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((element) => masked(element, schema?.["items"] as Schema | undefined));
  }
  if (isTree(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, below]) => [name, masked(below, schemaOf(schema, name))]),
    );
  }
  return isScalar(schema) ? value : UNKNOWN;
}

/** One place where two documents differ, as it is shown. */
export interface ShownChange {
  /** JSON pointer (RFC 6901). */
  pointer: string;
  /** Absent where there was nothing. */
  before?: unknown;
  /** Absent where there is nothing now. */
  after?: unknown;
}

/** Where two documents differ: objects field by field, all else whole, and nothing in it that `masked` would not show. */
export function shownChanges(before: unknown, after: unknown, schema: Schema | undefined, pointer = ""): ShownChange[] {
  if (before === after || isDeepStrictEqual(before, after)) {
    return [];
  }
  const [earlier, later] = [fieldsOf(before, after), fieldsOf(after, before)];
  const names = new Set([...Object.keys(earlier ?? {}), ...Object.keys(later ?? {})]);
  if (earlier === undefined || later === undefined || names.size === 0) {
    return [{ pointer, before: masked(before, schema), after: masked(after, schema) }];
  }
  return [...names].flatMap((name) =>
    shownChanges(earlier[name], later[name], schemaOf(schema, name), pointer + pointerStep(name)),
  );
}

/** The fields of an object: none where there is nothing beside an object. `undefined` for what has no fields. */
function fieldsOf(value: unknown, other: unknown): Record<string, unknown> | undefined {
  return value === undefined && isTree(other) ? {} : isTree(value) ? value : undefined;
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  isJsonObject(value) && !(value instanceof LosslessNumber);

const isScalar = (schema: Schema | undefined): boolean =>
  schema !== undefined && schema["type"] !== "object" && schema["type"] !== "array";

const isAnything = (schema: Schema): boolean =>
  !isScalar({ type: "object", ...schema }) &&
  schema["items"] === undefined &&
  !schema.properties &&
  !schema.additionalProperties;

function schemaOf(schema: Schema | undefined, name: string): Schema | undefined {
  if (schema === ANYTHING) {
    return ANYTHING;
  }
  const { properties = {}, additionalProperties } = schema ?? {};
  const other = typeof additionalProperties === "object" ? additionalProperties : undefined;
  return Object.hasOwn(properties, name) ? properties[name] : other;
}
