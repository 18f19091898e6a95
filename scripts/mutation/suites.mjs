import path from "node:path";

/** The unit tests of a folder of the core are in the folder of the same name. */
const core = (folder, atLeast) => ({
  folder: `provider/core/${folder}`,
  tests: [`core/${folder}`],
  propertyMs: 250,
  atLeast,
});

/**
 * The folder that is mutated, the folders of `test/unit` that must notice it, how long a property may run for each mutant, and the score in percent that each file
 * must have.
 */
export const suites = {
  patch: core("patch", 95),
  json: core("json", 90),
  schema: core("schema", 90),
  secrets: core("secrets", 90),
  http: core("http", 90),
  fleet: {
    folder: "provider/resources/fleet",
    tests: ["resources/fleet", "resources/adoption"],
    // It sends requests.
    propertyMs: 1500,
    atLeast: 90,
  },
};

/**
 * What a name of the command line stands for: a suite, or a file of one alone; undefined where it is neither.
 *
 * @param {string} name
 */
export function suiteFor(name) {
  if (name in suites) {
    return { ...suites[name], sources: [`${suites[name].folder}/*.ts`] };
  }
  const suite = Object.values(suites).find(({ folder }) => path.dirname(name) === folder);
  return suite && { ...suite, sources: [name] };
}
