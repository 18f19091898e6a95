import type { Unit } from "./samples";

const compact = (value: number, digits: number) => value.toLocaleString("en", { maximumFractionDigits: digits });

/** Three significant digits, and no more than the figure is worth. */
const threeDigits = (value: number) => compact(value, Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);

const BYTES = ["B", "kB", "MB", "GB"] as const;

function scale(value: number, unit: Unit): { divisor: number; symbol: string } {
  const size = Math.abs(value);
  switch (unit) {
    case "ms":
      return size < 1000 ? { divisor: 1, symbol: "ms" } : { divisor: 1000, symbol: "s" };
    case "bytes": {
      // Up to four digits as they are: budgets of the state are told in bytes.
      const step = size < 10_000 ? 0 : Math.min(3, Math.floor(Math.log10(size) / 3));
      return { divisor: 1000 ** step, symbol: BYTES[step] ?? "B" };
    }
    case "requests":
      return { divisor: 1, symbol: "" };
  }
}

function inScale(value: number, { divisor, symbol }: ReturnType<typeof scale>): string {
  return symbol === "B" ? compact(value, 0) : threeDigits(value / divisor);
}

/** A figure as people read it: `850 ms`, `12.3 s`, `862 B`, `91.4 MB`, `1`. */
export function formatValue(value: number, unit: Unit): string {
  const chosen = scale(value, unit);
  return `${inScale(value, chosen)} ${chosen.symbol}`.trimEnd();
}

/** The least and the most of several figures, in the scale of the most: `12.1–12.9 s`. */
export function formatRange(least: number, most: number, unit: Unit): string {
  const chosen = scale(most, unit);
  return `${inScale(least, chosen)}–${inScale(most, chosen)} ${chosen.symbol}`.trimEnd();
}

/** `0.85x`; what is very small or large has as many digits as say something: `0.005x`, `11x`. */
export function formatRatio(ratio: number): string {
  return `${ratio.toFixed(ratio >= 10 ? 0 : ratio >= 0.1 || ratio === 0 ? 2 : 3)}x`;
}

/** A count with separators: `100,000`. */
export function formatCount(count: number): string {
  return compact(count, 0);
}

/** A time to come, no more exact than an estimate is: `40 s`, `3 min`. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds < 90 ? `${Math.max(5, Math.ceil(seconds / 5) * 5)} s` : `${Math.round(seconds / 60)} min`;
}

/** A contender's name outside Markdown. */
export function plain(name: string): string {
  return name.replaceAll("`", "");
}
