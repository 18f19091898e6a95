import { readFileSync } from "node:fs";

/**
 * What is mutated, the tests (files of `test`, without their ending) that must notice it, the score in percent that it must have, for how many milliseconds a
 * property may run for each mutant, and whether what runs once, when a file is loaded, is left out: all tests would have to be run for each such change.
 */
const suites = JSON.parse(readFileSync(new URL("suites.json", import.meta.url), "utf8"));

const { mutate, tests, atLeast, ignoreStatic = true, propertyMs = 250 } = suites[process.env.MUTATION_SUITE];

// For jest.mutation.config.cjs, in the processes that Stryker starts.
process.env.MUTATION_TESTS = tests.join(" ");
process.env.MUTATION_PROPERTY_MS = String(propertyMs);

export default {
  testRunner: "jest",
  jest: { configFile: "jest.mutation.config.cjs" },
  testRunnerNodeArgs: ["--max-old-space-size=4096"],
  mutate,
  coverageAnalysis: "perTest",
  ignoreStatic,
  thresholds: { high: 100, low: atLeast, break: atLeast },
  reporters: ["progress-append-only", "clear-text", "html"],
  clearTextReporter: { allowColor: false, logTests: false },
  htmlReporter: { fileName: `.cache/mutation-report/${process.env.MUTATION_SUITE}.html` },
  tempDirName: ".cache/mutation",
  ignorePatterns: ["/.pulumi", "/.cache", "/bench", "/examples", "/dist"],
  // A mutant that never ends is noticed; a machine that is busy is no reason.
  timeoutMS: 6000,
  timeoutFactor: 4,
  concurrency: 2,
};
