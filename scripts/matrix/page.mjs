import { table } from "../docs/markdown.mjs";
import { manifest } from "../lib/paths.mjs";
import { MANAGERS, versionOf } from "./managers.mjs";
import { TOOLS } from "../lib/registryTools.mjs";

/** What stands below it in the page was written by the last run. */
const START = "<!-- results -->";

/** What was tried, with which versions, and what came of it. */
async function section(topic, results) {
  const installed = new Map();
  for (const { row } of results) {
    const [name] = /^[a-z]+/.exec(row.manager);
    installed.set(row, `${name} ${await versionOf(MANAGERS[row.manager])}`);
  }
  const columns = {
    [topic]: ({ row }) => row.name,
    "installed with": ({ row }) => installed.get(row),
    "with Node": ({ row }) => (row.node === undefined ? process.versions.node : TOOLS[row.node].version),
    "`@pulumi/pulumi`": ({ row }) => row.sdk,
    result: ({ result, why }) => (why === "" ? result : `${result}: ${why}`),
  };
  return table(columns, results);
}

/**
 * The page with the results of a run of today in place of the last ones.
 *
 * @param {string} page
 * @param {{ row: import("./rows.mjs").Row, result: string, why: string }[]} results
 * @param {string} cli the version of the Pulumi CLI
 */
export async function withResults(page, results, cli) {
  const topics = [...new Set(results.map(({ row }) => row.topic))];
  const of = (topic) => results.filter(({ row }) => row.topic === topic);
  const sections = await Promise.all(topics.map((topic) => section(topic, of(topic))));
  const [day] = new Date().toISOString().split("T");
  const platform = `${process.platform}-${process.arch}`;
  const told = `Run on ${day} with version ${manifest.version} and Pulumi CLI ${cli} on ${platform}.`;
  return [page.slice(0, page.indexOf(START) + START.length), told, ...sections, ""].join("\n\n");
}
