import { figureOf, figuresOf, median } from "../../../bench/lib/figures";
import type { Sample } from "../../../bench/lib/samples";

describe("the median", () => {
  it.each<[sentence: string, values: number[], expected: number]>([
    ["of one is that one", [7], 7],
    ["of an odd number is the one in the middle, whatever their order", [9, 1, 5], 5],
    ["of an even number is the mean of the two in the middle", [4, 1, 100, 2], 3],
    ["goes by number, not by text", [10, 9, 100], 10],
    ["takes no notice of one that is far off", [1, 1, 1, 1, 1000], 1],
  ])("%s", (_, values, expected) => {
    const before = [...values];
    expect(median(values)).toBe(expected);
    expect(values).toEqual(before);
  });

  it("of none is an error", () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe("the figures", () => {
  const sample = (contender: string, size: number, value: number, measure = "create"): Sample => ({
    measure,
    contender,
    size,
    unit: "ms",
    value,
  });
  const figures = figuresOf([
    sample("bare", 10, 5),
    sample("ours", 10, 3),
    sample("ours", 10, 9),
    sample("bare", 10, 6),
    sample("ours", 100, 30),
    sample("ours", 10, 4),
    sample("ours", 10, 1, "preview"),
  ]);

  it("gather what one contender did in one measure at one size, in the order of the rounds", () => {
    expect(figureOf(figures, { measure: "create", size: 10, contender: "ours" })).toEqual({
      measure: "create",
      contender: "ours",
      size: 10,
      unit: "ms",
      values: [3, 9, 4],
      median: 4,
      least: 3,
      most: 9,
    });
    expect(figures.map(({ measure, size, contender }) => `${measure} ${size} ${contender}`)).toEqual([
      "create 10 bare",
      "create 10 ours",
      "create 100 ours",
      "preview 10 ours",
    ]);
  });

  it("are absent for what was not measured", () => {
    expect(figureOf(figures, { measure: "create", size: 100, contender: "bare" })).toBeUndefined();
  });
});
