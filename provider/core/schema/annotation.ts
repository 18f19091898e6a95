import { z } from "zod";
import type { Json, JsonScalar } from "../json/json";

/** What the schema says of a field beyond its type. Everything that is not stated has the plain default. */
export interface Annotation {
  /** Name on the wire, where it is not the snake_case form of the camelCase name. */
  wire?: string;
  /** What the patch carries when the field is no longer declared, or declared `null`. Default: `null` (RFC 7396: removed). */
  unset?: Json;
  /** A field that is no longer declared is no longer managed: nothing is sent. */
  unmanagedWhenRemoved?: true;
  /** An *entity* is validated by the service as a unit and sent whole; every other object is a *structure*. */
  entity?: true;
  /** A structure that a program cannot set to `null`, because that would unset what others set in it, too. */
  neverNull?: true;
  /**
   * `credential`: secret without being asked. `sensitive`: kept as the program declares it (secret if marked so),
   * but shown in no message, and never copied from a response into state.
   */
  secrecy?: "credential" | "sensitive";
  /** The service moves it by itself where one of these fields of the whole object, in wire form, is set. */
  movedBy?: readonly string[];
  /** No response ever shows it. */
  writeOnly?: true;
  /** The response shows it as this field of the whole object, in wire form. */
  readAs?: string;
  /** A response without this field means that it is gone, not that the service left it out. */
  absentMeansRemoved?: true;
  /** With `null` the service gives it the value of this field of the whole object, in wire form. */
  defaultsTo?: string;
  /**
   * Of a list whose order is not compared with a response: it is `meaningless`, so that a change of it is none, or it has a meaning that
   * is not documented, and the service may show the elements in another order (`notKept`).
   */
  order?: "meaningless" | "notKept";
  /** The service may show it in other letter case than it was declared. */
  ignoreCase?: true;
  /**
   * Of a response: it holds what the API does not show of the object around it, in wire form. `scalars`: objects and arrays are left out,
   * for what is kept in the state must stay small.
   */
  rest?: "all" | "scalars";
  /** An integer too large for a JSON number, read as a decimal string. */
  decimal?: true;
  /** The rule in words, as it follows "must be" in an error. */
  rule?: string;
}

export const annotations = z.registry<Annotation>();

function annotate<S extends z.ZodType>(schema: S, annotation: Annotation): S {
  annotations.add(schema, annotation);
  return schema;
}

/** A field of an object that is merged: it may be left out, and `null` removes it (RFC 7396). */
export function optional<S extends z.ZodType>(schema: S, annotation: Annotation = {}) {
  return annotate(schema.nullable().optional(), annotation);
}

/** An object that is patched and unset field by field: it may be left out, and `null` is refused. */
export function structure<S extends z.ZodType>(schema: S, annotation: Annotation = {}) {
  return annotate(schema.optional(), { ...annotation, neverNull: true });
}

/** A field that must be given. */
export function required<S extends z.ZodType>(schema: S, annotation: Annotation = {}): S {
  return annotate(schema, { ...annotations.get(schema), ...annotation });
}

/** An argument of ours, which never travels as it is: it may be left out, and `null` is no value. */
export function argument<S extends z.ZodType>(schema: S, annotation: Annotation = {}) {
  return annotate(schema.optional(), annotation);
}

export function integer(minimum?: number, maximum?: number) {
  const schema = z.int().min(minimum ?? Number.MIN_SAFE_INTEGER);
  const range = minimum !== undefined && maximum !== undefined ? ` from ${minimum} to ${maximum}` : "";
  return annotate(schema.max(maximum ?? Number.MAX_SAFE_INTEGER), { rule: `an integer${range}` });
}

/** How many characters a text may have, or elements a list. */
export interface SizeRule {
  minimum?: number;
  maximum?: number;
}

export interface TextRule extends SizeRule {
  pattern?: RegExp;
}

/** A size in words, such as ` of at most 500 characters`; empty where there is no limit. */
function sizeInWords({ minimum, maximum }: SizeRule, of: string): string {
  const range = minimum === undefined ? `at most ${maximum}` : `${minimum} to ${maximum}`;
  return maximum === undefined ? "" : ` of ${range} ${of}`;
}

export function text(size: TextRule = {}) {
  const { minimum = 0, maximum = Infinity, pattern } = size;
  const schema = z.string().min(minimum).max(maximum);
  const rule = `a string${sizeInWords(size, "characters")}`;
  return pattern === undefined
    ? annotate(schema, { rule })
    : annotate(schema.regex(pattern), { rule: `${rule} that matches ${pattern.source}` });
}

export function flag() {
  return annotate(z.boolean(), { rule: "true or false" });
}

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values, rule?: string) {
  return annotate(z.enum(values), { rule: rule ?? `one of ${values.map((value) => `"${value}"`).join(", ")}` });
}

/** What becomes of fields that are taken out of the program. */
export function removedMembers() {
  return oneOf(["unset", "leave"]);
}

export function uuid() {
  return annotate(z.guid(), { rule: "a UUID", ignoreCase: true });
}

export function timestamp() {
  return annotate(z.iso.datetime({ offset: true, local: true }), { rule: "an ISO 8601 date-time" });
}

export function url(rule: TextRule) {
  const schema = text(rule).refine((value) => URL.canParse(value));
  return annotate(schema, { rule: `a URL${sizeInWords(rule, "characters")}` });
}

export function list<S extends z.ZodType>(element: S, size: SizeRule = {}) {
  const { minimum = 0, maximum = Infinity } = size;
  return annotate(z.array(element).min(minimum).max(maximum), { rule: `an array${sizeInWords(size, "elements")}` });
}

/** An object with the fields that are named, and no others. */
export function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return annotate(z.strictObject(shape), { rule: "an object" });
}

/** An object whose keys are the user's own and are never renamed. */
export function map<S extends z.ZodType, K extends z.ZodType<string, string> = z.ZodString>(value: S, key?: K) {
  return annotate(z.record(key ?? z.string(), value), { rule: "an object" });
}

/** Any JSON value, `null` too. The SDK has refused what is none, and the engine carries nothing else. */
export function jsonValue() {
  return annotate(
    z.custom<Json>((value) => value !== undefined),
    { rule: "a JSON value" },
  );
}

/** A JSON object. Its keys are the user's own at every depth. */
export function jsonObject() {
  return annotate(z.record(z.string(), jsonValue()), { rule: "a JSON object" });
}

/** Of a response: what the API does not show of the object around. */
export function rest() {
  return optional(jsonObject(), { rest: "all", rule: "all other fields, as they came" });
}

/** The same without objects and arrays. */
export function scalarRest() {
  return optional(z.custom<{ [field: string]: JsonScalar }>(), {
    rest: "scalars",
    rule: "all other fields that are no object and no array, as they came",
  });
}
