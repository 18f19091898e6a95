import { readdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../support/dynamicProvider";
import { brokenLinks, pagesBelow, readerOf } from "../../support/links";

const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...["docs", "scripts", "emulator"].flatMap((folder) =>
    pagesBelow(path.join(ROOT, folder)).map((page) => `${folder}/${page}`),
  ),
];

test.each(PAGES)("every relative link and anchor in %s leads somewhere", (page) => {
  expect(brokenLinks(page, readerOf(ROOT))).toEqual([]);
});

const OTHER = '# Other\n\n## Two `words`, twice\n\n## Two words twice\n\n<a id="own"></a>\n';

test.each([
  ["a page that is not there", "[x](gone.md)", ["gone.md"]],
  ["an anchor that is not there", "[x](other.md#three)", ["other.md#three"]],
  ["an anchor of its own page that is not there", "# Title\n[x](#titel)", ["#titel"]],
  [
    "a picture that is not there",
    '<img src="gone.svg">\n<source srcset="gone-dark.svg">',
    ["gone.svg", "gone-dark.svg"],
  ],
])("a link to %s is found", (_, text, broken) => {
  const files: Record<string, string> = { "docs/page.md": text, "docs/other.md": OTHER };
  expect(brokenLinks("docs/page.md", (file) => files[file])).toEqual(broken);
});

test("links that lead somewhere, links to the web, and what only looks like one are left alone", () => {
  const text = [
    "[a](other.md) [b](other.md#two-words-twice) [c](other.md#two-words-twice-1) [d](other.md#own) [e](../README.md)",
    "[f](https://example.com/gone.md) `[g](gone.md)`",
    "```",
    "[h](gone.md)",
    "```",
    "    [i](gone.md)",
  ].join("\n");
  const files: Record<string, string> = { "docs/page.md": text, "docs/other.md": OTHER, "README.md": "" };
  expect(brokenLinks("docs/page.md", (file) => files[file])).toEqual([]);
});
