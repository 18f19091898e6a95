import { report } from "./lib/failure.mjs";
import { inClone } from "./lib/paths.mjs";
import { onInterrupt, run } from "./lib/processes.mjs";
import { setup } from "./setup.mjs";

onInterrupt();
try {
  await setup(["dependencies", "build"]);
  const emulator = inClone("dist", "emulator", "main.js");
  process.exitCode = (await run(process.execPath, [emulator, ...process.argv.slice(2)], { show: true })).code;
} catch (error) {
  report(error);
}
