import type { Path } from "../../common/path";
import { SIGNATURE_KEY, UNKNOWN_MARKERS } from "../../common/pulumiMarkers";

const PRIMITIVE_RULES: Readonly<Record<string, string>> = {
  function: "a function cannot be sent; give plain JSON data",
  bigint: "a bigint cannot be sent; give a number or a string",
  symbol: "a symbol cannot be sent; give plain JSON data",
};

/**
 * Why Pulumi would lose `value` on its way to the provider without an error, or `undefined` if it would not. The contents of
 * `value` are not checked. `fromOutput`: it comes from an output, which may be the engine's marker of an unknown value.
 */
export function unsupportedRule(value: unknown, fromOutput: boolean): string | undefined {
  if (typeof value === "string") {
    return stringRule(value, fromOutput);
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    return `${value} is not a JSON number`;
  }
  if (Object.is(value, -0)) {
    return "-0 loses its sign on its way; give 0";
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value) && !isPlain(value)) {
    return `${className(value)} cannot be sent; give plain JSON data`;
  }
  return PRIMITIVE_RULES[typeof value];
}

function stringRule(value: string, fromOutput: boolean): string | undefined {
  if (!fromOutput && UNKNOWN_MARKERS.has(value)) {
    return "Pulumi takes this string for a value that is not known yet, and loses it; give another one";
  }
  return value.isWellFormed() ? undefined : "holds half of a surrogate pair, which is no character";
}

/** Whether it is an object of no class. `Object.prototype` is not compared, because another realm has another one. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function className(value: object): string {
  const { name } = value.constructor ?? {};
  return typeof name === "string" && name !== "" ? `a ${name} object` : "an object of a class";
}

/** Arguments that Pulumi, or this package, uses for something else. */
const RESERVED_ARGUMENTS = new Map([
  ["id", "not an argument: Pulumi gives a resource its id"],
  ["urn", "not an argument: Pulumi gives a resource its URN"],
  ["observed", "not an argument: it is the response of the service"],
]);

/**
 * Names with which Pulumi's SDK loses a field, takes the object for a value of its own, or fails with a TypeError when it logs
 * the object.
 */
const FATAL_NAMES: ReadonlySet<string> = new Set(["__proto__", SIGNATURE_KEY, "toString"]);

/** Why a field of the object at `parent` may not have this name, or `undefined` if it may. */
export function fieldNameRule(parent: Path, field: string): string | undefined {
  if (FATAL_NAMES.has(field) || !field.isWellFormed()) {
    return "Pulumi cannot carry a field of this name; give another one";
  }
  if (parent.length > 0) {
    return undefined;
  }
  return field.startsWith("__") ? "names that begin with two underscores are reserved" : RESERVED_ARGUMENTS.get(field);
}
