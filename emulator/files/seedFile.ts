import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { parse, type ScalarTag, type Tags } from "yaml";
import { exactNumber, parseLossless } from "../json";
import { seedsOf, type SeedDocument } from "./seedDocument";

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

/** The objects of a seed file, which is YAML, or JSON when it is named so. Throws an error of one line that names the file. */
export function readSeedFile(file: string): SeedDocument {
  try {
    const text = readFileSync(file, "utf8");
    const document = extname(file) === ".json" ? parseLossless(text) : parse(text, { customTags });
    seedsOf(document);
    return document as SeedDocument;
  } catch (error) {
    // What the parser shows below is the line itself.
    const reason = (error as Error).message.split("\n")[0]?.replace(/:$/, "");
    throw new Error(`the seed file ${file} cannot be taken: ${reason}`);
  }
}
