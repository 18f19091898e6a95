import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { cacheFolder } from "./paths.mjs";
import { isAlive } from "./processes.mjs";
import { duration, say } from "./progress.mjs";

const folder = path.join(cacheFolder, "lock");

/** Who holds the lock; undefined where nobody does. */
function owner(at = folder) {
  try {
    return JSON.parse(readFileSync(path.join(at, "owner.json"), "utf8"));
  } catch {
    return undefined;
  }
}

const isStale = (holder) => holder?.host === hostname() && !isAlive(holder.pid);

/** Takes the lock, or not, in one step: a folder that already tells its owner is renamed, which fails where the lock is held. */
function take() {
  const mine = `${folder}.${process.pid}`;
  mkdirSync(mine, { recursive: true });
  writeFileSync(path.join(mine, "owner.json"), JSON.stringify({ pid: process.pid, host: hostname() }));
  try {
    renameSync(mine, folder);
    return true;
  } catch {
    rmSync(mine, { recursive: true, force: true });
    return false;
  }
}

/** Removes the lock of a process that died; looks again once it is out of the way, for another process may have taken it just now. */
function breakStale() {
  const aside = `${folder}.stale.${process.pid}`;
  try {
    renameSync(folder, aside);
    if (isStale(owner(aside))) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, folder);
  } catch {
    // Somebody else removed it first.
  }
}

/** Runs `work` while no other command of this clone runs its own; waits for them, and says so. */
export async function withLock(work) {
  const start = Date.now();
  let told = 0;
  while (!take()) {
    const holder = owner();
    if (isStale(holder)) {
      breakStale();
      continue;
    }
    if (Date.now() - told > 10_000) {
      told = Date.now();
      say(`waiting for another setup (process ${holder?.pid ?? "unknown"}, ${folder})… ${duration(told - start)}`);
    }
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
