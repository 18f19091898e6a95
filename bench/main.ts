import { writeFileSync } from "node:fs";
import path from "node:path";
import { help, readCommandLine, type Settings } from "./lib/commandLine";
import { judge } from "./lib/figures";
import { circumstances } from "./lib/machine";
import { budgetTable, renderReport } from "./lib/report";
import { readResults, writeResult, type Result } from "./lib/results";
import { ROOT } from "./lib/root";
import { runSuite } from "./lib/rounds";
import type { Suite } from "./lib/suite";
import type { Tools } from "./lib/tools";
import { suites } from "./suites";

const NAMES = suites.map(({ name }) => name);
const started = performance.now();

/** One line of progress, with the time gone by. */
function say(line: string): void {
  const seconds = Math.round((performance.now() - started) / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  process.stderr.write(`${clock.padStart(6)}  ${line}\n`);
}

async function measure(suite: Suite, plan: Settings, tools: Tools): Promise<Result> {
  const lookAgain = await circumstances(tools);
  const figures = await runSuite(suite, plan, tools, (text) => say(`${suite.name}: ${text}`));
  const { name, title, description, reference } = suite;
  const subjects = Object.fromEntries(Object.entries(suite.subjects).map(([key, subject]) => [key, subject.title]));
  const found = lookAgain();
  return {
    ...{ name, title, description, reference, subjects, quick: plan.quick },
    ...found,
    versions: { ...found.versions, ...(await suite.prepare?.(tools)) },
    figures,
  };
}

async function measureAll(settings: Settings, tools: Tools): Promise<number> {
  const chosen = suites.filter(({ name }) => settings.suites.includes(name));
  // Only whole measurements are kept beside the sources.
  const isWhole = !settings.quick && (settings.rounds ?? settings.sizes) === undefined;
  const folder = path.join(ROOT, isWhole ? "bench/results" : ".cache/bench/results");
  const results: Result[] = [];
  // What cannot be had is known before an hour has gone by.
  for (const suite of chosen) {
    await suite.prepare?.(tools);
  }
  for (const [index, suite] of chosen.entries()) {
    say(`${suite.name}, ${index + 1} of ${chosen.length}`);
    const result = await measure(suite, settings, tools);
    writeResult(folder, result);
    writeFileSync(path.join(folder, "README.md"), renderReport(readResults(folder, suites), suites));
    results.push(result);
    say(`${suite.name}: written to ${path.relative(ROOT, folder)}`);
  }
  if (!isWhole) {
    console.log("This was no whole run: it says nothing about the budgets.");
    return 0;
  }
  console.log(budgetTable(results, chosen));
  // One that was not measured is missed.
  const outcomes = chosen.flatMap((suite, index) =>
    suite.budgets.map((budget) => judge(budget, results[index]?.figures ?? []).outcome),
  );
  return outcomes.every((outcome) => outcome === "held" || outcome === "inconclusive") ? 0 : 1;
}

/** Runs the benchmark as the command line says, and gives its exit code. */
export async function main(args: readonly string[], tools: Tools): Promise<number> {
  try {
    const settings = readCommandLine(args, NAMES);
    if (settings.help) {
      console.log(help(NAMES));
      return 0;
    }
    return await measureAll(settings, tools);
  } catch (error) {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
