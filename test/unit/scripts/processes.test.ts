import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";

const MODULE = pathToFileURL(path.resolve(__dirname, "../../../scripts/lib/processes.mjs")).href;

/** Runs a command that waits for ever, and whose id is printed. */
const SCRIPT = `
  import { onInterrupt, run } from ${JSON.stringify(MODULE)};
  onInterrupt();
  await run(process.execPath, ["-e", "console.log(process.pid); setInterval(() => {}, 1000)"], { show: true });`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("a command of an npm script ends when npm's shell is terminated", async () => {
  // The second command keeps the shell from becoming the first.
  const shell = spawn("sh", ["-c", '"$0" --input-type=module -e "$1"; true', process.execPath, SCRIPT], {
    env: { ...process.env, npm_lifecycle_event: "emulator" },
  });
  const [data] = (await once(shell.stdout, "data")) as [Buffer];
  const pid = Number(data.toString());
  expect(isAlive(pid)).toBe(true);
  shell.kill("SIGTERM");
  try {
    for (let waited = 0; waited < 5000 && isAlive(pid); waited += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(isAlive(pid)).toBe(false);
  } finally {
    if (isAlive(pid)) {
      process.kill(pid, "SIGKILL");
    }
  }
});
