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

async function withBlocksAnew(page) {
  const filepath = inClone(page);
  const options = await prettier.resolveConfig(filepath);
  return prettier.format(withBlocks(read(page), { ...schemaBlocks, ...settingsBlocks }), { ...options, filepath });
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
    ...[...reference].map(([name, text]) => [path.join(REFERENCE, name), text]),
    ...markdownIn(REFERENCE)
      .filter((name) => !reference.has(name))
      .map((name) => [path.join(REFERENCE, name), undefined]),
  ];
  return texts.filter(([page, text]) => read(page) !== text);
}
