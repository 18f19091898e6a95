import { formatTerms, judge } from "../../../bench/lib/budgets";
import { figuresOf } from "../../../bench/lib/figures";
import type { Budget, Unit } from "../../../bench/lib/samples";

/** What was measured: ours and the other's medians, in a unit. */
const measured = (ours: number, other: number, unit: Unit = "ms") =>
  figuresOf([
    { measure: "create", contender: "sdk", size: 1000, unit, value: ours },
    { measure: "create", contender: "bare", size: 1000, unit, value: other },
  ]);

const budget = (rest: Partial<Budget>): Budget => ({
  measure: "create",
  size: 1000,
  ours: "sdk",
  atMost: 1.1,
  promise: "as fast",
  ...rest,
});

describe("a budget", () => {
  it.each<[sentence: string, rest: Partial<Budget>, ours: number, other: number, quantity: number, held: boolean]>([
    ["of a ratio is held below it", { against: "bare" }, 105, 100, 1.05, true],
    ["of a ratio is held at it", { against: "bare", atMost: 1.5 }, 150, 100, 1.5, true],
    ["of a ratio is broken above it", { against: "bare" }, 120, 100, 1.2, false],
    ["of a difference is held where ours is less", { against: "bare", compare: "difference" }, 90, 100, -10, true],
    ["of a difference is broken", { against: "bare", compare: "difference", atMost: 50 }, 151, 100, 51, false],
    ["of a value takes no notice of the other", { atMost: 1200 }, 1100, 1, 1100, true],
    ["of a value is broken", { atMost: 0 }, 1, 1, 1, false],
  ])("%s", (_, rest, ours, other, quantity, held) => {
    expect(judge(budget(rest), measured(ours, other))).toMatchObject({ measured: quantity, held, unit: "ms" });
  });

  it.each<[sentence: string, rest: Partial<Budget>]>([
    ["its size", { size: 10, against: "bare" }],
    ["its contender", { ours: "summary" }],
    ["what it is held against", { against: "other" }],
  ])("is neither held nor broken where %s was not measured", (_, rest) => {
    const verdict = judge(budget(rest), measured(1, 1));
    expect(verdict).not.toHaveProperty("held");
    expect(verdict).not.toHaveProperty("measured");
  });
});

describe("what is measured and allowed is told", () => {
  it.each<[sentence: string, rest: Partial<Budget>, unit: Unit, quantity: number, said: string]>([
    ["as a ratio", { against: "bare" }, "ms", 1.048, "1.05x"],
    ["as a difference with its sign", { against: "bare", compare: "difference" }, "ms", 50, "+50 ms"],
    ["as a difference below zero", { against: "bare", compare: "difference" }, "ms", -12, "-12 ms"],
    ["as a value", {}, "bytes", 1200, "1,200 B"],
    ["as a count", {}, "requests", 0, "0"],
  ])("%s", (_, rest, unit, quantity, said) => {
    expect(formatTerms({ ...budget(rest), unit }, quantity)).toBe(said);
  });
});
