import { createRequire } from "node:module";

import { report } from "./lib/failure.mjs";
import { ownFolder } from "./lib/folders.mjs";
import { inClone } from "./lib/paths.mjs";
import { installPeers } from "./lib/peers.mjs";
import { onInterrupt, run, succeed } from "./lib/processes.mjs";
import { TOOLS, toolFile } from "./lib/registryTools.mjs";
import { cleanEnvironment, cliEnvironment, Stack } from "./lib/stack.mjs";
import { setup } from "./setup.mjs";

/** A Node that has a cache of compiled code, whatever the one is that this runs with. */
const installNode22 = async () => ({ binary: await toolFile("node22"), version: TOOLS.node22.version });

onInterrupt();
try {
  await setup();
  // Loaded here and not above: it is built by then.
  const { main } = createRequire(import.meta.url)(inClone("dist", "bench", "main.js"));
  const needs = { run, succeed, cleanEnvironment, cliEnvironment, Stack, installPeers, installNode22 };
  process.exitCode = await main(process.argv.slice(2), { ...needs, folder: ownFolder() });
} catch (error) {
  report(error);
}
