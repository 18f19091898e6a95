const core = (folder, atLeast = 90) => ({
  mutate: [`provider/core/${folder}/**/*.ts`],
  tests: [`unit/core/${folder}/**/*`],
  atLeast,
});

/** Files of the schema that are nothing but tables: all of it runs once, when they are loaded. */
const TABLES =
  "provider/core/schema/{container,containerGroup,countryCodes,inferenceEndpointJob,objects,queue,queueJob}.ts";

/**
 * What is mutated, the tests (files of `test`, without their ending) that must notice it, the score in percent that it must have, and for how many
 * milliseconds a property may run for each mutant (default: 250).
 */
export const suites = {
  patch: core("patch", 95),
  json: core("json"),
  schema: { ...core("schema"), mutate: ["provider/core/schema/**/*.ts", `!${TABLES}`] },
  "schema-tables": {
    mutate: [TABLES],
    tests: ["unit/core/schema/**/*", "unit/emulatorMatchesSchema", "unit/docs/limits"],
    atLeast: 90,
    // All tests must be run for each change of what is loaded.
    ignoreStatic: false,
  },
  secrets: core("secrets"),
  check: core("check"),
  http: core("http"),
  fleet: {
    mutate: ["provider/fleet/**/*.ts"],
    tests: ["unit/fleet/**/*", "unit/resources/**/*"],
    atLeast: 90,
    propertyMs: 1500,
  },
  // The engine's part of these tests calls the provider in their own process, where mutants are.
  "fleet-resource": {
    mutate: ["provider/fleet/containerGroupFleet.ts"],
    tests: [
      "unit/fleet/{convergence,progress}",
      "protocol/containerGroupFleet{,.check,.faults,.preview,.refresh}",
      "protocol/{baseUrl,moves,removedMembers,secretMarks}",
    ],
    atLeast: 90,
    propertyMs: 1500,
  },
};
