import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { isAlive, ownFolder, run, start, stop, succeed } from "../../support/scripts";

const node = (script: string) => start(process.execPath, ["--eval", script]);

it("a command gives its output, its exit code and its time", async () => {
  const done = run(process.execPath, ["--eval", "console.log(process.env.A); process.exit(3)"], { env: { A: "b" } });
  expect(await done).toMatchObject({ code: 3, stdout: "b\n", milliseconds: expect.any(Number) as number });
  await expect(succeed("node", done)).rejects.toThrow('b\n"node" ended with exit code 3; its output is above.');
});

it("a command that cannot be started has exit code 127, and one that a signal ended 128 and the signal's number", async () => {
  expect(await run("no-such-command", [])).toMatchObject({
    code: 127,
    output: expect.stringContaining("ENOENT") as string,
  });
  expect(await node("process.kill(process.pid, 'SIGTERM')").done).toMatchObject({ code: 143 });
});

it("a command that is stopped takes with it what it started, in another process group too", async () => {
  const script = `
    const { pid } = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "inherit" });
    console.log(String(pid));
    setInterval(() => {}, 1000);`;
  const { child, done } = node(script);
  const started = await new Promise<number>((resolve) => child.stdout?.once("data", (text) => resolve(Number(text))));
  expect(isAlive(started)).toBe(true);
  await stop(child);
  // The output has ended, which what it started holds open, too.
  expect(await done).toMatchObject({ code: 143 });
});

it("a command is stopped when its signal is aborted", async () => {
  const stopper = new AbortController();
  const { child, done } = start(process.execPath, ["--eval", "console.log(1); setInterval(() => {}, 1000)"], {
    until: stopper.signal,
  });
  child.stdout?.once("data", () => stopper.abort());
  expect(await done).toMatchObject({ code: 143 });
});

it("a folder of a process's own is the same at each call, and what a process left that is gone is removed", () => {
  const parent = mkdtempSync(path.join(tmpdir(), "own-folder-"));
  try {
    const kept = [`a-${hostname()}.${process.ppid}`, "a-other.host.999999999"];
    for (const name of [`a-${hostname()}.999999999`, ...kept]) {
      mkdirSync(path.join(parent, name));
    }
    const own = ownFolder(parent, "a-");
    expect(ownFolder(parent, "a-")).toBe(own);
    expect(readdirSync(parent).sort()).toEqual([path.basename(own), ...kept].sort());
  } finally {
    rmSync(parent, { recursive: true });
  }
});
