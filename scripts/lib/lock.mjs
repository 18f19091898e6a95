import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

import { cacheFolder } from "./paths.mjs";
import { duration, say } from "./progress.mjs";

/** Who holds a lock, and when it last gave a sign of life; undefined where nobody does. */
function look(file) {
  try {
    return { holder: readFileSync(file, "utf8"), beat: statSync(file).mtimeMs };
  } catch {
    return undefined;
  }
}

function take(file, me) {
  try {
    writeFileSync(file, me, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") {
      return false;
    }
    throw error;
  }
}

function beat(file, me) {
  if (look(file)?.holder === me) {
    utimesSync(file, new Date(), new Date());
  }
}

function giveBack(file, me) {
  if (look(file)?.holder === me) {
    rmSync(file, { force: true });
  }
}

/**
 * Removes the lock of a holder that is gone. A rename works for one process alone, but may take the lock of who was quicker, and holds it by now: that
 * one is put back.
 */
function breakLock(file, holder, aside) {
  try {
    renameSync(file, aside);
    if ((look(aside)?.holder ?? "") === holder) {
      say(`taking over from ${name(holder)}, which held ${file} and has not been heard of for a while`);
    } else {
      linkSync(aside, file);
    }
  } catch {
    // It is out of the way.
  }
  rmSync(aside, { recursive: true, force: true });
}

const name = (holder) => `the setup of ${holder.replace(/, [^,]*$/, "") || "another process"}`;

/**
 * Runs `work` while no other command of this clone runs its own, in other containers neither. The lock is a file that is touched every second
 * while it is held. It is given back when `work` ends or this process is interrupted; who waits takes it over from a holder that is silent.
 *
 * @param {() => Promise<T>} work
 * @param {{ file?: string, every?: number, patience?: number, now?: () => number }} options milliseconds between two signs of life, and without one
 * @returns {Promise<T>}
 * @template T
 */
export async function withLock(
  work,
  { file = path.join(cacheFolder, "lock"), every = 1000, patience = 10_000, now = () => performance.now() } = {},
) {
  const me = `process ${process.pid} on ${hostname()}, ${randomUUID()}`;
  mkdirSync(path.dirname(file), { recursive: true });
  const start = now();
  let [seen, silence, looked, told] = ["", 0, start, start];
  while (!take(file, me)) {
    const { holder = "", beat: last } = look(file) ?? {};
    const [sign, time] = [`${holder} ${last}`, now()];
    // By this process's clock alone: another machine's may differ. However long it slept between two looks, that counts for little: the holder may
    // have slept, too.
    silence = seen === sign ? silence + Math.min(time - looked, patience / 5) : 0;
    [seen, looked] = [sign, time];
    if (silence > patience) {
      breakLock(file, holder, `${file}.${randomUUID()}`);
    }
    if (time - told > 10_000) {
      told = time;
      say(`waiting for ${name(holder)}… ${duration(told - start)}`);
    }
    await sleep(Math.min(200, every));
  }
  const timer = setInterval(() => beat(file, me), every);
  const atExit = () => giveBack(file, me);
  process.once("exit", atExit);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.off("exit", atExit);
    giveBack(file, me);
  }
}
