import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { Failure, report } from "./lib/failure.mjs";
import { ownFolder } from "./lib/folders.mjs";
import { cacheFolder, inClone } from "./lib/paths.mjs";
import { onInterrupt } from "./lib/processes.mjs";
import { duration } from "./lib/progress.mjs";
import { cliEnvironment } from "./lib/stack.mjs";
import { setup } from "./setup.mjs";

/** Outside of the clone, whose packages the programs must not find. */
const systemFolder = tmpdir();

const PAGE = inClone("docs", "dev", "compatibility.md");

/** `npm run test:matrix` runs all rows and writes the page; `-- TEXT` runs those whose topic or name has the text, and writes nothing. */
async function main([text = ""]) {
  await setup(["dependencies", "build", "cli"]);
  // Loaded here and not above: the dependencies are there by then.
  const { default: prettier } = await import("prettier");
  const { Tarball } = await import("./release/tarball.mjs");
  const { ROWS } = await import("./matrix/rows.mjs");
  const { runRow } = await import("./matrix/runRow.mjs");
  const { withResults } = await import("./matrix/page.mjs");
  const rows = ROWS.filter(({ topic, name }) => `${topic} ${name}`.toLowerCase().includes(text.toLowerCase()));
  const { file: tarball } = await Tarball.of(inClone());
  const logs = path.join(cacheFolder, "matrix", "logs");
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const results = [];
  for (const [index, row] of rows.entries()) {
    const start = Date.now();
    const home = path.join(ownFolder(systemFolder, "pulumi-containergroups-"), String(index));
    const { result, why, output } = await runRow(row, { home, tarball });
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    results.push({ row, result, why });
    if (output !== "") {
      writeFileSync(path.join(logs, `${index}.log`), output);
    }
    const time = duration(Date.now() - start);
    console.log(`${row.topic}: ${row.name} (${time}): ${result}${why && `: ${why}`}`);
  }
  if (text === "") {
    const version = execFileSync("pulumi", ["version"], { env: cliEnvironment(), encoding: "utf8" }).trim();
    const page = await withResults(readFileSync(PAGE, "utf8"), results, version);
    const options = { ...(await prettier.resolveConfig(PAGE)), filepath: PAGE };
    writeFileSync(PAGE, await prettier.format(page, options));
  }
  const failed = results.filter(({ result }) => result === "failed").length;
  if (failed > 0 || rows.length === 0) {
    throw new Failure(
      `${failed} of ${rows.length} rows failed; what they printed is in ${path.relative(inClone(), logs)}.`,
    );
  }
}

onInterrupt();
await main(process.argv.slice(2)).catch(report);
