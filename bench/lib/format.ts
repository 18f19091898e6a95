import type { Spread } from "./figures";
import type { Budget, Unit } from "./suite";

const compact = (value: number, digits: number) => value.toLocaleString("en", { maximumFractionDigits: digits });

/** Three significant digits, and no more than the figure is worth. */
const threeDigits = (value: number) => compact(value, Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);

const BYTES = ["B", "kB", "MB", "GB"] as const;

/** What a figure is divided by, and what is written behind it. */
function scaleOf(value: number, unit: Unit): { divisor: number; symbol: string } {
  const size = Math.abs(value);
  if (unit === "ms") {
    return size < 1000 ? { divisor: 1, symbol: " ms" } : { divisor: 1000, symbol: " s" };
  }
  if (unit === "bytes") {
    // Up to four digits as they are: budgets of the state are told in bytes.
    const step = size < 10_000 ? 0 : Math.min(3, Math.floor(Math.log10(size) / 3));
    return { divisor: 1000 ** step, symbol: ` ${BYTES[step] ?? "B"}` };
  }
  return { divisor: 1, symbol: "" };
}

/** A figure as people read it: `850 ms`, `12.3 s`, `862 B`, `91.4 MB`, `1`. */
export function formatValue(value: number, unit: Unit): string {
  const { divisor, symbol } = scaleOf(value, unit);
  return (symbol === " B" ? compact(value, 0) : threeDigits(value / divisor)) + symbol;
}

/** `0.85x`; what is very small or large has as many digits as say something: `0.005x`, `11x`. */
export function formatRatio(ratio: number): string {
  return `${ratio.toFixed(ratio >= 10 ? 0 : ratio >= 0.1 || ratio === 0 ? 2 : 3)}x`;
}

/** A count with separators: `100,000`. */
export function formatCount(count: number): string {
  return compact(count, 0);
}

/** The median, and its range where one can be told: `12.3 s (12.1 s–12.9 s)`. */
export function formatSpread({ median, least, most }: Spread, format: (value: number) => string): string {
  const range = format(least) === format(most) ? "" : ` (${format(least)}–${format(most)})`;
  return format(median) + range;
}

/** How a quantity is written in the terms of a budget: a ratio, a difference with its sign, or a value. */
export function termsOf({ against, compare }: Budget, unit: Unit): (quantity: number) => string {
  if (against !== undefined && compare === undefined) {
    return formatRatio;
  }
  return (quantity) => (against !== undefined && quantity >= 0 ? "+" : "") + formatValue(quantity, unit);
}
