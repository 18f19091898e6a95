import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

import { cacheFolder, inClone } from "./paths.mjs";

const file = (name) => path.join(cacheFolder, "stamps", `${name}.json`);

/** What {@link writeStamp} remembered under this name; undefined where nothing (readable) is there. */
export function readStamp(name) {
  try {
    return JSON.parse(readFileSync(file(name), "utf8"));
  } catch {
    return undefined;
  }
}

/** Remembers a value under a name, in the clone. */
export function writeStamp(name, value) {
  mkdirSync(path.dirname(file(name)), { recursive: true });
  writeFileSync(file(name), `${JSON.stringify(value, undefined, 2)}\n`);
}

/** Forgets a value: done before work starts, so that half of it never counts as done. */
export function removeStamp(name) {
  rmSync(file(name), { force: true });
}

function files(entry) {
  if (!existsSync(entry)) return [];
  if (statSync(entry).isFile()) return [entry];
  return readdirSync(entry)
    .filter((name) => name !== "node_modules")
    .sort()
    .flatMap((name) => files(path.join(entry, name)));
}

/** One hash over the names and contents of files and folders of the clone; those that are not there count as empty. */
export function hashOf(entries) {
  const hash = createHash("sha256");
  for (const entry of entries.flatMap((name) => files(inClone(name)))) {
    hash.update(path.relative(inClone(), entry)).update("\0").update(readFileSync(entry)).update("\0");
  }
  return hash.digest("hex");
}
