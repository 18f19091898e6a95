import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { Failure, report } from "./lib/failure.mjs";
import { inClone } from "./lib/paths.mjs";
import { onInterrupt } from "./lib/processes.mjs";
import { setup } from "./setup.mjs";

function write(page, text) {
  const file = inClone(page);
  if (text === undefined) {
    rmSync(file);
  } else {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** `npm run docs` writes what the code says into the documentation; with `--check` it only looks whether it stands there. */
async function main([flag]) {
  if (flag !== undefined && flag !== "--check") {
    throw new Failure(`"${flag}" is no flag of this command: it has --check alone.`);
  }
  await setup(["dependencies", "build"]);
  // Loaded here and not above: the dependencies and the build are there by then.
  const { stalePages } = await import("./docs/pages.mjs");
  const stale = await stalePages();
  const names = stale.map(([page]) => `  ${page}`).join("\n");
  if (flag === "--check" && stale.length > 0) {
    throw new Failure(`These pages are not what the code says; \`npm run docs\` writes them:\n${names}`);
  }
  for (const [page, text] of stale) {
    write(page, text);
  }
  console.log(stale.length > 0 ? `written:\n${names}` : "all pages are what the code says");
}

onInterrupt();
await main(process.argv.slice(2)).catch(report);
