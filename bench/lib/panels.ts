import type { Verdict } from "./budgets";
import { figureOf, type Figure } from "./figures";
import { formatRatio, formatValue } from "./format";
import type { Result } from "./result";
import type { Unit } from "./samples";

/** Panels of one kind stand together. */
const ORDER: readonly Unit[] = ["ms", "bytes", "requests"];

/** One bar: a contender at a size, relative to the reference at that size. */
export interface Bar {
  contender: string;
  median: number;
  least: number;
  most: number;
  /** What its budget allows, where it has one. */
  allowed?: number;
  /** The figure itself, and how it compares. */
  label: string;
}

/** One measure in the plot of a section. */
export interface Panel {
  measure: string;
  sizes: { size: number; bars: Bar[] }[];
}

/** What can be drawn of a result: the measures in which the reference and another contender have figures, and not 0. */
export function panelsOf({ figures, reference, contenders, budgets }: Result): Panel[] {
  const byUnit = ORDER.flatMap((unit) => figures.filter((figure) => figure.unit === unit));
  const measures = [...new Set(byUnit.map(({ measure }) => measure))];
  return measures.flatMap((measure) => {
    const own = figures.filter((figure) => figure.measure === measure);
    const sizes = [...new Set(own.map(({ size }) => size))].sort((a, b) => a - b);
    const drawn = sizes.flatMap((size) => {
      const base = figureOf(own, { measure, size, contender: reference })?.median ?? 0;
      const found = Object.keys(contenders).flatMap((contender) => figureOf(own, { measure, size, contender }) ?? []);
      return base > 0 && found.length > 1 ? [{ size, bars: found.map((each) => bar(each, base, budgets)) }] : [];
    });
    return drawn.length > 0 ? [{ measure, sizes: drawn }] : [];
  });
}

function bar(figure: Figure, base: number, budgets: readonly Verdict[]): Bar {
  const { contender, measure, size, median, least, most, unit } = figure;
  const budget = budgets.find((each) => each.ours === contender && each.measure === measure && each.size === size);
  return {
    contender,
    median: median / base,
    least: least / base,
    most: most / base,
    allowed: budget && allowedRatio(budget, base),
    label: [formatValue(median, unit), ...(median === 0 || median === base ? [] : [formatRatio(median / base)])].join(
      ", ",
    ),
  };
}

/** What a budget allows, relative to the reference. */
function allowedRatio({ against, compare = "ratio", atMost }: Verdict, base: number): number {
  if (against === undefined) return atMost / base;
  return compare === "difference" ? (base + atMost) / base : atMost;
}
