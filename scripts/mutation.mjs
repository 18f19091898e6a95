import { Failure, report } from "./lib/failure.mjs";
import { duration, say } from "./lib/progress.mjs";
import { onInterrupt } from "./lib/processes.mjs";
import { mutants, scoresByFile, scoresTable } from "./mutation/scores.mjs";
import { suiteFor, suites } from "./mutation/suites.mjs";
import { setup } from "./setup.mjs";

/** Of the mutants, those that a test noticed, and those that none did. */
async function mutate({ sources, tests, propertyMs, loaded }) {
  // Loaded here and not above: the dependencies are there by then.
  const { Stryker } = await import("@stryker-mutator/core");
  const stryker = new Stryker({
    testRunner: "jest-near",
    plugins: ["@stryker-mutator/*", import.meta.resolve("./mutation/runner.mjs")],
    // Jest would look for related tests in the folder of the tests alone, and so miss those that reach a file through another.
    jest: { configFile: "jest.mutation.config.cjs", enableFindRelatedTests: false },
    testRunnerNodeArgs: ["--max-old-space-size=4096"],
    mutate: sources,
    coverageAnalysis: "perTest",
    // No test can be told apart for what runs once, when a file is loaded: all of them run for each such mutant.
    ignoreStatic: !loaded,
    reporters: ["progress-append-only"],
    tempDirName: ".cache/mutation",
    ignorePatterns: ["/.pulumi", "/.cache", "/bench", "/examples", "/dist"],
    // A mutant that never ends is noticed; a machine that is busy is no reason.
    timeoutMS: 6000,
    timeoutFactor: 4,
    concurrency: 2,
  });
  process.env.MUTATION_TESTS = tests.join(" ");
  process.env.MUTATION_PROPERTY_MS = String(propertyMs);
  return mutants(await stryker.runMutationTest());
}

async function main(names) {
  const unknown = names.find((name) => suiteFor(name) === undefined);
  if (unknown !== undefined) {
    throw new Failure(
      `"${unknown}" is no suite, and no file of one: say npm run test:mutation -- ${Object.keys(suites).join(" | ")}.`,
    );
  }
  await setup(["dependencies"]);
  const missed = [];
  for (const name of names.length > 0 ? names : Object.keys(suites)) {
    const start = Date.now();
    const suite = suiteFor(name);
    say(`\n== ${name}`);
    const found = await mutate(suite);
    for (const { where, change } of found.filter(({ noticed }) => !noticed)) {
      console.log(`${where}  ${change}`);
    }
    const scores = scoresByFile(found);
    console.log(`\n${scoresTable(scores)}`);
    missed.push(...scores.filter(({ percent }) => percent < suite.atLeast));
    say(`== ${name}: ${duration(Date.now() - start)}`);
  }
  if (missed.length > 0) {
    throw new Failure(
      `Below what is asked for: ${missed.map(({ file, percent }) => `${file} ${percent} %`).join(", ")}.`,
    );
  }
}

onInterrupt();
try {
  await main(process.argv.slice(2));
} catch (error) {
  report(error);
}
