const core = (folder, atLeast) => ({
  sources: [`provider/core/${folder}/*.ts`],
  tests: [`core/${folder}`],
  atLeast,
});

/** What is mutated, the folders of `test/unit` that must notice it, and the score in percent that each file must have. */
export const suites = {
  patch: core("patch", 95),
  // What all others use, and test with it.
  json: { ...core("json", 90), tests: ["core/json", "core/patch", "core/schema", "core/secrets"] },
  schema: core("schema", 90),
  secrets: core("secrets", 90),
  http: core("http", 90),
  fleet: { sources: ["provider/resources/fleet/*.ts"], tests: ["resources/fleet", "resources/adoption"], atLeast: 90 },
};
