import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { formatTerms, type Verdict } from "./lib/budgets";
import { help, readCommandLine, UsageError, type Settings } from "./lib/commandLine";
import { formatCount, formatDuration, plain } from "./lib/format";
import { machine, versions } from "./lib/machine";
import { renderPlot } from "./lib/plot";
import { renderReport } from "./lib/report";
import { readResults, resultOf, writeResult, type Result } from "./lib/result";
import { ROOT } from "./lib/root";
import type { Bench, Plan, Section } from "./lib/samples";
import { sections } from "./sections";

const NAMES = sections.map(({ name }) => name);
const CACHE = path.join(ROOT, ".cache/bench");

/** Everything that is made on the way; `npm run bench` removes what a run leaves that was stopped. */
const WORK = path.join(CACHE, `run-${process.pid}`);

const started = performance.now();

/** One line of progress, with the time gone by. */
function say(line: string): void {
  const seconds = Math.round((performance.now() - started) / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  process.stderr.write(`${clock.padStart(6)}  ${line}\n`);
}

/** Only whole measurements are kept beside the sources. */
function resultsFolder({ quick, sizes }: Plan): string {
  return quick || sizes ? path.join(CACHE, "results") : path.join(ROOT, "bench/results");
}

function planOf({ rounds }: Section, settings: Settings): Plan {
  const { quick, sizes } = settings;
  const own = rounds ?? { full: 3, quick: 1 };
  return { quick, rounds: settings.rounds ?? (quick ? own.quick : own.full), sizes };
}

async function measure(section: Section, plan: Plan): Promise<Result> {
  const folder = path.join(WORK, section.name);
  mkdirSync(folder, { recursive: true });
  const bench: Bench = { plan, folder, say: (text) => say(`${section.name}: ${text}`) };
  const date = new Date().toISOString();
  const all = { ...(await versions(path.join(WORK, "versions"))), ...(await section.versions?.(bench)) };
  const samples = await section.run(bench);
  rmSync(folder, { recursive: true, force: true });
  return resultOf(section, samples, { plan, date, machine: machine(), versions: all });
}

/** Writes the report and the plots anew from all results that there are. */
function render(folder: string): void {
  const results = readResults(folder, NAMES);
  for (const result of results) {
    const plot = renderPlot(result);
    if (plot !== undefined) writeFileSync(path.join(folder, `${result.name}.svg`), plot);
  }
  writeFileSync(path.join(folder, "README.md"), renderReport(results));
}

/** One line for a budget of a section. */
function budgetLine({ name, contenders }: Result, verdict: Verdict): string {
  const { measure, ours, size, measured, held, atMost } = verdict;
  const mark = held === undefined ? "–" : held ? "✓" : "✗";
  const found = measured === undefined ? "not measured" : formatTerms(verdict, measured);
  const what = `${name}, ${measure}, ${formatCount(size)}, ${plain(contenders[ours] ?? ours)}`;
  return `${mark} ${what}: ${found}, at most ${formatTerms(verdict, atMost)}`;
}

/** Tells how the budgets came out. A whole run fails where one was not held, or not measured; another has nothing to say of them. */
function tellBudgets(results: readonly Result[], isWhole: boolean): void {
  if (!isWhole) return console.log("This was no whole run: it says nothing about the budgets.");
  for (const result of results) for (const verdict of result.budgets) console.log(budgetLine(result, verdict));
  if (results.some(({ budgets }) => budgets.some(({ held }) => held !== true))) process.exitCode = 1;
}

/** How long the sections that are left will take. Nothing where it is not their own rounds and sizes that are measured. */
function outlook(left: readonly Section[], { quick, rounds, sizes }: Settings): string {
  if (rounds ?? sizes) return "";
  const minutes = left.reduce((sum, section) => sum + (section.minutes?.[quick ? "quick" : "full"] ?? 1), 0);
  return `: about ${formatDuration(minutes * 60_000)} for all that is left, on two cores`;
}

async function main(settings: Settings): Promise<void> {
  const chosen = sections.filter(({ name }) => settings.sections.includes(name));
  const results: Result[] = [];
  for (const [index, section] of chosen.entries()) {
    say(`${section.name}, ${index + 1} of ${chosen.length}${outlook(chosen.slice(index), settings)}`);
    const plan = planOf(section, settings);
    const folder = resultsFolder(plan);
    const result = await measure(section, plan);
    writeResult(folder, result);
    render(folder);
    results.push(result);
    say(`${section.name}: written to ${path.relative(ROOT, folder)}`);
  }
  tellBudgets(results, !settings.quick && settings.sizes === undefined);
}

function readSettings(): Settings | undefined {
  try {
    const settings = readCommandLine(process.argv.slice(2), NAMES);
    if (!settings.help) return settings;
    console.log(help(NAMES));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`bench: ${error.message}\n`);
    process.exitCode = 2;
  }
  return undefined;
}

const settings = readSettings();
if (settings !== undefined) {
  main(settings)
    .catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    })
    .finally(() => rmSync(WORK, { recursive: true, force: true }));
}
