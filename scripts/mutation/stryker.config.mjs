import { suites } from "./suites.mjs";

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
  reporters: ["progress-append-only", "clear-text"],
  clearTextReporter: { allowColor: false, logTests: false },
  tempDirName: ".cache/mutation",
  ignorePatterns: ["/.pulumi", "/.cache", "/bench", "/examples", "/dist"],
  // A mutant that never ends is noticed; a machine that is busy is no reason.
  timeoutMS: 6000,
  timeoutFactor: 4,
  concurrency: 2,
};
