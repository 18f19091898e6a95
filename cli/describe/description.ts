import type { Json, JsonObject } from "../../provider/core/json/json";
import { setOwn } from "../../provider/core/json/object";

/** What is printed of an object of the service. */
export interface ObjectDescription {
  readonly kind: "object";
  /** By the names that programs use, or by the user's own. */
  readonly fields: Map<string, Description>;
  /** What cannot be declared in it: one sentence each, printed as comments. */
  readonly notes: string[];
}

/** What is printed of one value. A secret stands in the stack's settings, and the declaration asks for it by name. */
export type Description =
  | { readonly kind: "value"; readonly value: string | number | boolean }
  | { readonly kind: "secret"; readonly value: string }
  | { readonly kind: "list"; readonly elements: readonly Description[] }
  | ObjectDescription;

export const emptyObject = (): ObjectDescription => ({ kind: "object", fields: new Map(), notes: [] });

export const hasContent = ({ fields, notes }: ObjectDescription): boolean => fields.size > 0 || notes.length > 0;

/** The field of a list's element that names the element, such as a header's. */
export const LABEL = "name";

/** The name that an element of a list has. */
export function labelOf(element: Description): string | undefined {
  const label = element.kind === "object" ? element.fields.get(LABEL) : undefined;
  return label?.kind === "value" ? String(label.value) : undefined;
}

/** The value that a description stands for, secrets too. */
export function valueOf(description: Description): Json {
  switch (description.kind) {
    case "value":
    case "secret":
      return description.value;
    case "list":
      return description.elements.map(valueOf);
    case "object": {
      const value: JsonObject = {};
      description.fields.forEach((field, name) => setOwn(value, name, valueOf(field)));
      return value;
    }
  }
}
