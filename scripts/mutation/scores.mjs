import path from "node:path";

import { table } from "../docs/markdown.mjs";
import { root } from "../lib/paths.mjs";

const NOTICED = new Set(["Killed", "Timeout"]);
const NOT_NOTICED = new Set(["Survived", "NoCoverage"]);

const oneLine = (text) => text.replace(/\s+/g, " ").slice(0, 120);

/** Of Stryker's results, the mutants that count: not those that do not compile, and not those that were left out. */
export function mutants(results) {
  return results
    .filter(({ status }) => NOTICED.has(status) || NOT_NOTICED.has(status))
    .map(({ fileName, location, replacement, status }) => ({
      file: path.relative(root, fileName),
      where: `${path.relative(root, fileName)}:${location.start.line}:${location.start.column}`,
      change: `-> ${oneLine(replacement ?? "")}${status === "NoCoverage" ? " (no test comes here)" : ""}`,
      noticed: NOTICED.has(status),
    }));
}

/** For each file, how many of its mutants the tests noticed: percent, cut to one digit so that 95 is never 94.96. */
export function scoresByFile(found) {
  return [...new Set(found.map(({ file }) => file))].map((file) => {
    const all = found.filter((mutant) => mutant.file === file);
    const noticed = all.filter((mutant) => mutant.noticed).length;
    return { file, noticed, total: all.length, percent: Math.floor((noticed / all.length) * 1000) / 10 };
  });
}

/** The scores as Markdown, the lowest first. */
export const scoresTable = (scores) =>
  table(
    {
      file: ({ file }) => file,
      noticed: ({ noticed, total }) => `${noticed} of ${total}`,
      score: ({ percent }) => `${percent} %`,
    },
    scores.toSorted((a, b) => a.percent - b.percent),
  );
