/** Of the test files that jest found, those that `runner.mjs` has named for the mutant; all of them where it has named none. */
module.exports = (found) => {
  const named = process.env.MUTATION_TEST_FILES;
  const near = named && new Set(JSON.parse(named));
  return { filtered: near ? found.filter((file) => near.has(file)) : found };
};
