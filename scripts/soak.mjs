import { report } from "./lib/failure.mjs";
import { inClone } from "./lib/paths.mjs";
import { onInterrupt, run } from "./lib/processes.mjs";
import { setup } from "./setup.mjs";

onInterrupt();
try {
  await setup(["dependencies", "build", "cli"]);
  const program = ["--require", inClone("scripts", "lib", "typescript.cjs"), inClone("test", "soak", "main.ts")];
  const command = ["--enable-source-maps", ...program, ...process.argv.slice(2)];
  process.exitCode = (await run(process.execPath, command, { show: true })).code;
} catch (error) {
  report(error);
}
