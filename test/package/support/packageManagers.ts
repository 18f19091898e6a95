import { spawnSync } from "node:child_process";
import path from "node:path";
import { ROOT } from "../../support/dynamicProvider";
import { findNpm } from "../../support/scripts";

/** Runs a package manager in a folder and gives what it printed; fails with that when it fails, or takes longer than a test may. */
export type PackageManager = (args: string[], folder: string) => string;

function run(command: string, args: string[], folder: string, env: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 450_000,
    killSignal: "SIGKILL",
  });
  if (status === 0) {
    return stdout;
  }
  throw new Error(`${command} ${args.join(" ")} ended with ${status ?? String(error)}:\n${stdout}\n${stderr}`);
}

/** npm, as the scripts find it. It shares the clone's cache; the caller's registry counts. */
export const npm: PackageManager = (args, folder) => {
  const { command, first } = findNpm();
  return run(command, [...first, ...args, "--cache", path.join(ROOT, ".cache/npm")], folder);
};

/** The clone's own pnpm, which keeps its store, caches and state in the clone's cache; the caller's registry counts. */
export const pnpm: PackageManager = (args, folder) => {
  const home = path.join(ROOT, ".cache/pnpm");
  const homes = { XDG_CACHE_HOME: home, XDG_DATA_HOME: home, XDG_STATE_HOME: home };
  const program = path.join(path.dirname(require.resolve("pnpm")), "bin/pnpm.cjs");
  // In CI pnpm would refuse to install what a test has just added.
  const inCi = args[0] === "install" ? ["--no-frozen-lockfile"] : [];
  return run(process.execPath, [program, ...args, ...inCi, "--store-dir", path.join(home, "store")], folder, homes);
};
