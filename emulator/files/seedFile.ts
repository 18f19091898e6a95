import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { parseDocument, type ScalarTag, type Tags } from "yaml";
import { exactNumber, parseLossless } from "../json";
import type { SeedDocument } from "./seedDocument";

/** A number as JSON writes it, with all its digits. */
const jsonNumber: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  test: /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/,
  resolve: exactNumber,
};

// No JSON value is infinite or no number: `.inf` and `.nan` are strings.
const customTags = (tags: Tags): Tags => [
  jsonNumber,
  ...tags.filter((tag) => typeof tag === "string" || !("test" in tag) || !tag.test?.test(".inf")),
];

/** The document of a seed file, which is YAML, or JSON when it is named so. Throws an error that names the file and lists what is wrong with its text. */
export function readSeedFile(file: string): SeedDocument {
  try {
    const text = readFileSync(file, "utf8");
    return (extname(file) === ".json" ? parseLossless(text) : parseYaml(text)) as SeedDocument;
  } catch (error) {
    throw new Error(`the seed file ${file} cannot be taken: ${(error as Error).message}`);
  }
}

function parseYaml(text: string): unknown {
  const document = parseDocument(text, { customTags });
  if (document.errors.length > 0) {
    // What the parser shows below is the line itself.
    throw new Error(document.errors.map(({ message }) => message.split("\n")[0]?.replace(/:$/, "")).join("; "));
  }
  return document.toJS();
}
