import { parseArgs } from "node:util";

/** What `npm run bench` is to do. */
export interface Settings {
  quick: boolean;
  /** Names of the suites to run, in the order of the list; all where none was named. */
  suites: string[];
  /** Rounds of each measure, in place of the suites' own. */
  rounds?: number;
  /** Sizes, in place of the suites' own. */
  sizes?: number[];
  help: boolean;
}

/** A command line that cannot be followed; the message is one line for the user. */
export class UsageError extends Error {}

/** What `--help` prints. */
export function help(names: readonly string[]): string {
  return `Measures side by side, and writes tables to bench/results/.

  npm run bench                        everything
  npm run bench -- quick               everything, small: shows that all works, and measures nothing
  npm run bench -- SUITE...            these suites: ${names.join(", ")}
  npm run bench -- --rounds N          so many rounds, in place of the suites' own
  npm run bench -- --sizes A,B         these sizes, in place of the suites' own
  npm run bench -- --help              prints this

What quick, --rounds or --sizes measures goes to .cache/bench/results/. The exit code is 1 when a budget was missed, or not measured.`;
}

/** Reads a command line. Throws a UsageError for anything that it does not know. */
export function readCommandLine(args: readonly string[], names: readonly string[]): Settings {
  const { values, positionals } = parse(args);
  const unknown = positionals.find((word) => word !== "quick" && !names.includes(word));
  if (unknown !== undefined) {
    throw new UsageError(`"${unknown}" is neither quick nor a suite (${names.join(", ")})`);
  }
  const named = names.filter((name) => positionals.includes(name));
  return {
    quick: positionals.includes("quick"),
    suites: named.length > 0 ? named : [...names],
    rounds: values.rounds === undefined ? undefined : count("rounds", values.rounds, 1000),
    sizes: values.sizes?.split(",").map((size) => count("sizes", size.trim(), 10_000_000)),
    help: values.help,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        rounds: { type: "string" },
        sizes: { type: "string" },
        help: { type: "boolean", default: false, short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message.split(/[.\n] ?/)[0]);
  }
}

function count(flag: string, text: string, most: number): number {
  if (/^[1-9]\d*$/.test(text) && Number(text) <= most) {
    return Number(text);
  }
  throw new UsageError(`--${flag} takes whole numbers from 1 to ${most}, not ${JSON.stringify(text)}`);
}
