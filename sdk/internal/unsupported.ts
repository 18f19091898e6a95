import * as pulumi from "@pulumi/pulumi";
import { SIGNATURE_KEY, UNKNOWN, UNKNOWN_MARKERS } from "../../common/pulumiMarkers";
import { formatPath, type Path } from "../../common/path";
import { programError } from "./programError";

/** A value that cannot be sent, and why. The value itself is not kept: it may be secret. */
export interface Violation {
  readonly path: Path;
  readonly rule: string;
}

const PRIMITIVE_RULES: Readonly<Record<string, string>> = {
  function: "a function cannot be sent; give plain JSON data",
  bigint: "a bigint cannot be sent; give a number or a string",
  symbol: "a symbol cannot be sent; give plain JSON data",
};

/**
 * Why Pulumi would lose `value` without a word on its way to the provider, or `undefined` if it would not. What is inside
 * `value` is not looked at. `fromOutput`: it comes out of an output.
 */
export function unsupportedRule(value: unknown, fromOutput: boolean): string | undefined {
  if (typeof value === "string") {
    return stringRule(value, fromOutput);
  }
  if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))) {
    return `${Object.is(value, -0) ? "-0" : value} is not a JSON number`;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value) && !isPlain(value)) {
    return `${className(value)} cannot be sent; give plain JSON data`;
  }
  return PRIMITIVE_RULES[typeof value];
}

const LONE_SURROGATE = "half of a surrogate pair, which is no character";

function stringRule(value: string, fromOutput: boolean): string | undefined {
  if (UNKNOWN_MARKERS.has(value) && !mayBeUnknown(value, fromOutput)) {
    return "Pulumi takes this string for a value that is not known yet, and loses it; give another one";
  }
  return value.isWellFormed() ? undefined : `holds ${LONE_SURROGATE}`;
}

/**
 * Whether a marker stands for a value that is really unknown. The engine may answer any of them for another resource's output
 * at a preview. Pulumi's SDK makes an unknown output of the one for strings alone, and hands on the others as they are.
 */
function mayBeUnknown(marker: string, fromOutput: boolean): boolean {
  return marker !== UNKNOWN && fromOutput && pulumi.runtime.isDryRun();
}

/** An object of no class: its prototype, if any, is the root of a chain (of any realm, so not compared by identity). */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function className(value: object): string {
  const { name } = value.constructor ?? {};
  return typeof name === "string" && name !== "" ? `a ${name} object` : "an object of a class";
}

/** Arguments that Pulumi, or this package, uses for something else. */
const RESERVED_ARGUMENTS: Readonly<Record<string, string>> = {
  id: "not an argument: Pulumi gives a resource its id",
  urn: "not an argument: Pulumi gives a resource its URN",
  observed: "not an argument: it is the response of the service",
};

/** Why a field of the object at `parent` may not have this name, or `undefined` if it may. */
export function fieldNameRule(parent: Path, field: string): string | undefined {
  if (field === "__proto__") {
    return "an argument of this name is lost on the way to the service";
  }
  if (field === SIGNATURE_KEY) {
    return "Pulumi marks its own kinds of values with this name; give another one";
  }
  if (!field.isWellFormed()) {
    return `the name holds ${LONE_SURROGATE}`;
  }
  if (parent.length > 0) {
    return undefined;
  }
  return field.startsWith("__") ? "names that begin with two underscores are reserved" : RESERVED_ARGUMENTS[field];
}

/** One error for all of `violations`, without a stack trace when the CLI prints it. */
export function violationsError(owner: string, violations: readonly Violation[]): pulumi.RunError {
  const lines = violations.map(({ path, rule }) => `${formatPath(path)}: ${rule}`);
  return programError(lines.length === 1 ? `${owner}: ${lines[0]}` : [`${owner}:`, ...lines].join("\n  "));
}
