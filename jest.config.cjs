const swc = (syntax) => ["@swc/jest", { jsc: { parser: { syntax }, target: "es2022" }, module: { type: "commonjs" } }];

/** One project a kind of test, so that each can be run alone: `npx jest --selectProjects unit`. */
const project = (name, options = {}) => ({
  displayName: name,
  testEnvironment: "node",
  cacheDirectory: "<rootDir>/.cache/jest",
  globalSetup: "<rootDir>/test/support/globalSetup.cjs",
  // Not the folders of builds and caches, which hold tests and snapshots of others.
  roots: ["<rootDir>/test"],
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  // The scripts are ES modules, which jest loads as what swc makes of them.
  transform: { "^.+\\.ts$": swc("typescript"), "(scripts|packaging)/.+\\.mjs$": swc("ecmascript") },
  ...options,
});

/** The real CLI on a busy machine takes its time. */
const patient = { setupFilesAfterEnv: ["<rootDir>/test/support/patience.ts"] };

module.exports = {
  testTimeout: 60_000,
  projects: [
    project("unit"),
    project("types"),
    project("protocol"),
    project("engine", patient),
    project("package", {
      ...patient,
      globalSetup: "<rootDir>/test/package/support/globalSetup.cjs",
      globalTeardown: "<rootDir>/test/package/support/globalTeardown.cjs",
    }),
    project("page"),
  ],
};
