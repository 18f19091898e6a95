import { existsSync, readFileSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";

import { findBrowser } from "./lib/browser.mjs";
import { Failure, report } from "./lib/failure.mjs";
import { ownFolder, temporaryIn } from "./lib/folders.mjs";
import { npmCommand } from "./lib/npm.mjs";
import { cacheFolder, inClone, root } from "./lib/paths.mjs";
import { onInterrupt, run, succeed } from "./lib/processes.mjs";
import { duration, say } from "./lib/progress.mjs";
import { cleanEnvironment, cliEnvironment } from "./lib/stack.mjs";
import { setup } from "./setup.mjs";

const cores = availableParallelism();
const jest = { needs: ["dependencies", "build"], workers: cores };
const jestWithCli = { ...jest, needs: ["dependencies", "build", "cli"] };

/**
 * The stages of the tests. One with `scripts` of package.json runs beside the others; one without, which has `workers`, is a project of jest, and these run one
 * after the other. `everyday` is the part of it that a plain `npm test` runs (default: all of it): what takes minutes more is left to CI, to `npm test -- all`,
 * and to who asks for the stage by its name.
 */
const stages = {
  build: { needs: ["dependencies", "build"], scripts: [] },
  typecheck: { needs: ["dependencies", "build"], scripts: ["typecheck"] },
  lint: { needs: ["dependencies", "build"], scripts: ["lint:code", "lint:files"] },
  unit: jest,
  types: jest,
  // They wait for time-outs and rate limits for half of their time.
  protocol: { ...jest, workers: 2 * cores },
  engine: { ...jestWithCli, everyday: ["test/engine/containerGroup.test.ts", "test/engine/queueJob.test.ts"] },
  page: { ...jest, browser: true, everyday: [] },
  package: { ...jestWithCli, everyday: ["test/package/content.test.ts"] },
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

async function runJest({ name, files, rest }, env, folder, until) {
  // In a folder of this run alone: two runs at once know nothing of each other.
  const file = path.join(folder, `${name}.json`);
  const workers = `--maxWorkers=${stages[name].workers}`;
  const flags = ["--ci", workers, "--selectProjects", name, "--json", `--outputFile=${file}`];
  // Jest waits for as long as a test has left something open: not longer than half a minute after its results are there.
  const stuck = new AbortController();
  const isStuck = () => existsSync(file) && Date.now() - statSync(file).mtimeMs > 30_000;
  const timer = setInterval(() => isStuck() && stuck.abort(), 1000);
  const command = [inClone("node_modules", "jest", "bin", "jest.js"), ...flags, ...files, ...rest];
  const either = AbortSignal.any([stuck.signal, until]);
  const { code } = await run(process.execPath, command, { cwd: root, env, show: true, until: either });
  clearInterval(timer);
  const found = readResults(file, name);
  total.passed += found.numPassedTests;
  total.failed += found.numFailedTests;
  // A narrowed run (-t) leaves tests out on purpose.
  const skipped = rest.length === 0 ? found.numPendingTests + found.numTodoTests : 0;
  const failures = [
    [stuck.signal.aborted, `A ${name} test left something open, so that jest did not end.`],
    [code !== 0, `${found.numFailedTests} ${name} test(s) failed, and jest ended with exit code ${code}.`],
    [
      files.length > 0 && found.numTotalTestSuites !== files.length,
      `Not every file is there of ${files.join(" and ")}.`,
    ],
    [skipped > 0, `${skipped} ${name} test(s) were skipped, and none may be.`],
  ];
  const failure = failures.find(([failed]) => failed);
  if (failure !== undefined) {
    throw new Failure(failure[1]);
  }
}

/** Fails where a stage cannot run on this machine: before anything else runs. */
function assertRunnable(names) {
  const needsBrowser = names.find((name) => stages[name].browser);
  if (needsBrowser !== undefined && findBrowser() === undefined) {
    const reason = "there is no Chromium: install one (apt-get install chromium), or name it in CHROMIUM";
    throw new Failure(`The ${needsBrowser} tests cannot run: ${reason}.`);
  }
}

async function runStage(part, env, folder, until) {
  const { name } = part;
  const { scripts } = stages[name];
  const start = Date.now();
  say(`\n== ${name}`);
  if (scripts === undefined) {
    await runJest(part, env, folder, until);
  } else {
    const npmRun = (script) => run(...npmCommand("run", "--silent", script), { cwd: root, env, until });
    await Promise.all(scripts.map((script) => succeed(`npm run ${script}`, npmRun(script))));
  }
  say(`== ${name}: passed in ${duration(Date.now() - start)}`);
}

/** Runs the stages up to the first that fails, which ends those beside it. */
async function runStages(parts, env, folder) {
  const failed = new AbortController();
  const open = new Map(parts.map((part) => [part.name, part]));
  const attempt = async (part) => {
    try {
      await runStage(part, env, folder, failed.signal);
      open.delete(part.name);
    } catch (error) {
      // Those that this one ends fail too.
      if (!failed.signal.aborted) {
        open.delete(part.name);
        failed.abort(error);
      }
    }
  };
  const oneByOne = async (tests) => {
    for (const part of tests) {
      await (failed.signal.aborted || attempt(part));
    }
  };
  const isBeside = ({ name }) => stages[name].scripts !== undefined;
  await Promise.all([...parts.filter(isBeside).map(attempt), oneByOne(parts.filter((part) => !isBeside(part)))]);
  if (failed.signal.aborted) {
    const names = [...open.keys()].join(", ");
    throw new Failure(`${failed.signal.reason.message}${names && `\nLeft out after this failure: ${names}.`}`);
  }
}

const isEveryday = (args) => args.length === 0 && !process.env.CI;

/** What is to run, in its order: a stage, the files of it that alone run (none: all of them), and what the caller hands to jest. */
function planned(args) {
  const names = Object.keys(stages);
  const part = (name, rest = []) => ({ name, files: [], rest });
  if (isEveryday(args)) {
    const parts = names.map((name) => ({ ...part(name), files: stages[name].everyday ?? [] }));
    return parts.filter(({ name }) => stages[name].everyday?.length !== 0);
  }
  if (args.length === 0 || (args.length === 1 && args[0] === "all")) {
    return names.map((name) => part(name));
  }
  const end = args.findIndex((name) => !(name in stages));
  const asked = end === -1 ? args : args.slice(0, end);
  if (asked.length === 0) {
    throw new Failure(`"${args[0]}" is no stage of the tests: say npm test -- all | ${names.join(" | ")}.`);
  }
  return asked.map((name) => part(name, args.slice(asked.length)));
}

/** What the everyday run leaves out, in a line. */
function leftOut() {
  const parts = Object.entries(stages).filter(([, { everyday }]) => everyday !== undefined);
  const texts = parts.map(([name, { everyday }]) => `${name} (${everyday.length} of its files ran)`);
  return `Not everything ran. Left out: ${texts.join(", ")}. npm test -- all runs everything, as CI does.`;
}

async function main(args) {
  const parts = planned(args);
  assertRunnable(parts.map(({ name }) => name));
  const needs = new Set(parts.flatMap(({ name }) => stages[name].needs));
  await setup([...needs]);
  const folder = ownFolder(systemFolder, "pulumi-containergroups-");
  // The tools' caches stay in the clone, and they see no caller's Pulumi settings.
  const caller = needs.has("cli") ? cliEnvironment() : cleanEnvironment();
  const env = { ...caller, ...temporaryIn(folder), XDG_CACHE_HOME: path.join(cacheFolder, "tools") };
  await runStages(parts, env, folder);
  if (isEveryday(args)) {
    say(`\n${leftOut()}`);
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
