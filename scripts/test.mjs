import { existsSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { findBrowser } from "./lib/browser.mjs";
import { Failure, report } from "./lib/failure.mjs";
import { ownFolder, temporaryIn } from "./lib/folders.mjs";
import { findNpm } from "./lib/npm.mjs";
import { cacheFolder, inClone, root } from "./lib/paths.mjs";
import { onInterrupt, run, succeed } from "./lib/processes.mjs";
import { duration, say } from "./lib/progress.mjs";
import { cleanEnvironment, cliEnvironment } from "./lib/stack.mjs";
import { setup } from "./setup.mjs";

const jest = { needs: ["dependencies", "build"] };
const jestWithCli = { needs: ["dependencies", "build", "cli"] };

/** What `npm test` runs, in this order; `npm test -- NAMES [jest arguments]` runs some of them. Without commands (those of package.json) it is a project of jest. */
const stages = {
  // The examples import the package by its name, that is, from dist/: so the build comes before what reads types.
  build: { ...jest, commands: [] },
  typecheck: { ...jest, commands: ["typecheck"] },
  lint: { ...jest, commands: ["lint"] },
  unit: jest,
  page: { ...jest, browser: true },
  types: jest,
  protocol: jest,
  engine: jestWithCli,
  package: jestWithCli,
};

const total = { passed: 0, failed: 0 };

/** Outside of the clone, whose packages the package tests must not find. */
const systemFolder = tmpdir();

/** What jest wrote about a project; a project that wrote nothing did not run. */
function readResults(file, name) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Failure(`jest gave no results for the ${name} tests.`);
  }
}

async function runJest(name, rest, env, folder) {
  // In a folder of this run alone: two runs at once know nothing of each other.
  const file = path.join(folder, `${name}.json`);
  const flags = ["--ci", "--maxWorkers=2", "--selectProjects", name, "--json", `--outputFile=${file}`];
  // Jest waits for as long as a test has left something open: not longer than half a minute after its results are there.
  const stuck = new AbortController();
  const isStuck = () => existsSync(file) && Date.now() - statSync(file).mtimeMs > 30_000;
  const timer = setInterval(() => isStuck() && stuck.abort(), 1000);
  const command = [inClone("node_modules", "jest", "bin", "jest.js"), ...flags, ...rest];
  const { code } = await run(process.execPath, command, { cwd: root, env, show: true, until: stuck.signal });
  clearInterval(timer);
  const found = readResults(file, name);
  total.passed += found.numPassedTests;
  total.failed += found.numFailedTests;
  // A narrowed run (-t) leaves tests out on purpose.
  const skipped = rest.length === 0 ? found.numPendingTests + found.numTodoTests : 0;
  const failures = [
    [found.numFailedTests > 0, `${found.numFailedTests} ${name} test(s) failed.`],
    [stuck.signal.aborted, `A ${name} test left something open, so that jest did not end.`],
    [code !== 0, `jest ended with exit code ${code} in the ${name} tests.`],
    [found.numTotalTests === 0, `There are no ${name} tests, and there must be some.`],
    [skipped > 0, `${skipped} ${name} test(s) were skipped, and none may be.`],
  ];
  const failure = failures.find(([failed]) => failed);
  if (failure !== undefined) {
    throw new Failure(failure[1]);
  }
}

/** Why a stage cannot run on this machine; undefined where it can. */
const obstacle = (name) =>
  stages[name].browser && findBrowser() === undefined
    ? "there is no Chromium: install one (apt-get install chromium), or name it in CHROMIUM"
    : undefined;

/** Leaves out what cannot run here, and says so: not in CI, and not where it was asked for by its name. */
function runnable(names, areAsked) {
  const obstacles = new Map(names.map((name) => [name, obstacle(name)]).filter(([, why]) => why !== undefined));
  const [first] = obstacles;
  if (first !== undefined && (areAsked || process.env.CI === "true")) {
    throw new Failure(`The ${first[0]} tests cannot run: ${first[1]}.`);
  }
  return { runs: names.filter((name) => !obstacles.has(name)), obstacles };
}

async function runStage(name, rest, env, folder) {
  const { commands } = stages[name];
  const npm = findNpm();
  const start = Date.now();
  say(`\n== ${name}`);
  for (const command of commands ?? []) {
    const npmRun = [...npm.first, "run", "--silent", command];
    await succeed(`npm run ${command}`, run(npm.command, npmRun, { cwd: root, env, show: true }));
  }
  if (commands === undefined) {
    await runJest(name, rest, env, folder);
  }
  say(`== ${name}: passed in ${duration(Date.now() - start)}`);
}

/** The stages that are named first, and what goes to jest. */
function asked(args) {
  const end = args.findIndex((name) => !(name in stages));
  return end === -1 ? { names: args, rest: [] } : { names: args.slice(0, end), rest: args.slice(end) };
}

async function main(args) {
  const { names: only, rest } = asked(args);
  if (only.length === 0 && rest.length > 0) {
    throw new Failure(`"${rest[0]}" is no stage of the tests: say npm test -- ${Object.keys(stages).join(" | ")}.`);
  }
  const { runs: names, obstacles } = runnable(only.length === 0 ? Object.keys(stages) : only, only.length > 0);
  const needs = new Set(names.flatMap((name) => stages[name].needs));
  await setup([...needs]);
  const folder = ownFolder(systemFolder, "pulumi-containergroups-");
  // The tools' caches stay in the clone, and they see no caller's Pulumi settings.
  const caller = needs.has("cli") ? cliEnvironment() : cleanEnvironment();
  const env = { ...caller, ...temporaryIn(folder), XDG_CACHE_HOME: path.join(cacheFolder, "tools") };
  for (const name of names) {
    await runStage(name, rest, env, folder);
  }
  for (const [name, why] of obstacles) {
    say(`\n== ${name}: DID NOT RUN: ${why}`);
  }
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
