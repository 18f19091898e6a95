import path from "node:path";

import { runSteps } from "./lib/dockerSteps.mjs";
import { Failure, report } from "./lib/failure.mjs";
import { onInterrupt } from "./lib/processes.mjs";
import { say } from "./lib/progress.mjs";

// node scripts/dockerSteps.mjs DOCKERFILE FOLDER: does what a Dockerfile says, without Docker, in a folder.
const [file, folder] = process.argv.slice(2);
onInterrupt();
try {
  if (folder === undefined) {
    throw new Failure("say node scripts/dockerSteps.mjs DOCKERFILE FOLDER");
  }
  const stage = await runSteps(file, path.resolve(folder));
  say(`in ${stage.at(".")}: ${stage.entrypoint.join(" ")}`);
} catch (error) {
  report(error);
}
