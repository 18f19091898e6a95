import { execFileSync } from "node:child_process";
import prettier from "prettier";

import { table } from "../docs/markdown.mjs";
import { inClone, manifest } from "../lib/paths.mjs";
import { cliEnvironment } from "../lib/stack.mjs";
import { MANAGERS, versionOf } from "./managers.mjs";
import { TOOLS } from "./tools.mjs";

/** What stands below it in the page was written by the last run. */
const START = "<!-- results -->";

const cliVersion = () => execFileSync("pulumi", ["version"], { env: cliEnvironment(), encoding: "utf8" }).trim();

/** What was tried, with which versions, and what came of it. */
async function section(topic, results) {
  const versions = new Map();
  for (const { row } of results) {
    versions.set(row, await versionOf(MANAGERS[row.manager]));
  }
  const columns = {
    [topic]: ({ row }) => row.name,
    "installed with": ({ row }) => `${/^[a-z]+/.exec(row.manager)[0]} ${versions.get(row)}`,
    Node: ({ row }) => (row.node === undefined ? process.versions.node : TOOLS[row.node].version),
    "`@pulumi/pulumi`": ({ row }) => row.sdk,
    result: ({ result, why }) => (why === "" ? result : `${result}: ${why}`),
  };
  return table(columns, results);
}

/**
 * The page with the results of a run in place of the last ones.
 *
 * @param {string} page
 * @param {{ row: import("./rows.mjs").Row, result: string, why: string }[]} results
 */
export async function withResults(page, results) {
  const topics = [...new Set(results.map(({ row }) => row.topic))];
  const sections = await Promise.all(
    topics.map((topic) =>
      section(
        topic,
        results.filter(({ row }) => row.topic === topic),
      ),
    ),
  );
  const [day] = new Date().toISOString().split("T");
  const told = `Run on ${day} with version ${manifest.version} and Pulumi CLI ${cliVersion()} on ${process.platform}-${process.arch}.`;
  const text = [page.slice(0, page.indexOf(START) + START.length), told, ...sections].join("\n\n");
  const filepath = inClone("docs", "compatibility.md");
  return prettier.format(text, { ...(await prettier.resolveConfig(filepath)), filepath });
}
