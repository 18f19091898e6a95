import { pathToFileURL } from "node:url";

import { build, buildIsCurrent } from "./lib/build.mjs";
import { findCli, installCli } from "./lib/cli.mjs";
import { dependenciesAreCurrent, installDependencies } from "./lib/dependencies.mjs";
import { report } from "./lib/failure.mjs";
import { withLock } from "./lib/lock.mjs";
import { onInterrupt } from "./lib/processes.mjs";
import { say } from "./lib/progress.mjs";
import { checkNode } from "./lib/versions.mjs";

/** What the clone needs, in the order in which it is made. Each is looked at first, so that a second run does nothing. */
const needs = {
  dependencies: { isMet: dependenciesAreCurrent, meet: installDependencies },
  build: { isMet: buildIsCurrent, meet: build },
  cli: { isMet: async () => (await findCli()) !== undefined, meet: installCli },
};

/**
 * Makes what is missing or out of date of: npm dependencies, dist/, the Pulumi CLI. Nothing outside the clone changes.
 *
 * @param {("dependencies" | "build" | "cli")[]} names what the caller needs; default: all of it
 * @throws {Failure} in one sentence, after the output of what failed
 */
export async function setup(names = Object.keys(needs)) {
  checkNode();
  for (const { isMet, meet } of names.map((name) => needs[name])) {
    if (await isMet()) continue;
    await withLock(async () => {
      if (!(await isMet())) await meet();
    });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  onInterrupt();
  await setup(process.argv.length > 2 ? process.argv.slice(2) : undefined)
    .then(() => say("ready: npm run up, npm test"))
    .catch(report);
}
