import { compare, difference, judge, ratio, spreadOf, type Figure } from "../../../bench/lib/figures";
import type { Budget } from "../../../bench/lib/suite";

const figure = (subject: string, values: number[]): Figure => ({
  measure: "create",
  size: 1000,
  subject,
  unit: "ms",
  values,
});

describe("the median", () => {
  it.each<[sentence: string, values: number[], expected: number]>([
    ["of one is that one", [7], 7],
    ["of an odd number is the one in the middle, whatever their order", [9, 1, 5], 5],
    ["of an even number is the mean of the two in the middle", [4, 1, 100, 2], 3],
    ["goes by number, not by text", [10, 9, 100], 10],
  ])("%s", (_, values, expected) => {
    const before = [...values];
    expect(spreadOf(values)).toEqual({ median: expected, least: Math.min(...before), most: Math.max(...before) });
    expect(values).toEqual(before);
  });

  it("of no values is an error", () => {
    expect(() => spreadOf([])).toThrow(RangeError);
  });
});

describe("a comparison", () => {
  it("is made round by round: a slow round that hits both subjects alike moves no ratio", () => {
    expect(compare(figure("sdk", [90, 900, 99]), figure("bare", [100, 1000, 100]), ratio)).toEqual({
      ...{ median: 0.9, least: 0.9, most: 0.99 },
    });
    expect(compare(figure("sdk", [120, 900]), figure("bare", [100, 1000]), difference)).toMatchObject({ median: -40 });
  });

  it("takes no notice of a round in which one of them is missing", () => {
    expect(compare(figure("sdk", [50, 75, 1]), figure("bare", [100, 100]), ratio)).toMatchObject({
      least: 0.5,
      most: 0.75,
    });
  });

  it("is none with nothing, and none with 0", () => {
    expect(compare(figure("sdk", [1]), undefined, ratio)).toBeUndefined();
    expect(compare(figure("sdk", [1]), figure("bare", [0]), ratio)).toBeUndefined();
  });
});

describe("a budget", () => {
  const budget = (rest: Partial<Budget>): Budget => ({
    ...{ measure: "create", size: 1000, ours: "sdk", atMost: 1.1, promise: "as fast" },
    ...rest,
  });

  it.each<[outcome: string, sentence: string, rest: Partial<Budget>, ours: number[], bare: number[]]>([
    ["held", "whose ratio is what it allows", { against: "bare", atMost: 1.5 }, [150], [100]],
    ["missed", "whose ratio is above it in every round", { against: "bare" }, [120, 115], [100, 100]],
    ["held", "of a difference, ours being less", { against: "bare", compare: "difference", atMost: 0 }, [90], [100]],
    ["missed", "of a difference", { against: "bare", compare: "difference", atMost: 50 }, [151], [100]],
    ["held", "of a value, whatever the other's", { atMost: 1200 }, [1100, 1200], [1, 1]],
    ["missed", "of a value that is 0", { atMost: 0 }, [1], [1]],
    ["inconclusive", "of a value that is above it in one round", { atMost: 5 }, [4, 6], [1, 1]],
    ["not measured", "of another size", { size: 10, against: "bare" }, [1], [1]],
    ["not measured", "of another subject", { ours: "summary" }, [1], [1]],
    ["not measured", "against a subject that did not run", { against: "other" }, [1], [1]],
  ])("is %s: %s", (outcome, _, rest, ours, bare) => {
    const verdict = judge(budget(rest), [figure("sdk", ours), figure("bare", bare)]);
    expect(verdict.outcome).toBe(outcome);
    expect(verdict.quantity === undefined).toBe(outcome === "not measured");
  });
});
