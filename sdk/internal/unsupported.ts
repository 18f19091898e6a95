import type * as pulumi from "@pulumi/pulumi";
import type { Path } from "./path";
import { pathText } from "./path";
import { programError } from "./programError";

/** A value that cannot be sent, and why. The value itself is not kept: it may be secret. */
export interface Violation {
  readonly path: Path;
  readonly rule: string;
}

/** Values nested deeper than this are refused. */
export const maxDepth = 200;

const primitiveRules: Readonly<Record<string, string>> = {
  function: "a function cannot be sent; give plain JSON data",
  bigint: "a bigint cannot be sent; give a number, or text where text is meant",
  symbol: "a symbol cannot be sent; give plain JSON data",
};

/**
 * Why Pulumi would lose `value` without a word on its way to the provider, or `undefined` if it would not. What is inside
 * `value` is not looked at.
 */
export function unsupportedRule(value: unknown): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) {
    return `${value} is not a JSON number`;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value) && !isPlain(value)) {
    return `${className(value)} cannot be sent; give plain JSON data`;
  }
  return primitiveRules[typeof value];
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
const reservedArguments: Readonly<Record<string, string>> = {
  id: "not an argument: Pulumi gives a resource its id",
  urn: "not an argument: Pulumi gives a resource its URN",
  observed: "not an argument: it is what the service answers",
};

/** Why a member of the object at `parent` may not have this name, or `undefined` if it may. */
export function memberNameRule(parent: Path, member: string): string | undefined {
  if (member === "__proto__") {
    return "a member of this name is lost on the way to the service";
  }
  if (parent.length > 0) {
    return undefined;
  }
  return member.startsWith("__") ? "names that begin with two underscores are reserved" : reservedArguments[member];
}

/** One error for all of `violations`, without a stack trace when the CLI prints it. */
export function violationsError(owner: string, violations: readonly Violation[]): pulumi.RunError {
  const lines = violations.map(({ path, rule }) => `${pathText(path)}: ${rule}`);
  return programError(lines.length === 1 ? `${owner}: ${lines[0]}` : [`${owner}:`, ...lines].join("\n  "));
}
