import { z } from "zod";
import type { Json, JsonObject, JsonScalar } from "../json/json";
import { isJsonObject } from "../json/object";
import { annotations, optional } from "./annotation";

type Fault = { path: PropertyKey[]; message: string };

/** Every place of `value` that JSON cannot carry as it is, with the rule that it breaks. */
function faults(value: unknown, path: PropertyKey[], found: Fault[]): void {
  if (value === null || typeof value === "string" || typeof value === "boolean") {
    return;
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) {
      found.push({ path, message: "must be a finite number" });
    } else if (Object.is(value, -0)) {
      found.push({ path, message: "must not be -0, which JSON does not keep apart from 0" });
    }
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((element, index) => faults(element, [...path, index], found));
    return;
  }
  if (
    typeof value === "object" &&
    (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)
  ) {
    for (const [key, member] of Object.entries(value)) {
      if (member !== undefined) {
        faults(member, [...path, key], found);
      }
    }
    return;
  }
  const what = { object: "an object of a class", undefined: "undefined" }[String(typeof value)] ?? `a ${typeof value}`;
  found.push({ path, message: `must be a JSON value, which ${what} is not` });
}

function onlyJson(value: unknown, context: z.RefinementCtx): void {
  const found: Fault[] = [];
  faults(value, [], found);
  for (const { path, message } of found) {
    context.addIssue({ code: "custom", path, message });
  }
}

/** Any JSON value, `null` too. Its keys are the user's own at every depth. */
export function jsonValue() {
  const schema = z.custom<Json>((value) => value !== undefined).superRefine(onlyJson);
  annotations.add(schema, { rule: "a JSON value" });
  return schema;
}

/** A JSON object. Its keys are the user's own at every depth. */
export function jsonObject() {
  const schema = z.custom<JsonObject>(isJsonObject).superRefine(onlyJson);
  annotations.add(schema, { rule: "a JSON object", objectOnly: true });
  return schema;
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
