import { z } from "zod";
import type { Json } from "../../../common/json";
import { annotations, type Annotation } from "./annotation";

/** JSON type of a value that has no fields of its own; `json` is any value, and is never inspected. */
type LeafType = "string" | "number" | "boolean" | "json";

/**
 * One field of a body, as the schema describes it. Validation, renaming, the patch, masking and drift read this
 * tree, so that they need not list fields.
 */
export interface Member extends Annotation {
  /** Name in programs (camelCase), and on the wire. */
  name: string;
  wire: string;
  /** `object`: fixed fields. `map`: the user's own keys. `array` and `leaf`: replaced whole. */
  kind: "object" | "map" | "array" | "leaf";
  type?: LeafType;
  /** Fields of an object, by name in programs. */
  members: ReadonlyMap<string, Member>;
  /** The same fields by wire name, without a `rest` field. */
  byWire: ReadonlyMap<string, Member>;
  /** The values of a map, or the elements of an array. */
  element?: Member;
  unset: Json;
  /** The rule for the keys of a map; undefined if any key is allowed. */
  keyRule?: string;
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The schema inside `optional` and `nullable`, and the annotations of all layers; those of outer layers win. */
function unwrap(schema: z.core.$ZodType): { inner: z.core.$ZodType; annotation: Annotation } {
  const annotation = annotations.get(schema as z.ZodType) ?? {};
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const below = unwrap(schema.unwrap());
    return { inner: below.inner, annotation: { ...below.annotation, ...annotation } };
  }
  return { inner: schema, annotation };
}

function leafType(schema: z.core.$ZodType): LeafType {
  if (schema instanceof z.ZodBoolean) {
    return "boolean";
  }
  if (schema instanceof z.ZodNumber) {
    return "number";
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat || schema instanceof z.ZodEnum) {
    return "string";
  }
  if (schema instanceof z.ZodCustom) {
    return "json";
  }
  throw new TypeError(`the schema uses ${schema._zod.def.type}, which members.ts does not know`);
}

function describe(schema: z.core.$ZodType, name: string, inherited?: Annotation["secrecy"]): Member {
  const { inner, annotation } = unwrap(schema);
  // All values inside a credential are credentials, even in a shared shape.
  const secrecy = inherited === "credential" ? inherited : (annotation.secrecy ?? inherited);
  const common = {
    ...annotation,
    name,
    wire: annotation.wire ?? snakeCase(name),
    unset: annotation.unset ?? null,
    secrecy,
    members: new Map<string, Member>(),
    byWire: new Map<string, Member>(),
  };
  if (inner instanceof z.ZodObject) {
    const children = Object.entries(inner.shape).map(([key, child]) =>
      describe(child as z.core.$ZodType, key, secrecy),
    );
    return {
      ...common,
      kind: "object",
      members: new Map(children.map((child) => [child.name, child])),
      byWire: new Map(children.filter((child) => !child.rest).map((child) => [child.wire, child])),
    };
  }
  if (inner instanceof z.ZodRecord) {
    const keyRule = annotations.get(inner.keyType as z.ZodType)?.rule;
    return { ...common, kind: "map", keyRule, element: describe(inner.valueType, "", secrecy) };
  }
  if (inner instanceof z.ZodArray) {
    return { ...common, kind: "array", element: describe(inner.element, "", secrecy) };
  }
  return { ...common, kind: "leaf", type: leafType(inner) };
}

const described = new WeakMap<z.ZodType, Member>();

/** The member tree of a schema, made once. */
export function membersOf(schema: z.ZodType): Member {
  let root = described.get(schema);
  if (root === undefined) {
    root = describe(schema, "");
    described.set(schema, root);
  }
  return root;
}

/** The member named `key` in programs; undefined for an unknown name, and inside a `json` value. */
export function memberAt(parent: Member | undefined, key: PropertyKey): Member | undefined {
  if (parent === undefined) {
    return undefined;
  }
  if (parent.kind === "object") {
    return parent.members.get(String(key));
  }
  return parent.element;
}

/** Like `memberAt`, by wire name. */
export function wireMemberAt(parent: Member | undefined, key: string): Member | undefined {
  return parent?.kind === "object" ? parent.byWire.get(key) : parent?.element;
}

/** The schema's member at each step of a path, from the root on. */
export function membersAlong(root: Member, path: readonly PropertyKey[]): (Member | undefined)[] {
  const along: (Member | undefined)[] = [root];
  for (const key of path) {
    along.push(memberAt(along.at(-1), key));
  }
  return along;
}
