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

/** Reads a command line. Throws for anything that it does not know. */
export function readCommandLine(args: readonly string[], names: readonly string[]): Settings {
  const text = { type: "string" } as const;
  const options = { rounds: text, sizes: text, help: { type: "boolean", default: false, short: "h" } } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const unknown = positionals.find((word) => word !== "quick" && !names.includes(word));
  if (unknown !== undefined) {
    throw new Error(`"${unknown}" is neither quick nor a suite (${names.join(", ")})`);
  }
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  const sizes = values.sizes?.split(",").map(Number);
  if (![rounds ?? 1, ...(sizes ?? [])].every((count) => Number.isInteger(count) && count > 0)) {
    throw new Error("--rounds and --sizes take whole numbers from 1 on");
  }
  const named = names.filter((name) => positionals.includes(name));
  const chosen = named.length > 0 ? named : [...names];
  return { quick: positionals.includes("quick"), suites: chosen, rounds, sizes, help: values.help };
}
