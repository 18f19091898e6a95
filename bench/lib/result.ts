import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { judge, type Verdict } from "./budgets";
import { figuresOf, type Figure } from "./figures";
import type { Machine } from "./machine";
import type { Plan, Sample, Section } from "./samples";

/** What is kept of a section that was measured: all that the report needs, so that sections may be measured on different days. */
export interface Result {
  name: string;
  title: string;
  description: string;
  /** The contenders' names in the report, by key. */
  contenders: Record<string, string>;
  /** The contender that the others are compared with. */
  reference: string;
  /** When it was done, in ISO 8601. */
  date: string;
  quick: boolean;
  /** Rounds as planned; what is large may have had fewer. */
  rounds: number;
  machine: Machine;
  versions: Record<string, string>;
  figures: Figure[];
  budgets: Verdict[];
}

/** Takes the medians of a section's samples and holds them against its budgets. */
export function resultOf(
  section: Section,
  samples: readonly Sample[],
  { plan, ...surroundings }: { plan: Plan } & Pick<Result, "date" | "machine" | "versions">,
): Result {
  const { name, title, description, contenders } = section;
  const figures = figuresOf(samples);
  return {
    name,
    title,
    description,
    contenders,
    reference: referenceOf(section),
    quick: plan.quick,
    rounds: plan.rounds,
    ...surroundings,
    figures,
    budgets: section.budgets.map((budget) => judge(budget, figures)),
  };
}

function referenceOf({ reference, budgets, contenders }: Section): string {
  return reference ?? budgets.find(({ against }) => against)?.against ?? Object.keys(contenders)[0] ?? "";
}

/** Writes the result of a section over its last one. */
export function writeResult(folder: string, result: Result): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${result.name}.json`), `${JSON.stringify(result, undefined, 2)}\n`);
}

/** The results in a folder, in the order of `names`, those of other sections after them. */
export function readResults(folder: string, names: readonly string[]): Result[] {
  const place = ({ name }: Result) => (names.includes(name) ? names.indexOf(name) : names.length);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".json")) : [];
  return files
    .sort()
    .map((file) => JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Result)
    .sort((a, b) => place(a) - place(b));
}
