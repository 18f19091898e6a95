import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { Figure } from "./figures";
import { formatCount, formatValue } from "./format";
import { unitOf, type Figures, type Suite } from "./suite";
import type { Tools } from "./tools";

/** How much is measured. */
export interface Plan {
  /** A small round that shows that all works; its figures are no measurement. */
  quick: boolean;
  /** Rounds and sizes that the command line asks for, in place of the suite's own. */
  rounds?: number;
  sizes?: readonly number[];
}

/** The subjects of a round, counted from 0: each round begins with another one, so that none is always first. */
export function orderIn(round: number, subjects: readonly string[]): string[] {
  return subjects.map((_, index) => subjects[(index + round) % subjects.length] as string);
}

/** How many rounds a size is measured in. */
export function roundsAt(
  size: number,
  { large = Infinity, rounds = { full: 3, quick: 1 } }: Suite,
  plan: Plan,
): number {
  const all = plan.rounds ?? rounds[plan.quick ? "quick" : "full"];
  return size < large ? all : Math.ceil(all / 2);
}

/**
 * Takes all samples of a suite, size by size and round by round, each subject in turn. A warm-up round at the smallest size comes first and
 * counts for nothing: the first to run pays for files that are not in memory yet.
 */
export async function runSuite(suite: Suite, plan: Plan, tools: Tools, say: (text: string) => void): Promise<Figure[]> {
  const sizes = [...(plan.sizes ?? suite.sizes[plan.quick ? "quick" : "full"])].sort((a, b) => a - b);
  const subjectsAt = (size: number) =>
    Object.keys(suite.subjects).filter((subject) => size <= (suite.subjects[subject]?.upTo ?? Infinity));
  const take = async (subject: string, size: number, title: string): Promise<Figures> => {
    const folder = path.join(tools.folder, suite.name);
    mkdirSync(folder, { recursive: true });
    const figures = await suite.sample({ subject, size, quick: plan.quick, folder, tools });
    rmSync(folder, { recursive: true, force: true });
    const said = Object.entries(figures).map(
      ([measure, value]) => `${measure} ${formatValue(value, unitOf(suite, measure))}`,
    );
    say(`${formatCount(size)}, ${title}, ${subject}: ${said.join(", ")}`);
    return figures;
  };
  const found = new Map<string, Figure>();
  const keep = (figures: Figures, subject: string, size: number) => {
    for (const [measure, value] of Object.entries(figures)) {
      const key = JSON.stringify([measure, size, subject]);
      const figure = found.get(key) ?? { measure, unit: unitOf(suite, measure), size, subject, values: [] };
      figure.values.push(Math.round(value * 1000) / 1000);
      found.set(key, figure);
    }
  };
  const smallest = sizes[0] ?? 0;
  for (const subject of subjectsAt(smallest)) {
    await take(subject, smallest, "warm-up");
  }
  for (const size of sizes) {
    const rounds = roundsAt(size, suite, plan);
    for (let round = 0; round < rounds; round++) {
      for (const subject of orderIn(round, subjectsAt(size))) {
        keep(await take(subject, size, `round ${round + 1} of ${rounds}`), subject, size);
      }
    }
  }
  return [...found.values()];
}
