import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { Failure } from "./failure.mjs";
import { cacheFolder, inClone, root } from "./paths.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";
import { hashOf, readStamp, removeStamp, writeStamp } from "./stamps.mjs";

const stamp = "dependencies";
const installedFile = inClone("node_modules", ".package-lock.json");

/** What is installed depends on the lock file and on the platform, some packages being binaries. */
const wanted = () => ({ lock: hashOf(["package-lock.json"]), platform: `${process.platform}-${process.arch}` });

/** Whether node_modules holds what package-lock.json pins, as npm's own record in it says: so after an `npm ci` by hand. */
function asLocked() {
  const packages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
  const [locked, installed] = [packages(inClone("package-lock.json")), packages(installedFile)];
  return Object.entries(locked).every(
    ([name, { version, optional }]) => name === "" || optional || installed[name]?.version === version,
  );
}

/**
 * Whether `npm ci` has nothing to do. npm writes its record into node_modules last, so that it tells a whole installation from half of one.
 */
export function dependenciesAreCurrent() {
  if (!existsSync(installedFile)) return false;
  if (JSON.stringify(readStamp(stamp)) === JSON.stringify(wanted())) return true;
  if (readStamp(stamp) !== undefined || !asLocked()) return false;
  writeStamp(stamp, wanted());
  return true;
}

/** npm as this process was started with, else the one on PATH. */
function npm() {
  const caller = process.env.npm_execpath ?? "";
  return path.basename(caller) === "npm-cli.js" ? [process.execPath, [caller]] : ["npm", []];
}

/**
 * Installs what package-lock.json pins. Install scripts of dependencies do not run: three packages have one, and none needs it, since
 * their binaries come as packages of their own.
 */
export async function installDependencies() {
  removeStamp(stamp);
  const cache = path.join(cacheFolder, "npm");
  mkdirSync(cache, { recursive: true });
  const [command, args] = npm();
  const flags = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", `--cache=${cache}`];
  await step(
    "installing npm dependencies",
    async () => {
      const { code, output } = await run(command, [...args, ...flags], { cwd: root });
      if (code !== 0) throw new Failure(`${output}npm ci ended with exit code ${code}; its output is above.`);
    },
    { expect: "once, about half a minute" },
  );
  writeStamp(stamp, wanted());
}
