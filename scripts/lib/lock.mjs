import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

import { cacheFolder } from "./paths.mjs";
import { say } from "./progress.mjs";

/** Who holds a lock, and when it last gave a sign of life; both empty where nobody does. */
function look(file) {
  try {
    return { holder: readFileSync(file, "utf8"), beat: statSync(file).mtimeMs };
  } catch {
    return { holder: "", beat: 0 };
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

/**
 * Removes the lock of a holder that is gone. A rename works for one process alone, but may take the lock of who was quicker, and holds it by now: that
 * one is put back.
 */
function breakLock(file, holder) {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (look(aside).holder === holder) {
      say(`taking over from ${nameOf(holder)}, which held ${file} and has not been heard of for a while`);
    } else {
      linkSync(aside, file);
    }
  } catch {
    // It is out of the way.
  }
  rmSync(aside, { force: true });
}

const nameOf = (holder) => `the setup of ${holder.replace(/, [^,]*$/, "") || "another process"}`;

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
  const isMine = () => look(file).holder === me;
  mkdirSync(path.dirname(file), { recursive: true });
  let [seen, silence, looked] = ["", 0, now()];
  while (!take(file, me)) {
    const { holder, beat } = look(file);
    if (seen === "") {
      say(`waiting for ${nameOf(holder)}…`);
    }
    const [sign, time] = [`${holder} ${beat}`, now()];
    // By this process's clock alone: another machine's may differ. However long it slept between two looks, that counts for little: the holder may
    // have slept, too.
    silence = seen === sign ? silence + Math.min(time - looked, patience / 5) : 0;
    [seen, looked] = [sign, time];
    if (silence > patience) {
      breakLock(file, holder);
    }
    await sleep(Math.min(200, every));
  }
  const timer = setInterval(() => isMine() && utimesSync(file, new Date(), new Date()), every);
  const giveBack = () => isMine() && rmSync(file, { force: true });
  process.once("exit", giveBack);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.off("exit", giveBack);
    giveBack();
  }
}
