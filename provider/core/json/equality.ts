import { stringifyCanonical, type Json } from "./json";

const ordered = (values: Json[]): Json[] =>
  values
    .map((value) => ({ value, text: stringifyCanonical(value) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ value }) => value);

/** Whether two JSON values say the same. The order of fields never counts; that of elements unless `unordered`. */
export function equalJson(one: Json | undefined, other: Json | undefined, unordered = false): boolean {
  if (one === other) {
    return true;
  }
  if (typeof one !== "object" || typeof other !== "object") {
    return false;
  }
  const sorted = unordered && Array.isArray(one) && Array.isArray(other);
  return stringifyCanonical(sorted ? ordered(one) : one) === stringifyCanonical(sorted ? ordered(other) : other);
}
