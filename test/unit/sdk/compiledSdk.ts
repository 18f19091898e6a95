import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { transformFileSync } from "@swc/core";

const root = join(__dirname, "../../..");

/** A new folder with the SDK compiled in `sdk/`, what it shares in `common/`, and no provider beside it: for what Jest's own module system would hide. */
export function compiledSdk(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "compiled-sdk-")));
  cpSync(join(root, "package.json"), join(home, "package.json"));
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
  const sources = ["common", "sdk"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  for (const source of sources.filter((file) => file.endsWith(".ts"))) {
    const target = join(home, source.replace(/\.ts$/, ".js"));
    const { code } = transformFileSync(join(root, source), {
      swcrc: false,
      jsc: { parser: { syntax: "typescript" }, target: "es2022" },
      module: { type: "commonjs" },
    });
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
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
