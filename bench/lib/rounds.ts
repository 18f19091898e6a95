import { formatCount, formatDuration, formatValue } from "./format";
import { Remaining } from "./remaining";
import type { Bench, Plan, Sample } from "./samples";

/** One figure of the contender whose turn it is. */
export type Measured = Pick<Sample, "measure" | "unit" | "value">;

/** What contenders do in turn, at one size. */
export interface Contest {
  /** For the progress: `1,000 groups`. */
  title: string;
  size: number;
  contenders: readonly string[];
  rounds: number;
  /** About how many seconds a turn takes on two cores: the estimate of what remains, until turns have been measured. */
  seconds: number;
  /** One contender's turn. It tells the figures as they come; those told at once are one line of progress. */
  turn(contender: string, tell: (...figures: Measured[]) => void): Promise<void>;
}

/** The same contest at several sizes. */
export interface SizedContest {
  /** The sizes of a whole run and of a quick one, where the command line names none. */
  sizes: Record<"full" | "quick", readonly number[]>;
  /** From this size on a turn takes minutes, so that there are half as many rounds. */
  large?: number;
  contenders: readonly string[];
  /** As {@link Contest.seconds}, at a size. */
  seconds(size: number): number;
  turn(size: number, contender: string, tell: (...figures: Measured[]) => void): Promise<void>;
}

/** One contest for each size that the plan asks for. */
export function contestsBySize({ quick, rounds, sizes }: Plan, contest: SizedContest): Contest[] {
  const { large = Infinity, contenders, seconds, turn } = contest;
  return (sizes ?? contest.sizes[quick ? "quick" : "full"]).map((size) => ({
    title: `${formatCount(size)} groups`,
    size,
    contenders,
    rounds: size < large ? rounds : Math.ceil(rounds / 2),
    seconds: seconds(size),
    turn: (contender, tell) => turn(size, contender, tell),
  }));
}

/** The contenders of a round, counted from 0: each round begins with another one, so that none is always first. */
export function orderIn(round: number, contenders: readonly string[]): string[] {
  return contenders.map((_, index) => contenders[(index + round) % contenders.length] as string);
}

/** Runs the contests one after the other, all rounds of each, the contenders alternating, and gives every figure. */
export async function runContests(bench: Pick<Bench, "say">, contests: readonly Contest[]): Promise<Sample[]> {
  const turns = contests.flatMap((contest) =>
    Array.from({ length: contest.rounds }, (_, round) =>
      orderIn(round, contest.contenders).map((contender) => ({ contest, round, contender })),
    ).flat(),
  );
  const keyOf = ({ contest, contender }: { contest: Contest; contender: string }) => `${contest.title}, ${contender}`;
  const remaining = new Remaining(turns.map((turn) => ({ key: keyOf(turn), guess: turn.contest.seconds * 1000 })));
  const samples: Sample[] = [];
  for (const { contest, round, contender } of turns) {
    const start = performance.now();
    await contest.turn(contender, (...figures) => {
      samples.push(...figures.map((figure) => ({ ...figure, contender, size: contest.size })));
      const said = figures.map(({ measure, unit, value }) => `${measure} ${formatValue(value, unit)}`).join(", ");
      const left = formatDuration(remaining.milliseconds(performance.now() - start));
      bench.say(
        `${contest.title}, round ${round + 1} of ${contest.rounds}, ${contender}: ${said} (about ${left} to go)`,
      );
    });
    remaining.done(performance.now() - start);
  }
  return samples;
}
