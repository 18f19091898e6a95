import type { Description, ObjectDescription } from "./description";
import type { SecretNames } from "./secretNames";

/** One resource of a program. */
export interface DeclaredResource {
  /** The class of the SDK. */
  readonly type: "ContainerGroup" | "ContainerGroupFleet" | "Queue";
  /** The resource's name in the program. */
  readonly name: string;
  readonly args: ObjectDescription;
}

const WIDTH = 80;

const MAX_SHORT_KEY = 4;

/** An object of more values has a line for each. */
const MAX_ON_LINE = 3;

/** JavaScript's own line ends beside the two that JSON escapes. */
const escapeLineEnds = (text: string): string =>
  text.replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);

/** A string in double quotes, or in single ones where that needs fewer escapes. */
function quoted(text: string): string {
  const json = escapeLineEnds(JSON.stringify(text));
  const [doubles, singles] = ['"', "'"].map((quote) => text.split(quote).length - 1) as [number, number];
  return doubles <= singles ? json : `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** Prints descriptions as the formatter that most programs use would leave them: 80 columns, two spaces. */
class Printer {
  readonly #secrets: SecretNames;

  constructor(secrets: SecretNames) {
    this.#secrets = secrets;
  }

  /** A value that begins at a column `at` of a line, is followed by `after` characters, and whose further lines are indented by `indent`. */
  value(description: Description, indent: number, at: number, after: number): string {
    const flat = this.#flat(description);
    if (flat !== undefined && at + flat.length + after <= WIDTH) {
      return flat;
    }
    const inner = " ".repeat(indent + 2);
    const end = `\n${" ".repeat(indent)}`;
    switch (description.kind) {
      case "value":
        return String(flat);
      case "secret":
        return `config.requireSecret(\n${inner}${quoted(this.#nameOf(description))},${end})`;
      case "list": {
        const lines = description.elements.map((each) => `${inner}${this.value(each, indent + 2, indent + 2, 1)},`);
        return `[\n${lines.join("\n")}${end}]`;
      }
      case "object": {
        const fields = [...description.fields].map(
          ([name, field]) => `${inner}${this.#field(name, field, indent + 2)},`,
        );
        const notes = description.notes.map((note) => `${inner}// ${escapeLineEnds(note)}`);
        return `{\n${[...fields, ...notes].join("\n")}${end}}`;
      }
    }
  }

  #field(name: string, description: Description, indent: number): string {
    const key = keyOf(name);
    const at = indent + key.length + 2;
    const text = this.value(description, indent, at, 1);
    const isLongString =
      description.kind === "value" && typeof description.value === "string" && at + text.length + 1 > WIDTH;
    // Beside a short key a line of its own gains nothing.
    return isLongString && key.length > MAX_SHORT_KEY ? `${key}:\n${" ".repeat(indent + 2)}${text}` : `${key}: ${text}`;
  }

  /** A value on one line; undefined for what has several. */
  #flat(description: Description): string | undefined {
    switch (description.kind) {
      case "value":
        return typeof description.value === "string" ? quoted(description.value) : String(description.value);
      case "secret":
        return `config.requireSecret(${quoted(this.#nameOf(description))})`;
      case "list":
        return this.#flatList(description.elements);
      case "object":
        return this.#flatObject(description);
    }
  }

  #flatList(elements: readonly Description[]): string | undefined {
    const hasObjects = elements.length > 1 && elements.some(({ kind }) => kind === "object");
    const flat = elements.map((element) => this.#flat(element));
    return hasObjects || flat.includes(undefined) ? undefined : `[${flat.join(", ")}]`;
  }

  #flatObject({ fields, notes }: ObjectDescription): string | undefined {
    const isSmall = [...fields.values()].every(({ kind }) => kind === "value" || kind === "secret");
    if (notes.length > 0 || !isSmall || fields.size > MAX_ON_LINE) {
      return undefined;
    }
    const flat = [...fields].map(([name, field]) => `${keyOf(name)}: ${this.#flat(field)}`);
    return flat.length === 0 ? "{}" : `{ ${flat.join(", ")} }`;
  }

  #nameOf(secret: Description): string {
    const name = this.#secrets.get(secret);
    if (name === undefined) {
      throw new Error("a secret has no name");
    }
    return name;
  }

  resource({ type, name, args }: DeclaredResource): string {
    const head = `new ${type}(`;
    const quotedName = quoted(name);
    if (args.fields.size === 0 && args.notes.length === 0) {
      return `${head}${quotedName});`;
    }
    const one = `${head}${quotedName}, `;
    // The arguments of a resource have a line each, however few they are.
    const opened = (indent: number) => this.value(args, indent, WIDTH, 0);
    return one.length + 1 <= WIDTH ? `${one}${opened(0)});` : `${head}\n  ${quotedName},\n  ${opened(2)},\n);`;
  }
}

/** A program that declares the resources. */
export function printProgram(resources: readonly DeclaredResource[], secrets: SecretNames): string {
  const printer = new Printer(secrets);
  const types = [...new Set(resources.map(({ type }) => type))].sort();
  return [
    ...(secrets.size > 0 ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    `import { ${types.join(", ")} } from "pulumi-containergroups";`,
    ...(secrets.size > 0 ? ["", "const config = new pulumi.Config();"] : []),
    ...resources.map((resource) => `\n${printer.resource(resource)}`),
    "",
  ].join("\n");
}
