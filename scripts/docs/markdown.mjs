/** A value as Markdown shows code. */
export const code = (value) => `\`${value}\``;

/** A table. `columns` says how each cell is made, by the title of its column. */
export function table(columns, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const titles = Object.keys(columns);
  const cells = rows.map((row) => line(Object.values(columns).map((cell) => cell(row))));
  return [line(titles), line(titles.map(() => "---")), ...cells].join("\n");
}

/** The blocks of code that a page has in a language, such as `ts`. @type {(page: string, language: string) => string[]} */
export const codeBlocks = (page, language) =>
  [...page.matchAll(/^```(\w+)\n([^]*?)^```/gm)].filter(([, its]) => its === language).map(([, , text]) => text);

const BLOCK = /(<!-- generated: ([\w-]+) -->\n)[^]*?(<!-- end -->)/g;

/**
 * A page with each of its generated blocks made anew. A block stands between `<!-- generated: NAME -->` and `<!-- end -->`.
 *
 * @param {string} page
 * @param {Record<string, () => string>} blocks what makes each block, by name
 * @throws {Error} for a name that is not there
 */
export function withBlocks(page, blocks) {
  return page.replace(BLOCK, (_, start, name, end) => {
    if (!Object.hasOwn(blocks, name)) {
      throw new Error(`there is no generated block "${name}"; they are ${Object.keys(blocks).join(", ")}`);
    }
    return `${start}\n${blocks[name]()}\n\n${end}`;
  });
}
