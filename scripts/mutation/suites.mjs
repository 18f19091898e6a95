/** The unit tests of a folder of the core are in the folder of the same name. */
const core = (folder, atLeast) => ({
  sources: [`provider/core/${folder}/*.ts`],
  tests: [`core/${folder}`],
  propertyMs: 250,
  atLeast,
});

/**
 * What is mutated, the folders of `test/unit` that must notice it, how long a property may run for each mutant, and the score in percent that each file
 * must have.
 */
export const suites = {
  patch: core("patch", 95),
  json: core("json", 90),
  schema: core("schema", 90),
  secrets: core("secrets", 90),
  http: core("http", 90),
  fleet: {
    sources: ["provider/resources/fleet/*.ts"],
    tests: ["resources/fleet", "resources/adoption"],
    // It sends requests.
    propertyMs: 1500,
    atLeast: 90,
  },
};
