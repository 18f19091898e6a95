const { projects, testTimeout } = require("./jest.config.cjs");

const { displayName, globalSetup, ...unit } = projects.find(({ displayName }) => displayName === "unit");

/** For `npm run test:mutation`: unit tests of some folders, which run from the sources, so that nothing is built. */
module.exports = {
  ...unit,
  testTimeout,
  setupFilesAfterEnv: ["<rootDir>/test/support/shortProperties.cjs"],
  testMatch: process.env.MUTATION_TESTS.split(" ").map((folder) => `<rootDir>/test/unit/${folder}/**/*.test.ts`),
};
