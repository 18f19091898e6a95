import { readFileSync, writeFileSync } from "node:fs";

import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import { strykerPlugins as jestPlugins } from "@stryker-mutator/jest-runner";

/** Where the file of each test is written down, in the folder that Stryker works in: its processes share it. */
const FILES = "mutation-tests.json";

/**
 * Stryker's runner for jest, but a mutant is met by those test files alone that have a test of it. Stryker's own names the tests and leaves the files to
 * jest, which loads all of them for each mutant: that takes three times as long.
 */
function runnerFactory(injector) {
  const jest = jestPlugins[0].factory(injector);
  let files;
  return {
    capabilities: () => jest.capabilities(),
    init: () => jest.init(),
    dispose: () => jest.dispose?.(),
    async dryRun(options) {
      const result = await jest.dryRun(options);
      const named = (result.tests ?? []).map(({ id, fileName }) => [id, fileName]);
      writeFileSync(FILES, JSON.stringify(Object.fromEntries(named)));
      return result;
    },
    async mutantRun(options) {
      files ??= JSON.parse(readFileSync(FILES, "utf8"));
      const near = new Set(options.testFilter?.map((id) => files[id]));
      // For jest.mutation.config.cjs.
      process.env.MUTATION_TEST_FILES = near.size > 0 ? JSON.stringify([...near]) : "";
      return jest.mutantRun(options);
    },
  };
}
runnerFactory.inject = tokens(commonTokens.injector);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, "jest-near", runnerFactory)];
