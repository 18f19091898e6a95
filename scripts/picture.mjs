import { mkdirSync, writeFileSync } from "node:fs";

import { report } from "./lib/failure.mjs";
import { inClone } from "./lib/paths.mjs";
import { onInterrupt } from "./lib/processes.mjs";
import { runReadmeProgram } from "./picture/run.mjs";
import { drawn, themes } from "./picture/svg.mjs";
import { setup } from "./setup.mjs";

const TITLE =
  "pulumi preview --diff shows the two fields that differ, and the one merge patch that the update then sends";

/** `npm run docs:picture` draws the picture of the README anew, from a run of the README's program. */
async function main() {
  await setup();
  const lines = await runReadmeProgram();
  mkdirSync(inClone("docs", "images"), { recursive: true });
  for (const [name, theme] of Object.entries(themes)) {
    writeFileSync(inClone("docs", "images", `preview-${name}.svg`), drawn(lines, { title: TITLE, theme }));
  }
}

onInterrupt();
await main().catch(report);
