import { createRequire } from "node:module";

import { report } from "./lib/failure.mjs";
import { ownFolder } from "./lib/folders.mjs";
import { inClone } from "./lib/paths.mjs";
import { installPeers } from "./lib/peers.mjs";
import { onInterrupt, run, succeed } from "./lib/processes.mjs";
import { cleanEnvironment, cliEnvironment, Stack } from "./lib/stack.mjs";
import { setup } from "./setup.mjs";

onInterrupt();
try {
  await setup();
  // Loaded here and not above: it is built by then.
  const { main } = createRequire(import.meta.url)(inClone("dist", "bench", "main.js"));
  const needs = { run, succeed, cleanEnvironment, cliEnvironment, Stack, installPeers };
  process.exitCode = await main(process.argv.slice(2), { ...needs, folder: ownFolder() });
} catch (error) {
  report(error);
}
