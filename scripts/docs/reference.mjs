import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Application } from "typedoc";
import { load as markdown } from "typedoc-plugin-markdown";

import { Failure } from "../lib/failure.mjs";
import { ownFolder } from "../lib/folders.mjs";
import { inClone } from "../lib/paths.mjs";
import { code, table } from "./markdown.mjs";

/** The file that says what a program can import. */
const INDEX = "index";

/** The files of `sdk/`, and last the one that only exports what they declare. */
const files = readdirSync(inClone("sdk")).filter((name) => name.endsWith(".ts") && name !== `${INDEX}.ts`);

/** One page for each file. What is exported without a doc comment, and a link that leads nowhere, is a warning: typedoc.json. */
const OPTIONS = {
  options: inClone("scripts", "docs", "typedoc.json"),
  entryPoints: [...files, `${INDEX}.ts`].map((name) => inClone("sdk", name)),
  plugin: [markdown],
};

/** What can be imported, by the page that describes it. */
function indexPage(pages, exported) {
  const link = (page, name) => `[${code(name)}](${page}.md#${name.toLowerCase()})`;
  const rows = pages.map(({ name, children }) => ({
    name,
    links: children.filter((child) => exported.has(child.name)).map((child) => link(name, child.name)),
  }));
  const others = rows.filter(({ links }) => links.length === 0).map(({ name }) => `[${name}](${name}.md)`);
  return `# Reference

Everything that a program can import from ${code("pulumi-containergroups")}. \`npm run docs\` makes this folder from the doc comments.
The rules of all fields are in [fields.md](../fields.md), the settings in [settings.md](../settings.md).

${table(
  { page: ({ name }) => `[${name}](${name}.md)`, "what can be imported": ({ links }) => links.join(", ") },
  rows.filter(({ links }) => links.length > 0),
)}

Types that only occur in those above: ${others.join(", ")}.
`;
}

/** What TypeDoc says of the classes that the exported ones are made of, which no program can import. */
const INHERITED = /\n#+ (Extends|Overrides)\n\n(- )?`ContainerGroupsResource[.\w]*`\n/g;

/** A page as it is published: what the comments cite by name, such as `docs/fields.md`, is a link. */
const published = (page) =>
  page
    .replace(INHERITED, "")
    // An anchor for each row, which no link leads to.
    .replace(/<a id="[^"]*"><\/a> /g, "")
    .replace(/`docs\/([\w-]+\.md)`/g, "[docs/$1](../$1)");

/** The pages of the reference by their names. Fails where TypeDoc warns of anything. */
export async function referencePages() {
  const out = path.join(ownFolder(), "reference");
  const app = await Application.bootstrapWithPlugins({ ...OPTIONS, out });
  const project = await app.convert();
  if (project === undefined) {
    throw new Failure("TypeDoc could not read sdk/.");
  }
  app.validate(project);
  const index = project.getChildByName([INDEX]);
  const exported = new Set(index.children.map(({ name }) => name));
  project.removeReflection(index);
  const described = new Set(project.children.flatMap((page) => page.children.map(({ name }) => name)));
  const missing = [...exported].filter((name) => !described.has(name));
  if (missing.length > 0) {
    throw new Failure(`No page of the reference describes ${missing.join(", ")}.`);
  }
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) {
    throw new Failure("The doc comments of sdk/ are not complete: see above.");
  }
  const pages = readdirSync(out).map((name) => [name, published(readFileSync(path.join(out, name), "utf8"))]);
  return new Map([...pages, ["README.md", indexPage(project.children, exported)]]);
}
