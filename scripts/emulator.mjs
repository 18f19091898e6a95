import { report } from "./lib/failure.mjs";
import { inClone } from "./lib/paths.mjs";
import { onInterrupt } from "./lib/processes.mjs";
import { setup } from "./setup.mjs";

try {
  await setup(["dependencies", "build"]);
  // In this process, whose arguments and signals are the emulator's own from here on.
  onInterrupt();
  await import(inClone("dist", "emulator", "main.js"));
} catch (error) {
  report(error);
}
