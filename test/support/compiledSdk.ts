import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(__dirname, "../..");

/** A new folder with the SDK as it is built in `sdk/`, what it shares in `common/`, and no provider beside it: for what Jest's own module system would hide. */
export function compiledSdk(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "compiled-sdk-")));
  cpSync(join(root, "package.json"), join(home, "package.json"));
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
  for (const folder of ["common", "sdk"]) {
    cpSync(join(root, "dist", folder), join(home, folder), { recursive: true });
  }
  return home;
}

/**
 * Runs a script in a Node of its own, in the folder `home`, and gives the JSON that it prints. How it exits does not count:
 * Pulumi makes leaving a deployment half way a failure.
 */
export function runScript(home: string, script: string): unknown {
  const file = join(home, "program.js");
  writeFileSync(file, script);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: home, encoding: "utf8" });
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`the script printed no JSON: ${stdout}\n${stderr}`);
  }
}
