import { readdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../support/dynamicProvider";
import { brokenLinks, pagesBelow, readerOf } from "../../support/links";

const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...["bench", "docs", "emulator", "examples", "scripts", "test"].flatMap((folder) =>
    pagesBelow(path.join(ROOT, folder)).map((page) => `${folder}/${page}`),
  ),
];

test.each(PAGES)("every relative link and anchor in %s leads somewhere", (page) => {
  expect(brokenLinks(page, readerOf(ROOT))).toEqual([]);
});

test("a link to a page, an anchor or a picture that is not there is found", () => {
  const page = '[a](gone.md) [b](other.md#gone) [c](#gone) [d](other.md) <img src="gone.svg">';
  const files: Record<string, string> = { "page.md": page, "other.md": "" };
  expect(brokenLinks("page.md", (file) => files[file])).toEqual(["gone.md", "other.md#gone", "#gone", "gone.svg"]);
});
