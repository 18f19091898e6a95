import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";

import { cacheFolder, root } from "./paths.mjs";
import { isAlive } from "./processes.mjs";

const made = new Set();

/**
 * A folder for this process alone, made in `parent` and the same at each call. It is gone when the process ends, however it was interrupted;
 * what processes left that were killed is removed by the next one.
 */
export function ownFolder(parent = path.join(cacheFolder, "tmp"), prefix = "") {
  const start = `${prefix}${hostname()}.`;
  const folder = path.join(parent, `${start}${process.pid}`);
  if (!made.has(folder)) {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(parent).filter((each) => each.startsWith(start))) {
      const pid = Number(name.slice(start.length));
      if (pid > 0 && !isAlive(pid)) {
        rmSync(path.join(parent, name), { recursive: true, force: true });
      }
    }
    process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    made.add(folder);
  }
  return folder;
}

/** What makes programs put their temporary files into a folder, which is made if need be. */
export function temporaryIn(folder) {
  mkdirSync(folder, { recursive: true });
  return { TMPDIR: folder, TMP: folder, TEMP: folder };
}

/** Puts a folder that is complete in the place of another: a program that runs meanwhile never finds half of it. */
export function replaceFolder(whole, target) {
  const replaced = `${whole}.replaced`;
  mkdirSync(path.dirname(target), { recursive: true });
  if (existsSync(target)) {
    renameSync(target, replaced);
  }
  renameSync(whole, target);
  rmSync(replaced, { recursive: true, force: true });
}

/** How many bytes there are below a folder, while others write there. */
export function bytesIn(folder) {
  let bytes = 0;
  try {
    for (const name of readdirSync(folder, { recursive: true })) {
      bytes += statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
    }
  } catch {
    // A folder that was removed meanwhile.
  }
  return bytes;
}

/** One hash over the names and contents of files of the clone, given from its top folder on. */
export function hashOf(files) {
  const hash = createHash("sha256");
  for (const part of files.flatMap((file) => [file, readFileSync(path.join(root, file))])) {
    hash.update(part).update("\0");
  }
  return hash.digest("hex");
}
