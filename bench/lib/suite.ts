import type { Tools } from "./tools";

/** What a figure counts. */
export type Unit = "ms" | "bytes" | "requests" | "modules" | "groups";

/** What one sample came to, by measure. A measure of its own for each thing that was done: `create`, `state bytes`. */
export type Figures = Record<string, number>;

/** Who does it. */
export interface Subject {
  /** As the report names it. */
  title: string;
  /** The largest size that it is measured at, where a larger one would take hours. */
  upTo?: number;
}

/** What one sample is to be taken of. */
export interface Sample {
  subject: string;
  /** How many objects it is done with. */
  size: number;
  quick: boolean;
  /** An empty folder inside the clone for this sample alone; it is removed afterwards. */
  folder: string;
  tools: Tools;
}

/** A promise of the design: `ours` against the subject `against`, or alone where there is nothing to compare with. */
export interface Budget {
  measure: string;
  size: number;
  ours: string;
  against?: string;
  /** A ratio where `against` is given and `compare` is not; else a difference or a value in the unit of the measure. */
  atMost: number;
  /** How the two are compared: `ratio` (default) or `difference`. */
  compare?: "difference";
  /** The sentence of the design that it comes from, in a few words. */
  promise: string;
}

/** One part of the benchmark: subjects that do the same thing, in turn and in one run. */
export interface Suite {
  /** As it is named on the command line. */
  name: string;
  title: string;
  /** What is compared, in a few sentences for the report. */
  description: string;
  subjects: Record<string, Subject>;
  /** The subject that the others are compared with. */
  reference: string;
  measures: Record<string, Unit>;
  /** How many objects, in a whole run and in a quick one. */
  sizes: Record<"full" | "quick", readonly number[]>;
  /** From this size on a sample takes minutes, so that there are half as many rounds. */
  large?: number;
  /** Rounds where the command line says nothing. Default: 3, and 1 in a quick run. */
  rounds?: Record<"full" | "quick", number>;
  budgets: readonly Budget[];
  /** Gets what it runs beside what every suite does, and gives the versions of that. */
  prepare?(tools: Tools): Promise<Record<string, string>>;
  /** Lets a subject do it once, from nothing. Rejects where it did not do what it is measured for. */
  sample(sample: Sample): Promise<Figures>;
}

/** What a measure of a suite counts. */
export function unitOf({ name, measures }: Suite, measure: string): Unit {
  const unit = measures[measure];
  if (unit === undefined) {
    throw new Error(`the suite ${name} has no measure "${measure}"`);
  }
  return unit;
}
