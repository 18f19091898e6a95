/** One project a kind of test, so that each can be run alone: `npx jest --selectProjects unit`. */
const project = (name, options = {}) => ({
  displayName: name,
  testEnvironment: "node",
  // Not the folders of builds and caches, which hold tests and snapshots of others.
  roots: ["<rootDir>/test"],
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" } },
    ],
  },
  ...options,
});

module.exports = {
  projects: ["unit", "protocol", "engine", "package", "types"].map((name) => project(name)),
};
