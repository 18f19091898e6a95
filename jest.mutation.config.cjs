const { projects, testTimeout } = require("./jest.config.cjs");

const unit = { ...projects.find(({ displayName }) => displayName === "unit") };
// For all projects at once; and nothing is to be built, since these tests run from the sources.
delete unit.displayName;
delete unit.globalSetup;

/** For `npm run test:mutation`: some of the tests. */
module.exports = {
  ...unit,
  testTimeout,
  // Where jest looks for what a changed file has to do with: the tests near it alone are run.
  roots: ["cli", "common", "emulator", "provider", "sdk", "test"].map((folder) => `<rootDir>/${folder}`),
  setupFilesAfterEnv: ["<rootDir>/test/support/shortProperties.cjs"],
  testMatch: process.env.MUTATION_TESTS.split(" ").map((name) => `<rootDir>/test/${name}.test.ts`),
  // They measure, or send anything at random to a service: seconds for each mutant, and not the tests that are to notice one.
  testPathIgnorePatterns: ["(\\.memory|Fuzz)\\.test\\.ts$"],
};
