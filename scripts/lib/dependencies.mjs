import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { findNpm } from "./npm.mjs";
import { cacheFolder, inClone, root } from "./paths.mjs";
import { run, succeed } from "./processes.mjs";
import { step } from "./progress.mjs";

/** Says in node_modules for which platform it was installed: some packages are binaries. */
const stamp = inClone("node_modules", ".platform");
const platform = `${process.platform}-${process.arch}`;

/** The packages that a lock file, or npm's record of what it has installed, names; undefined where it is not there. */
function packagesOf(file) {
  try {
    return Object.entries(JSON.parse(readFileSync(file, "utf8")).packages);
  } catch {
    return undefined;
  }
}

/**
 * Whether `npm ci` has nothing to do: node_modules holds what package-lock.json pins, as the record says that npm writes last. So after an
 * `npm install` by hand, too.
 */
export function dependenciesAreCurrent() {
  const installed = new Map(packagesOf(inClone("node_modules", ".package-lock.json")));
  const isThere = ([name, { version, optional }]) =>
    name === "" || optional || installed.get(name)?.version === version;
  if (installed.size === 0 || !packagesOf(inClone("package-lock.json")).every(isThere)) {
    return false;
  }
  if (!existsSync(stamp)) {
    writeFileSync(stamp, platform);
  }
  return readFileSync(stamp, "utf8") === platform;
}

/**
 * Installs what package-lock.json pins. Install scripts of dependencies do not run (.npmrc): three packages have one, and none needs it, since
 * their binaries come as packages of their own.
 */
export async function installDependencies() {
  const { command, first } = findNpm();
  const flags = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const cache = `--cache=${path.join(cacheFolder, "npm")}`;
  const install = () => succeed("npm ci", run(command, [...first, ...flags, cache], { cwd: root }));
  await step("installing npm dependencies", install, { expect: "once, about half a minute" });
  writeFileSync(stamp, platform);
}
