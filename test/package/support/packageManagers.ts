import path from "node:path";
import { ROOT } from "../../support/dynamicProvider";
import { fetched, npmCommand, run, succeed } from "../../support/scripts";

/** Runs a package manager in a folder and gives what it printed; fails with that when it fails, or takes longer than a test may. */
export type PackageManager = (args: string[], folder: string) => Promise<string>;

async function printed([command, args]: [string, string[]], cwd: string, environment = {}): Promise<string> {
  const env = { ...process.env, ...environment };
  const done = run(command, args, { cwd, env, until: AbortSignal.timeout(450_000) });
  return (await succeed(args.join(" "), done)).stdout;
}

/** npm, as the scripts find it. It shares the clone's cache; the caller's registry counts. */
export const npm: PackageManager = ([command = "", ...args], folder) => printed(npmCommand(command, ...args), folder);

/** pnpm, which keeps its store, caches and state in the clone's cache; the caller's registry counts. */
export const pnpm: PackageManager = (args, folder) => {
  const home = path.join(ROOT, ".cache/pnpm");
  const homes = { XDG_CACHE_HOME: home, XDG_DATA_HOME: home, XDG_STATE_HOME: home };
  // In CI pnpm would refuse to install what a test has just added.
  const flags = ["--no-frozen-lockfile", `--store-dir=${path.join(home, "store")}`];
  return printed(fetched("pnpm", "pnpm", ...args, ...flags), folder, homes);
};
