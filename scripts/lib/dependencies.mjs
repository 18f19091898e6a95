import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { hashOf } from "./folders.mjs";
import { findNpm } from "./npm.mjs";
import { cacheFolder, inClone, root } from "./paths.mjs";
import { run, succeed } from "./processes.mjs";
import { step } from "./progress.mjs";

/** What {@link installDependencies} remembers, in the folder itself: what removes the one removes the other. */
const stamp = inClone("node_modules", ".setup.json");

/** What is installed depends on the lock file and on the platform, some packages being binaries. */
const wanted = () => JSON.stringify({ lock: hashOf(["package-lock.json"]), platform: process.platform + process.arch });

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Whether node_modules holds what package-lock.json pins, as the record says that npm writes last: so after an `npm ci` by hand. */
function asLocked(record) {
  const [locked, installed] = [read(inClone("package-lock.json")), record].map((text) => JSON.parse(text).packages);
  return Object.entries(locked).every(
    ([name, { version, optional }]) => name === "" || optional || installed[name]?.version === version,
  );
}

/** Whether `npm ci` has nothing to do. */
export function dependenciesAreCurrent() {
  const [record, remembered] = [read(inClone("node_modules", ".package-lock.json")), read(stamp)];
  if (record === undefined || remembered !== undefined) {
    return record !== undefined && remembered === wanted();
  }
  if (asLocked(record)) {
    writeFileSync(stamp, wanted());
    return true;
  }
  return false;
}

/**
 * Installs what package-lock.json pins. Install scripts of dependencies do not run (.npmrc): three packages have one, and none needs it, since
 * their binaries come as packages of their own.
 */
export async function installDependencies() {
  const { command, first } = findNpm();
  const flags = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const cache = `--cache=${path.join(cacheFolder, "npm")}`;
  const install = () => succeed("npm ci", run(command, [...first, ...flags, cache], { cwd: root }));
  await step("installing npm dependencies", install, { expect: "once, about half a minute" });
  writeFileSync(stamp, wanted());
}
