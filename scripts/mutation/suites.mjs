import { readdirSync } from "node:fs";

import { inClone } from "../lib/paths.mjs";

const filesIn = (folder) => readdirSync(inClone(folder)).map((name) => `${folder}/${name}`);

/** The unit tests of a folder of the core are in the folder of the same name. */
const core = (folder, atLeast) => ({
  sources: filesIn(`provider/core/${folder}`),
  tests: [`unit/core/${folder}/**/*`],
  propertyMs: 250,
  atLeast,
});

const schema = core("schema", 90);

/** Files that are nothing but tables: all of it runs once, when they are loaded. */
const TABLES = [
  "container",
  "containerGroup",
  "countryCodes",
  "inferenceEndpointJob",
  "objects",
  "queue",
  "queueJob",
].map((name) => `provider/core/schema/${name}.ts`);

/**
 * @typedef {object} Suite
 * @property {string[]} sources the files that are mutated
 * @property {string[]} tests the tests that must notice it: files of `test`, without their ending
 * @property {number} propertyMs how long a property may run for each mutant
 * @property {number} atLeast the score in percent that each file must have
 * @property {boolean} [loaded] also what runs when a file is loaded, which all tests must be run for. Default: it is left out
 */

/** @type {Record<string, Suite>} */
export const suites = {
  patch: core("patch", 95),
  json: core("json", 90),
  schema: { ...schema, sources: schema.sources.filter((file) => !TABLES.includes(file)) },
  "schema-tables": {
    ...schema,
    sources: TABLES,
    tests: [...schema.tests, "unit/emulatorMatchesSchema", "unit/docs/limits"],
    loaded: true,
  },
  secrets: core("secrets", 90),
  check: core("check", 90),
  http: core("http", 90),
  fleet: {
    sources: filesIn("provider/fleet"),
    tests: ["unit/fleet/**/*", "unit/resources/**/*"],
    // It sends requests.
    propertyMs: 1500,
    atLeast: 90,
  },
  // The engine's part of these tests calls the provider in their own process, where mutants are. `containerGroupFleet.size`
  // is left out: it measures, a quarter of a minute for each mutant.
  "fleet-resource": {
    sources: ["provider/fleet/containerGroupFleet.ts"],
    tests: [
      "unit/fleet/{convergence,progress}",
      "protocol/containerGroupFleet{,.check,.faults,.preview,.refresh}",
      "protocol/{baseUrl,moves,removedMembers,secretMarks}",
    ],
    propertyMs: 1500,
    atLeast: 90,
  },
};

/**
 * What a name of the command line stands for: a suite, or a file of one alone; undefined where it is neither.
 *
 * @param {string} name
 * @returns {Suite | undefined}
 */
export function suiteFor(name) {
  if (Object.hasOwn(suites, name)) {
    return suites[name];
  }
  const suite = Object.values(suites).find(({ sources }) => sources.includes(name));
  return suite && { ...suite, sources: [name] };
}
