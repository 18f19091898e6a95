import { readFileSync } from "node:fs";
import path from "node:path";

import { PACKAGES } from "./packages.mjs";
import { RULES } from "./rules.mjs";
import { Tarball } from "./tarball.mjs";

/**
 * Holds what is in a folder, built, against the rules for releases.
 *
 * @param {string} folder
 * @param {{ rules?: typeof RULES, today?: string }} options
 * @returns {Promise<{ name: string, promise: string, problems: string[] }[]>}
 */
export async function checkRelease(folder, { rules = RULES, today = new Date().toISOString().slice(0, 10) } = {}) {
  const packed = new Map();
  const packages = PACKAGES.map((released) => {
    const at = path.join(folder, released.folder);
    const tarball = () => packed.get(at) ?? packed.set(at, Tarball.of(at)).get(at);
    return { ...released, at, manifest: JSON.parse(readFileSync(path.join(at, "package.json"), "utf8")), tarball };
  });
  const results = [];
  try {
    for (const { name, promise, problems = () => [], problemsOf = () => [] } of rules) {
      const found = [];
      for (const each of packages) {
        found.push(...(await problemsOf(each, folder)).map((problem) => each.label + problem));
      }
      found.push(...(await problems({ folder, today, version: packages[0].manifest.version })));
      results.push({ name, promise, problems: found });
    }
  } finally {
    await Promise.all([...packed.values()].map((tarball) => tarball.then((made) => made.remove())));
  }
  return results;
}

/** The results in words, one line a rule and below it what is wrong. */
export function tell(results) {
  const lines = results.flatMap(({ name, promise, problems }) => [
    `${problems.length === 0 ? "ok    " : "BROKEN"} ${name}: ${promise}`,
    ...problems.map((problem) => `         ${problem.replaceAll("\n", "\n         ")}`),
  ]);
  const broken = results.filter(({ problems }) => problems.length > 0);
  const end = broken.length === 0 ? "This can be released." : `${broken.length} of ${results.length} rules are broken.`;
  return `${[...lines, "", end].join("\n")}\n`;
}
