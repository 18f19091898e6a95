import { Failure, report } from "./lib/failure.mjs";
import { root } from "./lib/paths.mjs";
import { onInterrupt } from "./lib/processes.mjs";
import { checkRelease } from "./release/rules.mjs";
import { setup } from "./setup.mjs";

onInterrupt();
try {
  await setup(["dependencies", "build"]);
  const results = await checkRelease(root);
  for (const { name, problems } of results) {
    console.log([`${problems.length === 0 ? "ok    " : "BROKEN"} ${name}`, ...problems].join("\n         "));
  }
  if (results.some(({ problems }) => problems.length > 0)) {
    throw new Failure("Mend what is broken, and run `npm run release:check` again.");
  }
  console.log("This can be released.");
} catch (error) {
  report(error);
}
