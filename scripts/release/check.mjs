import { readFileSync } from "node:fs";
import path from "node:path";

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
  let packed;
  const context = {
    folder,
    manifest: JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")),
    today,
    tarball: () => (packed ??= Tarball.of(folder)),
  };
  const results = [];
  try {
    for (const { name, promise, problems } of rules) {
      results.push({ name, promise, problems: await problems(context) });
    }
  } finally {
    await packed?.then((tarball) => tarball.remove());
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
