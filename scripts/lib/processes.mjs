import { execFileSync, spawn } from "node:child_process";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

import { say } from "./progress.mjs";

const running = new Set();
let stopping = false;

/**
 * Runs a command to its end, with no input. It leads a process group of its own, so that {@link stopChildren} reaches what it starts.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, onText?: (text: string) => void, until?: AbortSignal }} options
 *   `show`: its output goes to ours (it sees our terminal) instead of into the result; `onText`: called with each piece of output;
 *   `until`: stops it when aborted
 * @returns {Promise<{ code: number, stdout: string, stderr: string, output: string }>} `code` is 127 where it could not be started, and
 *   128 + the number of the signal that ended it; `output` is both streams in the order in which they came
 */
export function run(command, args, { cwd, env = process.env, show = false, onText, until } = {}) {
  return new Promise((resolve) => {
    const result = { code: 1, stdout: "", stderr: "", output: "" };
    const stream = show ? "inherit" : "pipe";
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", stream, stream] });
    const abort = () => void stop(child, ["SIGTERM"]);
    until?.addEventListener("abort", abort);
    running.add(child);
    for (const name of show ? [] : ["stdout", "stderr"]) {
      child[name].setEncoding("utf8").on("data", (text) => {
        result[name] += text;
        result.output += text;
        onText?.(text);
      });
    }
    const end = (code, message = "") => {
      until?.removeEventListener("abort", abort);
      running.delete(child);
      // Who waits for it is about to be interrupted, and has nothing to say about it.
      if (stopping) return;
      resolve({ ...result, code, stderr: result.stderr + message, output: result.output + message });
    };
    child.on("error", (error) => end(127, `${error.message}\n`));
    child.on("close", (code, signal) => end(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** The ids of all processes that descend from `pid`, itself first. */
function family(pid) {
  let table;
  try {
    table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  } catch {
    return [pid];
  }
  const pairs = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const members = [pid];
  for (const member of members)
    members.push(...pairs.filter(([, parent]) => parent === member).map(([child]) => child));
  return members;
}

/** Whether a process of this id is there. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
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

/** Sends the signals one after the other, each to the child's group and with time to obey, then kills what is left of its family. */
async function stop(child, signals) {
  const members = family(child.pid);
  for (const name of signals) {
    signal(-child.pid, name);
    for (let waited = 0; waited < 5000 && members.some(isAlive); waited += 50) await sleep(50);
  }
  for (const pid of members) signal(pid, "SIGKILL");
}

/** Stops every command that {@link run} started and all that they started (the CLI puts its plugins into groups of their own). */
async function stopChildren() {
  await Promise.all([...running].map((child) => stop(child, ["SIGINT", "SIGTERM"])));
}

/**
 * From now on an interruption (Ctrl-C, a termination, a closed terminal or pipe) stops all commands, runs `cleanUp`, and ends this process
 * with 128 + the signal's number. Under npm the end of the parent is a termination too: npm passes a SIGTERM on to the shell between it and
 * this process, and the shell keeps it to itself. Further ones change nothing: npm passes on a Ctrl-C that its child has seen already.
 */
export function onInterrupt(cleanUp = async () => {}) {
  const interrupted = async (name) => {
    if (stopping) return;
    stopping = true;
    if (name !== "SIGPIPE") say("stopping…");
    await stopChildren();
    await cleanUp();
    process.exit(128 + constants.signals[name]);
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => void interrupted(name));
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => void interrupted("SIGPIPE"));
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) void interrupted("SIGTERM");
    }, 250).unref();
  }
}
