import { pathToFileURL } from "node:url";

import { build, buildIsCurrent } from "./lib/build.mjs";
import { cliFolder, installCli } from "./lib/cli.mjs";
import { dependenciesAreCurrent, installDependencies } from "./lib/dependencies.mjs";
import { report } from "./lib/failure.mjs";
import { ownFolder, temporaryIn } from "./lib/folders.mjs";
import { withLock } from "./lib/lock.mjs";
import { onInterrupt } from "./lib/processes.mjs";
import { say } from "./lib/progress.mjs";
import { checkNode } from "./lib/versions.mjs";

/** What the clone needs, in the order in which it is made. Each is looked at first, so that a second run does nothing. */
const needs = {
  dependencies: { isMet: dependenciesAreCurrent, meet: installDependencies },
  build: { isMet: buildIsCurrent, meet: build },
  cli: { isMet: () => cliFolder() !== undefined, meet: installCli },
};

/**
 * Makes what is missing or out of date of what the caller needs: npm dependencies, dist/, the Pulumi CLI (default: all). Nothing outside the clone changes: what
 * is started from here on has its temporary files in a folder of this process. Fails in one sentence, after the output of what failed.
 */
export async function setup(names = Object.keys(needs)) {
  checkNode();
  Object.assign(process.env, temporaryIn(ownFolder()));
  for (const { isMet, meet } of names.map((name) => needs[name])) {
    if (isMet()) {
      continue;
    }
    await withLock(async () => {
      if (!isMet()) {
        await meet();
      }
    });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const names = process.argv.slice(2);
  onInterrupt();
  await setup(names.length > 0 ? names : undefined).then(
    () => names.length > 0 || say("ready: npm run up, npm test"),
    report,
  );
}
