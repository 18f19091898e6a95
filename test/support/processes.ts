import { execFileSync } from "node:child_process";

/** The ids of all processes that descend from `pid`, itself first. */
export function processTree(pid: number): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8", timeout: 10_000 });
  const pairs = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const members = [pid];
  for (const member of members) {
    for (const [child, parent] of pairs) {
      if (parent === member && child !== undefined) {
        members.push(child);
      }
    }
  }
  return members;
}

/** The command line of a process; empty where it is gone. */
export function commandOf(pid: number): string {
  try {
    return execFileSync("ps", ["-p", `${pid}`, "-o", "args="], { encoding: "utf8", timeout: 10_000 }).trim();
  } catch {
    return "";
  }
}

/** Sends a signal to a process, or with 0 asks whether it is there; false where it is not. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
