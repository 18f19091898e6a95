import { jsonPointer } from "../common/path";
import type { Json, JsonObject } from "../common/json";
import { isEmpty } from "../provider/core/json/object";
import type { SecretNames } from "./secrets";

/** One resource of a program. */
export interface PrintedResource {
  readonly type: "ContainerGroup" | "ContainerGroupFleet" | "Queue";
  /** The resource's name in the program. */
  readonly name: string;
  readonly args: JsonObject;
  /** Printed as comments above the resource. */
  readonly notes: readonly string[];
  readonly secrets: SecretNames;
}

/** Characters that JSON does not escape, although an editor may hide them or reorder text by them. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

const quoted = (text: string): string => JSON.stringify(text).replace(HIDDEN, escaped);

/** In a literal, `__proto__` is a field only as a computed name. */
function keyOf(name: string): string {
  return name === "__proto__" ? `["__proto__"]` : /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** A value as TypeScript; its further lines begin with `indent`. */
function printValue(value: Json, secrets: SecretNames, path: readonly PropertyKey[], indent: string): string {
  const secret = secrets.get(jsonPointer(path));
  if (secret !== undefined) {
    return `config.requireSecret(${quoted(secret)})`;
  }
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" ? quoted(value) : String(value);
  }
  const print = (child: Json, key: PropertyKey) => printValue(child, secrets, [...path, key], `${indent}  `);
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map(print)
    : Object.entries(value).map(([key, child]) => `${keyOf(key)}: ${print(child, key)}`);
  const [open, close] = isList ? "[]" : "{}";
  if (isEmpty(value) || (isList && value.every((child) => typeof child !== "object"))) {
    return `${open}${entries.join(", ")}${close}`;
  }
  return `${open}\n${entries.map((entry) => `${indent}  ${entry},\n`).join("")}${indent}${close}`;
}

function printResource({ type, name, args, notes, secrets }: PrintedResource): string {
  const comments = notes.map((note) => `// ${note.replace(HIDDEN, "")}\n`).join("");
  return `\n${comments}new ${type}(${quoted(name)}, ${printValue(args, secrets, [], "")});\n`;
}

/** A program that declares the resources. */
export function printProgram(resources: readonly PrintedResource[]): string {
  const types = [...new Set(resources.map(({ type }) => type))].sort();
  const hasSecrets = resources.some(({ secrets }) => secrets.size > 0);
  return [
    hasSecrets ? 'import * as pulumi from "@pulumi/pulumi";\n' : "",
    `import { ${types.join(", ")} } from "pulumi-containergroups";\n`,
    hasSecrets ? "\nconst config = new pulumi.Config();\n" : "",
    ...resources.map(printResource),
  ].join("");
}
