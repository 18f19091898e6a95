import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { processTree, signal } from "../../support/processes";

/** Asks a command to end, then ends it and all that it started: the CLI puts its plugins into process groups of their own. */
export async function end(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const members = processTree(pid);
  signal(pid, "SIGINT");
  for (let waited = 0; waited < 5000 && members.some((member) => signal(member, 0)); waited += 50) await sleep(50);
  for (const member of members) signal(member, "SIGKILL");
}
