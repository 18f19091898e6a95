import { z } from "zod";
import type { Json, JsonScalar } from "../../../common/json";

/** The properties of a field beyond its type. Each has a plain default. */
export interface Annotation {
  /** Name on the wire, where it is not the snake_case form of the camelCase name. */
  wire?: string;
  /** The value that a patch sends to unset the field. Default: `null` (RFC 7396: removed). */
  unset?: Json;
  /** Nothing is sent when the field is no longer declared. */
  unmanagedWhenRemoved?: true;
  /** An *entity* is validated by the service as a unit and sent whole; every other object is a *structure*. */
  entity?: true;
  /** A program cannot set this structure to `null`, because that would unset fields that others set. */
  neverNull?: true;
  /**
   * `credential`: always secret. `sensitive`: secret only where the program marks it. An error or a warning never shows it,
   * and it is never copied from a response; a printed request shows it.
   */
  secrecy?: "credential" | "sensitive";
  /** Not secret in itself, although the list around it is. */
  notSecret?: true;
  /** The service changes the field by itself if one of these top-level wire fields is set. */
  movedBy?: readonly string[];
  /** No response shows it. */
  writeOnly?: true;
  /** The response shows it as this top-level wire field. */
  readAs?: string;
  /** If a response lacks the field, it is gone: the service did not merely leave it out. */
  absentMeansRemoved?: true;
  /** The service replaces `null` by the value of this top-level wire field. */
  defaultsTo?: string;
  /**
   * The order of this list is not compared with a response. `meaningless`: a new order is no change. `notKept`: the
   * order may have an undocumented meaning, but the service may show another one.
   */
  order?: "meaningless" | "notKept";
  /** The service may show it in another letter case than declared. */
  ignoreCase?: true;
  /**
   * In a response, this field holds all undocumented fields of its object, in wire form. `scalars`: objects and arrays
   * are left out, because little is to be kept.
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

/** The service validates the object as a unit, and shows it whole. */
export const unit = { entity: true, absentMeansRemoved: true } as const;

/** A field of an object that is merged: it may be left out, and `null` removes it (RFC 7396). */
export function optional<S extends z.ZodType>(schema: S, annotation: Annotation = {}) {
  return annotate(schema.nullable().optional(), annotation);
}

/** An object that is patched and unset field by field: it may be left out, and `null` is refused. */
export function structure<S extends z.ZodType>(schema: S, annotation: Annotation = {}) {
  return annotate(schema.optional(), { ...annotation, neverNull: true });
}

export function required<S extends z.ZodType>(schema: S, annotation: Annotation = {}): S {
  return annotate(schema, { ...annotations.get(schema), ...annotation });
}

/** An argument that is not merged: it may be left out, and `null` is refused. */
export function argument<S extends z.ZodType>(schema: S, annotation: Annotation = {}) {
  return annotate(schema.optional(), annotation);
}

export function integer() {
  return annotate(z.int(), { rule: "an integer" });
}

export function integerBetween(minimum: number, maximum: number) {
  return annotate(z.int().min(minimum).max(maximum), { rule: `an integer from ${minimum} to ${maximum}` });
}

/** Limits of a string's characters or a list's elements. */
interface SizeRule {
  minimum?: number;
  maximum?: number;
}

interface TextRule extends SizeRule {
  pattern?: RegExp;
}

/** A size in words, such as ` of at most 500 characters`; empty without a maximum. */
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

/** How fields removed from the program are treated: they are unset, or nothing is sent and they are no longer managed. */
export const REMOVED = ["unset", "leave"] as const;
export type Removed = (typeof REMOVED)[number];

export function removedMembers() {
  return oneOf(REMOVED);
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

/** An object with the fields of `shape`, and no others. */
export function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return annotate(z.strictObject(shape), { rule: "an object" });
}

/** An object whose keys are the user's own and are never renamed. */
export function map<S extends z.ZodType, K extends z.ZodType<string, string> = z.ZodString>(value: S, key?: K) {
  return annotate(z.record(key ?? z.string(), value), { rule: "an object" });
}

/** Any JSON value, even `null`. Values that JSON cannot express do not come here. */
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

/** A response's field for all undocumented fields of its object. */
export function rest() {
  return optional(jsonObject(), { rest: "all", rule: "all other fields, as they came" });
}

/** `rest` without objects and arrays. */
export function scalarRest() {
  return optional(z.custom<{ [field: string]: JsonScalar }>(), {
    rest: "scalars",
    rule: "all other fields that are no object and no array, as they came",
  });
}
