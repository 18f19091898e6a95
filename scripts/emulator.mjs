import { pathToFileURL } from "node:url";

import { report } from "./lib/failure.mjs";
import { inClone } from "./lib/paths.mjs";
import { onInterrupt } from "./lib/processes.mjs";
import { setup } from "./setup.mjs";

const handOver = onInterrupt();
try {
  await setup(["dependencies", "build"]);
  // In this process, so that whatever ends it ends the emulator: it takes the arguments that this script was given.
  handOver();
  await import(pathToFileURL(inClone("dist", "emulator", "cli", "main.js")).href);
} catch (error) {
  report(error);
}
