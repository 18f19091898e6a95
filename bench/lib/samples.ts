/** What a figure counts. */
export type Unit = "ms" | "bytes" | "requests";

/** One figure of one contender in one round. */
export interface Sample {
  /** What was done, in the words of the report: `create`, `update all`, `preview without changes`. */
  measure: string;
  /** Who did it: a key of the section's `contenders`. */
  contender: string;
  /** How many objects it was done with. */
  size: number;
  unit: Unit;
  value: number;
}

/** How much is measured. */
export interface Plan {
  /** A small round that shows that all works; its figures are no measurement. */
  quick: boolean;
  /** Rounds of each measure; a median is taken of them. What the command line says, else the section's own. */
  rounds: number;
  /** The sizes that the command line asks for, in place of the section's own. */
  sizes?: readonly number[];
}

/** What a section is given. */
export interface Bench {
  plan: Plan;
  /** An empty folder inside the clone for the section alone; it is removed afterwards. */
  folder: string;
  /** Says what is being done, on one line. */
  say(text: string): void;
}

/** A promise of the design: the median of `ours` against that of `against`, or alone where there is nothing to compare with. */
export interface Budget {
  measure: string;
  size: number;
  ours: string;
  against?: string;
  /** A ratio where `against` is given and `over` is not; else a difference or a value in the unit of the measure. */
  atMost: number;
  /** How the two are compared: `ratio` (default) or `difference`. */
  compare?: "ratio" | "difference";
  /** The sentence of the design that it comes from, in a few words. */
  promise: string;
}

/** One part of the benchmark: contenders that do the same thing in turn, in one run. */
export interface Section {
  /** As it is named on the command line. */
  name: string;
  title: string;
  /** What is compared, in one or two sentences for the report. */
  description: string;
  /** The contenders' names in the report, by key. */
  contenders: Record<string, string>;
  /** The contender that the others are compared with in the report. Default: the one that the budgets are held against, else the first. */
  reference?: string;
  budgets: readonly Budget[];
  /** Rounds where the command line says nothing. Default: 3, and 1 in a quick run. */
  rounds?: { full: number; quick: number };
  /** About how many minutes it takes on two cores, to say what remains. */
  minutes?: { full: number; quick: number };
  /** The versions of what it runs beside what every section does, for the report: `{ OpenTofu: "1.10.6" }`. */
  versions?(bench: Bench): Promise<Record<string, string>>;
  /** Runs all rounds, each contender in turn in every round, and gives every single figure. */
  run(bench: Bench): Promise<Sample[]>;
}
