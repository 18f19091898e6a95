import { formatDuration, formatRange, formatRatio, formatValue } from "../../../bench/lib/format";
import type { Unit } from "../../../bench/lib/samples";

describe("a figure is told", () => {
  it.each<[value: number, unit: Unit, said: string]>([
    [0.4567, "ms", "0.46 ms"],
    [87.25, "ms", "87.3 ms"],
    [999.4, "ms", "999 ms"],
    [1000, "ms", "1 s"],
    [12_345, "ms", "12.3 s"],
    [160_000, "ms", "160 s"],
    [862.4, "bytes", "862 B"],
    [9999, "bytes", "9,999 B"],
    [91_420_000, "bytes", "91.4 MB"],
    [2.5e9, "bytes", "2.5 GB"],
    [1, "requests", "1"],
    [0, "requests", "0"],
    [1.004, "requests", "1"],
    [1.25, "requests", "1.25"],
  ])("%d %s as %s", (value, unit, said) => {
    expect(formatValue(value, unit)).toBe(said);
  });

  it("with both ends of a range in one scale", () => {
    expect(formatRange(950, 1200, "ms")).toBe("0.95–1.2 s");
    expect(formatRange(0, 1, "requests")).toBe("0–1");
  });
});

describe("a time to come is told", () => {
  it.each<[milliseconds: number, said: string]>([
    [0, "5 s"],
    [61_000, "65 s"],
    [95_000, "2 min"],
    [24 * 60_000, "24 min"],
  ])("%d as %s", (milliseconds, said) => {
    expect(formatDuration(milliseconds)).toBe(said);
  });
});

describe("a ratio is told", () => {
  it.each<[ratio: number, said: string]>([
    [0.8333, "0.83x"],
    [1, "1.00x"],
    [11.06, "11x"],
    [0.0049, "0.005x"],
    [0, "0.00x"],
  ])("%d as %s", (ratio, said) => {
    expect(formatRatio(ratio)).toBe(said);
  });
});
