import { Failure, report } from "./lib/failure.mjs";
import { root } from "./lib/paths.mjs";
import { onInterrupt } from "./lib/processes.mjs";
import { checkRelease, tell } from "./release/check.mjs";
import { setup } from "./setup.mjs";

onInterrupt();
try {
  await setup(["dependencies", "build"]);
  const results = await checkRelease(root);
  process.stdout.write(tell(results));
  if (results.some(({ problems }) => problems.length > 0)) {
    throw new Failure("Mend what is broken, and run `npm run release:check` again.");
  }
} catch (error) {
  report(error);
}
