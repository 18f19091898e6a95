import { readdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../support/dynamicProvider";
import { readerOf } from "../../support/scripts";

const read = readerOf(path.join(ROOT, "docs"));
const PAGES = readdirSync(path.join(ROOT, "docs")).filter((name) => name.endsWith(".md") && name !== "README.md");

test("there are at most sixteen pages beside the table of contents, so that each thing is told once", () => {
  expect(PAGES.length).toBeLessThanOrEqual(16);
});

test("the table of contents names every page", () => {
  const contents = read("README.md") ?? "";
  expect(PAGES.filter((page) => !contents.includes(page))).toEqual([]);
});

test("no page for users leads to a page for maintainers, which the package does not have", () => {
  const forMaintainers = ["architecture.md", "emulator.md"];
  const forUsers = [...PAGES, "README.md"].filter((page) => !forMaintainers.includes(page));
  const leadsToThem = new RegExp(String.raw`\]\((?:dev/|${forMaintainers.join("|")})`);
  expect(forUsers.filter((page) => leadsToThem.test(read(page) ?? ""))).toEqual([]);
});

test("no line of prose has more than 140 characters", () => {
  const isProse = (line: string) => !/^(?:\||<| {4})/.test(line);
  const long = [...PAGES, "README.md"].flatMap((page) =>
    (read(page) ?? "")
      .replace(/^```[^]*?^```$/gm, "")
      .split("\n")
      .filter((line) => isProse(line) && line.length > 140)
      .map((line) => `${page}: ${line}`),
  );
  expect(long).toEqual([]);
});
