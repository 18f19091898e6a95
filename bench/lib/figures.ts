import type { Budget, Unit } from "./suite";

/** All that was measured of one subject in one measure at one size. */
export interface Figure {
  measure: string;
  unit: Unit;
  size: number;
  subject: string;
  /** In the order of the rounds: what stands at the same place in two figures was measured in the same round. */
  values: number[];
}

/** What several values come to. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

export type Outcome = "held" | "missed" | "inconclusive" | "not measured";

/** How a budget came out; `quantity` is in its terms: a ratio, a difference or a value. */
export interface Verdict {
  quantity?: Spread;
  outcome: Outcome;
}

/** Throws a RangeError where there are no values. The median of an even number is the mean of the two in the middle. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => {
    const value = sorted[index];
    if (value === undefined) {
      throw new RangeError("there is no median of no values");
    }
    return value;
  };
  const half = (sorted.length - 1) / 2;
  return { median: (at(Math.floor(half)) + at(Math.ceil(half))) / 2, least: at(0), most: at(sorted.length - 1) };
}

/** The figure of a subject; undefined where it was not measured. */
export function figureOf(figures: readonly Figure[], at: Pick<Figure, "measure" | "size" | "subject">) {
  return figures.find((each) => each.measure === at.measure && each.size === at.size && each.subject === at.subject);
}

/** Compares round by round: what else the machine did in a round hit both. Undefined where no round has both, or one is compared with 0. */
export function compare(own: Figure, other: Figure | undefined, how: (own: number, other: number) => number) {
  const compared = own.values.flatMap((value, round) => {
    const against = other?.values[round];
    return against === undefined ? [] : [how(value, against)];
  });
  return compared.length > 0 && compared.every(Number.isFinite) ? spreadOf(compared) : undefined;
}

export const ratio = (own: number, other: number): number => own / other;
export const difference = (own: number, other: number): number => own - other;

/** Holds figures against a budget: it is inconclusive where some rounds held it and others did not. */
export function judge(budget: Budget, figures: readonly Figure[]): Verdict {
  const { measure, size, ours, against, atMost } = budget;
  const own = figureOf(figures, { measure, size, subject: ours });
  const other = against === undefined ? undefined : figureOf(figures, { measure, size, subject: against });
  const how = budget.compare === "difference" ? difference : ratio;
  const quantity = own && (against === undefined ? spreadOf(own.values) : compare(own, other, how));
  return { quantity, outcome: outcomeOf(quantity, atMost) };
}

function outcomeOf(quantity: Spread | undefined, atMost: number): Outcome {
  if (quantity === undefined) {
    return "not measured";
  }
  if (quantity.most <= atMost) {
    return "held";
  }
  return quantity.least > atMost ? "missed" : "inconclusive";
}
