import { figureOf, type Figure } from "./figures";
import { formatRatio, formatValue } from "./format";
import type { Budget, Unit } from "./samples";

/** How a budget came out. */
export interface Verdict extends Budget {
  /** The unit of its measure; absent where that was not measured at all. */
  unit?: Unit;
  /** In the terms of the budget: a ratio, a difference or a value. Absent where a figure for it is missing. */
  measured?: number;
  held?: boolean;
}

/** Holds the medians against a budget. */
export function judge(budget: Budget, figures: readonly Figure[]): Verdict {
  const { measure, size, ours, against, atMost } = budget;
  const own = figureOf(figures, { measure, size, contender: ours });
  const other = against === undefined ? undefined : figureOf(figures, { measure, size, contender: against });
  const unit = figures.find((each) => each.measure === measure)?.unit;
  if (own === undefined || (against !== undefined && other === undefined)) return { ...budget, unit };
  const measured = compared(budget, own.median, other?.median);
  return { ...budget, unit, measured, held: measured <= atMost };
}

function compared({ compare = "ratio" }: Budget, own: number, other: number | undefined): number {
  if (other === undefined) return own;
  return compare === "difference" ? own - other : own / other;
}

/** A measured or an allowed quantity in the terms of the budget. */
export function formatTerms({ against, compare = "ratio", unit }: Verdict, quantity: number): string {
  if (against !== undefined && compare === "ratio") return formatRatio(quantity);
  const sign = against !== undefined && quantity >= 0 ? "+" : "";
  return unit === undefined ? `${sign}${quantity}` : sign + formatValue(quantity, unit);
}
