import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

import { Failure } from "./failure.mjs";
import { say } from "./progress.mjs";

const isWindows = process.platform === "win32";
const running = new Set();
let stopping = false;

/**
 * What a command did. Its exit code is 127 where it could not be started, 128 + the number of the signal that ended it; `output` is both streams in the order in
 * which they came.
 *
 * @typedef {{ code: number, stdout: string, stderr: string, output: string, milliseconds: number }} Result
 *
 * @typedef {object} Options of a command
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [show] its output goes to ours (it sees our terminal) instead of into the result
 * @property {AbortSignal} [until] stops it when aborted
 */

/**
 * Starts a command, with no input. It leads a process group of its own, so that a Ctrl-C in the terminal reaches it once, by
 * {@link onInterrupt}, and a test can interrupt it alone.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Options} options
 * @returns {{ child: import("node:child_process").ChildProcess, done: Promise<Result> }} `done` never rejects
 */
export function start(command, args, { cwd, env = process.env, show = false, until } = {}) {
  const begin = performance.now();
  const result = { code: 1, stdout: "", stderr: "", output: "", milliseconds: 0 };
  const stream = show ? "inherit" : "pipe";
  const child = spawn(command, args, { cwd, env, detached: !isWindows, stdio: ["ignore", stream, stream] });
  running.add(child);
  for (const name of show ? [] : ["stdout", "stderr"]) {
    child[name].setEncoding("utf8").on("data", (text) => {
      result[name] += text;
      result.output += text;
    });
  }
  const done = new Promise((resolve) => {
    const abort = () => void stop(child);
    until?.addEventListener("abort", abort);
    const end = (code, message = "") => {
      until?.removeEventListener("abort", abort);
      running.delete(child);
      // Who waits for it is about to be interrupted, and has nothing to say about it.
      if (stopping) {
        return;
      }
      const milliseconds = performance.now() - begin;
      resolve({ ...result, code, milliseconds, stderr: result.stderr + message, output: result.output + message });
    };
    child.on("error", (error) => end(127, `${error.message}\n`));
    child.on("close", (code, signal) => end(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
  return { child, done };
}

/** Runs a command to its end: {@link start} without the process. */
export const run = (command, args, options) => start(command, args, options).done;

/**
 * What a command of some name did, once it is done; rejects with all that it printed where that is not success.
 *
 * @type {(name: string, done: Promise<Result>) => Promise<Result>}
 */
export async function succeed(name, done) {
  const result = await done;
  if (result.code !== 0) {
    throw new Failure(`${result.output}"${name}" ended with exit code ${result.code}; its output is above.`);
  }
  return result;
}

/** The ids of a process and of all that descend from it. The CLI puts its plugins into groups of their own, so that a group is not enough. */
function processTree(pid) {
  // Not every system has it. What is asked to end ends what it started itself, where it can.
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8", timeout: 10_000 });
  const pairs = (stdout ?? "").split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const members = [pid];
  for (const member of members) {
    members.push(...pairs.filter(([, parent]) => parent === member).map(([id]) => id));
  }
  return members;
}

/** Whether a process of this id is there. */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already, which is what we want.
  }
}

/**
 * Ends a command that {@link start} started, and all that it started: asks it with the signals, one after the other and each with five seconds to
 * obey, then kills what is left of all.
 */
export async function stop(child, signals = ["SIGTERM"]) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  if (isWindows) {
    spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
    return;
  }
  const members = processTree(child.pid);
  for (const name of signals) {
    signal(-child.pid, name);
    for (let waited = 0; waited < 5000 && isAlive(child.pid); waited += 50) {
      await sleep(50);
    }
  }
  for (const pid of members) {
    signal(pid, "SIGKILL");
  }
}

/**
 * From now on an interruption (Ctrl-C, a termination, a closed terminal or pipe) stops all commands and ends this process with 128 + the
 * signal's number: what must not stay behind is removed on the process's `exit`. Further interruptions change nothing: npm passes on a Ctrl-C
 * that its child has seen already.
 *
 * @returns {() => void} leaves it to the process's own listeners for SIGTERM how it ends, once there are any
 */
export function onInterrupt() {
  let isHandedOver = false;
  const interrupted = async (name) => {
    if (stopping) {
      return;
    }
    stopping = true;
    if (isHandedOver && process.listenerCount("SIGTERM") > 1) {
      process.emit("SIGTERM");
      return;
    }
    if (name !== "SIGPIPE") {
      say("stopping…");
    }
    await Promise.all([...running].map((child) => stop(child, ["SIGINT", "SIGTERM"])));
    process.exit(128 + constants.signals[name]);
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(name, () => void interrupted(name));
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", () => void interrupted("SIGPIPE"));
  }
  // A termination of npm ends the shell between it and us, which hands nothing on: then we have another parent.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event !== undefined && !isWindows) {
    setInterval(() => process.ppid === parent || void interrupted("SIGTERM"), 500).unref();
  }
  return () => {
    isHandedOver = true;
  };
}
