import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import prettier from "prettier";

import { inClone } from "../lib/paths.mjs";
import { withBlocks } from "./markdown.mjs";
import { referencePages } from "./reference.mjs";
import { schemaBlocks } from "./schema.mjs";
import { SCHEMA_FACTS, schemaFacts } from "./schemaFacts.mjs";
import { settingsBlocks } from "./settings.mjs";

const REFERENCE = path.join("docs", "reference");

const markdownIn = (folder) =>
  existsSync(inClone(folder)) ? readdirSync(inClone(folder)).filter((name) => name.endsWith(".md")) : [];

const read = (page) => (existsSync(inClone(page)) ? readFileSync(inClone(page), "utf8") : undefined);

/** The pages in which generated blocks stand among what people write. */
const written = () => ["README.md", ...markdownIn("docs").map((name) => path.join("docs", name))];

async function formatted(page, text) {
  const filepath = inClone(page);
  return prettier.format(text, { ...(await prettier.resolveConfig(filepath)), filepath });
}

const withBlocksAnew = (page) => formatted(page, withBlocks(read(page), { ...schemaBlocks, ...settingsBlocks }));

async function formattedReference(name, text) {
  const page = path.join(REFERENCE, name);
  return [page, await formatted(page, text)];
}

/**
 * The pages of the documentation, and the file of facts in the SDK, that are not what the code says, with the text that they should have; undefined for one that
 * should not be there. Paths are from the top of the clone.
 */
export async function stalePages() {
  const reference = await referencePages();
  const texts = [
    [SCHEMA_FACTS, await schemaFacts()],
    ...(await Promise.all(written().map(async (page) => [page, await withBlocksAnew(page)]))),
    ...(await Promise.all([...reference].map(([name, text]) => formattedReference(name, text)))),
    ...markdownIn(REFERENCE)
      .filter((name) => !reference.has(name))
      .map((name) => [path.join(REFERENCE, name), undefined]),
  ];
  return texts.filter(([page, text]) => read(page) !== text);
}
