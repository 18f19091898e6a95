import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { Failure } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";
import { PACKAGES } from "./packages.mjs";

/** A page of a repository: `https://HOST/OWNER/NAME`. */
const PAGE = /^https:\/\/[\w.-]+\/[\w.-]+(?:\/[\w.-]+)*\/[\w.-]+$/;

/** The fields of package.json that say where a package comes from: of the address of its repository, and its folder there. */
export function linksOf(page, directory) {
  return {
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
    repository: { type: "git", url: `git+${page}.git`, ...(directory && { directory }) },
  };
}

/** The address that `repository` of a package.json was made of; undefined where it was made of none. */
export function pageOf({ repository }) {
  const page = /^git\+(.*)\.git$/.exec(repository?.url ?? "")?.[1] ?? "";
  return PAGE.test(page) ? page : undefined;
}

/**
 * Writes them into the package.json of each package.
 *
 * @param {string} address as the browser shows it: `https://HOST/OWNER/NAME`
 * @throws {Failure} where it is no such address
 */
export function setRepository(address, folder = root) {
  const page = address.replace(/(?:\.git|\/)$/, "");
  if (!PAGE.test(page)) {
    throw new Failure(`${JSON.stringify(address)} is not the address of a repository: https://HOST/OWNER/NAME.`);
  }
  for (const { source } of PACKAGES) {
    writeLinks(path.join(folder, source, "package.json"), linksOf(page, source));
  }
}

function writeLinks(file, links) {
  const entries = Object.entries(JSON.parse(readFileSync(file, "utf8"))).filter(([name]) => !(name in links));
  const after = entries.findIndex(([name]) => name === "license") + 1;
  entries.splice(after, 0, ...Object.entries(links));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
