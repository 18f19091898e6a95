import type { Sample } from "./samples";

/** All single figures of one contender in one measure at one size, and what they come to. */
export interface Figure extends Omit<Sample, "value"> {
  /** In the order of the rounds. */
  values: number[];
  median: number;
  least: number;
  most: number;
}

/** The middle one; the mean of the two in the middle of an even number. Throws a RangeError where there is none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half];
  if (upper === undefined) throw new RangeError("there is no median of no figures");
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
}

/** Gathers samples by measure, size and contender, each in the order in which it first came. */
export function figuresOf(samples: readonly Sample[]): Figure[] {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = JSON.stringify([sample.measure, sample.size, sample.contender, sample.unit]);
    const group = groups.get(key);
    if (group) group.push(sample);
    else groups.set(key, [sample]);
  }
  return [...groups.values()].map((group) => {
    const values = group.map(({ value }) => value);
    const { measure, contender, size, unit } = group[0] as Sample;
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return { measure, contender, size, unit, values, median: median(values), least, most };
  });
}

/** The figure of a contender; undefined where it was not measured. */
export function figureOf(
  figures: readonly Figure[],
  { measure, size, contender }: Pick<Figure, "measure" | "size" | "contender">,
): Figure | undefined {
  return figures.find((each) => each.measure === measure && each.size === size && each.contender === contender);
}
