import { execFileSync, type ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** The ids of all processes that descend from `pid`, itself first. */
function family(pid: number): number[] {
  let table = "";
  try {
    table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8", timeout: 10_000 });
  } catch {
    // Not every system has ps. The CLI ends its plugins itself when it is asked to end.
  }
  const pairs = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const members = [pid];
  for (const member of members) {
    for (const [child, parent] of pairs) if (parent === member && child !== undefined) members.push(child);
  }
  return members;
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Asks a command to end, then ends it and all that it started: the CLI puts its plugins into process groups of their own. */
export async function end(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const members = family(pid);
  signal(pid, "SIGINT");
  for (let waited = 0; waited < 5000 && members.some((member) => signal(member, 0)); waited += 50) await sleep(50);
  for (const member of members) signal(member, "SIGKILL");
}
