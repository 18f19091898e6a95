import { readFileSync } from "node:fs";

import { Failure, report } from "./lib/failure.mjs";
import { fetched } from "./lib/npm.mjs";
import { inClone, root } from "./lib/paths.mjs";
import { onInterrupt, run, succeed } from "./lib/processes.mjs";
import { setup } from "./setup.mjs";

const CONFIG = "scripts/mutation/stryker.config.mjs";

/** `npm run test:mutation -- patch` mutates what a suite names; what follows is Stryker's: `-- patch --mutate provider/core/patch/drift.ts`. */
async function main([suite, ...flags]) {
  const suites = JSON.parse(readFileSync(inClone("scripts", "mutation", "suites.json"), "utf8"));
  if (!Object.hasOwn(suites, suite ?? "")) {
    throw new Failure(`Say npm run test:mutation -- ${Object.keys(suites).join(" | ")}.`);
  }
  await setup(["dependencies"]);
  const env = { ...process.env, MUTATION_SUITE: suite };
  const [command, args] = fetched("stryker", "stryker", "run", CONFIG, ...flags);
  await succeed("stryker run", run(command, args, { cwd: root, env, show: true }));
}

onInterrupt();
await main(process.argv.slice(2)).catch(report);
