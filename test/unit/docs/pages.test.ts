import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../support/dynamicProvider";
import { readerOf } from "../../support/links";

const read = readerOf(path.join(ROOT, "docs"));
const PAGES = readdirSync(path.join(ROOT, "docs")).filter((name) => name.endsWith(".md") && name !== "README.md");

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

test("the tests that hold the guarantees exist", () => {
  const named = [...(read("dev/guarantees.md") ?? "").matchAll(/`((?:unit|protocol|engine|package|types)\/[\w./]*)`/g)];
  const files = named.map(([, file = ""]) => path.join(ROOT, "test", file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !existsSync(file) && !existsSync(`${file}.test.ts`))).toEqual([]);
});
