import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

import { Failure, report } from "./lib/failure.mjs";
import { cacheFolder, inClone, root } from "./lib/paths.mjs";
import { onInterrupt, run } from "./lib/processes.mjs";
import { duration, say } from "./lib/progress.mjs";
import { cliEnvironment } from "./lib/pulumiEnvironment.mjs";
import { setup } from "./setup.mjs";

const tool = (...parts) => inClone("node_modules", ...parts);
const commands = (...list) => ({ commands: list, needs: ["dependencies", "build"] });
const jest = (options = {}) => ({ jest: [], needs: ["dependencies", "build"], ...options });

/** What `npm test` runs, in this order; `npm test -- NAME [jest arguments]` runs one of them. */
const stages = {
  // The examples import the package by its name, that is, from dist/: so the build comes before what reads types.
  build: commands(),
  typecheck: commands([tool("typescript", "bin", "tsc"), "-p", "tsconfig.json"]),
  lint: commands(
    [tool("eslint", "bin", "eslint.js"), "."],
    [tool("dependency-cruiser", "bin", "dependency-cruise.mjs"), "common", "sdk", "provider", "emulator", "examples"],
    [tool("prettier", "bin", "prettier.cjs"), "--check", "--log-level=warn", "."],
    [tool("knip", "bin", "knip.js")],
  ),
  unit: jest(),
  types: jest(),
  protocol: jest({ jest: ["--testTimeout=60000"] }),
  engine: jest({ jest: ["--testTimeout=600000"], needs: ["dependencies", "build", "cli"] }),
  package: jest({ jest: ["--testTimeout=600000"], needs: ["dependencies", "build", "cli"] }),
};

const total = { passed: 0, failed: 0 };

/** Our output and the tools' caches stay in the clone; the tools see no caller's Pulumi settings. */
async function environment() {
  return { ...(await cliEnvironment()), XDG_CACHE_HOME: path.join(cacheFolder, "tools") };
}

async function runTool(command) {
  const { code } = await run(process.execPath, command, { cwd: root, env: await environment(), show: true });
  if (code !== 0) throw new Failure(`${path.basename(command[0])} ended with exit code ${code}.`);
}

/** What jest wrote about a project; a project that wrote nothing did not run. */
function readResults(file, name) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Failure(`jest gave no results for the ${name} tests.`);
  }
}

/** Aborts half a minute after the results are there: jest waits for as long as a test has left something open. */
function whenStuck(file) {
  const stuck = new AbortController();
  let seen;
  const timer = setInterval(() => {
    if (existsSync(file)) seen ??= Date.now();
    if (Date.now() - seen > 30_000) stuck.abort();
  }, 1000);
  return { signal: stuck.signal, stop: () => clearInterval(timer) };
}

async function runJest(name, options, rest) {
  const folder = path.join(cacheFolder, "test");
  const file = path.join(folder, `${name}.json`);
  mkdirSync(folder, { recursive: true });
  rmSync(file, { force: true });
  const flags = ["--ci", "--maxWorkers=2", `--cacheDirectory=${path.join(cacheFolder, "jest")}`, ...options];
  const results = ["--json", `--outputFile=${file}`];
  const command = [tool("jest", "bin", "jest.js"), "--selectProjects", name, ...flags, ...results, ...rest];
  const stuck = whenStuck(file);
  const { code } = await run(process.execPath, command, {
    cwd: root,
    env: await environment(),
    show: true,
    until: stuck.signal,
  });
  stuck.stop();
  const found = readResults(file, name);
  total.passed += found.numPassedTests;
  total.failed += found.numFailedTests;
  if (found.numFailedTests > 0) throw new Failure(`${found.numFailedTests} ${name} test(s) failed.`);
  if (stuck.signal.aborted) throw new Failure(`A ${name} test left something open, so that jest did not end.`);
  if (code !== 0) throw new Failure(`jest ended with exit code ${code} in the ${name} tests.`);
  if (found.numTotalTests === 0) throw new Failure(`There are no ${name} tests, and there must be some.`);
  // A narrowed run (-t) leaves tests out on purpose.
  const skipped = found.numPendingTests + found.numTodoTests;
  if (skipped > 0 && rest.length === 0) throw new Failure(`${skipped} ${name} test(s) were skipped, and none may be.`);
}

async function runStage(name, rest) {
  const stage = stages[name];
  const start = Date.now();
  say(`\n== ${name}`);
  for (const command of stage.commands ?? []) await runTool(command);
  if (stage.jest) await runJest(name, stage.jest, rest);
  say(`== ${name}: passed in ${duration(Date.now() - start)}`);
}

async function main([only, ...rest]) {
  if (only !== undefined && !(only in stages)) {
    throw new Failure(`"${only}" is no stage of the tests: say npm test -- ${Object.keys(stages).join(" | ")}.`);
  }
  const names = only === undefined ? Object.keys(stages) : [only];
  const needs = new Set(names.flatMap((name) => stages[name].needs));
  await setup([...needs]);
  for (const name of names) await runStage(name, rest);
}

onInterrupt();
try {
  await main(process.argv.slice(2));
} catch (error) {
  report(error);
  // What stopped the run counts as a failure, so that a run that ends with exit code 1 never says "0 failed".
  total.failed ||= 1;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
