import { formatRatio, formatSpread, formatValue } from "../../../bench/lib/format";
import type { Unit } from "../../../bench/lib/suite";

describe("a figure is told", () => {
  it.each<[value: number, unit: Unit, told: string]>([
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
    [1.25, "requests", "1.25"],
    [1234, "modules", "1,234"],
  ])("%d %s as %s", (value, unit, told) => {
    expect(formatValue(value, unit)).toBe(told);
  });

  it("with its range, unless that would be told alike", () => {
    const spread = { median: 1000, least: 950, most: 1200 };
    expect(formatSpread(spread, (value) => formatValue(value, "ms"))).toBe("1 s (950 ms–1.2 s)");
    expect(formatSpread({ ...spread, least: 1000.1, most: 1000.2 }, (value) => formatValue(value, "ms"))).toBe("1 s");
  });
});

describe("a ratio is told", () => {
  it.each<[ratio: number, told: string]>([
    [0.8333, "0.83x"],
    [1, "1.00x"],
    [11.06, "11x"],
    [0.0049, "0.005x"],
    [0, "0.00x"],
  ])("%d as %s", (ratio, told) => {
    expect(formatRatio(ratio)).toBe(told);
  });
});
