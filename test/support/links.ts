import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** The Markdown pages in a folder and below, by their paths with slashes. */
export const pagesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules/"));

/** Reads what is in a folder: the text of a file, nothing of a folder, and `undefined` for what is not there. */
export const readerOf = (folder: string) => (file: string) => {
  const at = path.join(folder, file);
  const found = statSync(at, { throwIfNoEntry: false });
  return found?.isDirectory() ? "" : found && readFileSync(at, "utf8");
};

const withoutFences = (page: string) => page.replace(/^( *)```[^]*?^\1```$/gm, "");

const withoutCode = (page: string) => withoutFences(page).replace(/`[^`\n]*`|^ {4}.*$/gm, "");

/** The anchors of a page: those of its headings, as repository hosts name them, and those that it names itself. */
function anchorsOf(page: string) {
  const counts = new Map<string, number>();
  const headings = [...withoutFences(page).matchAll(/^#{1,6} (.*)$/gm)].map(([, title = ""]) => {
    const words = title.trim().toLowerCase();
    const slug = words.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return new Set([...headings, ...[...page.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id)]);
}

const LINK = /\]\(([^)\s]+)\)|(?:href|src|srcset)="([^"]+)"/g;

/**
 * The links of a page (its path with slashes) that lead to no file, or to no heading of one; those to other hosts are not followed. `read` gives the text of
 * a file; `undefined`: it is not there.
 */
export function brokenLinks(page: string, read: (file: string) => string | undefined): string[] {
  const targets = [...withoutCode(read(page) ?? "").matchAll(LINK)].map(([, inText, inTag]) => inText ?? inTag ?? "");
  return targets.filter((target) => {
    const [file = "", anchor] = target.split("#");
    if (/^[a-z]+:/.test(file)) {
      return false;
    }
    const text = read(file === "" ? page : path.posix.join(path.posix.dirname(page), file));
    return text === undefined || (anchor !== undefined && !anchorsOf(text).has(anchor));
  });
}
