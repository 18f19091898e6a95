import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

import { Failure } from "./failure.mjs";
import { inClone, root } from "./paths.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";
import { hashOf, readStamp, removeStamp, writeStamp } from "./stamps.mjs";

const stamp = "build";
const folders = ["common", "sdk", "provider", "emulator"];
const settings = ["tsconfig.json", "tsconfig.build.json", "package-lock.json"];

/** What is compiled, and what with. Of bench/ the programs alone: its results are written by what is built. */
function sources() {
  const bench = readdirSync(inClone("bench"), { recursive: true }).filter((file) => file.endsWith(".ts"));
  return [...folders, ...bench.sort().map((file) => path.join("bench", file)), ...settings];
}

/** Whether dist/ was built from the sources as they are now. */
export function buildIsCurrent() {
  return existsSync(inClone("dist")) && readStamp(stamp)?.sources === hashOf(sources());
}

/**
 * Builds dist/ anew, aside, and puts it in place whole: a source that was removed does not live on in the package, and
 * a program that runs meanwhile never finds half of it.
 */
export async function build() {
  removeStamp(stamp);
  const built = hashOf(sources());
  const aside = inClone(".cache", `build-${process.pid}`);
  const replaced = `${aside}-replaced`;
  await step("building", async () => {
    const compiler = inClone("node_modules", "typescript", "bin", "tsc");
    const args = [compiler, "-p", "tsconfig.build.json", "--outDir", aside];
    const { code, output } = await run(process.execPath, args, { cwd: root });
    if (code !== 0) throw new Failure(`${output}The sources do not compile; what the compiler says is above.`);
  });
  if (existsSync(inClone("dist"))) renameSync(inClone("dist"), replaced);
  renameSync(aside, inClone("dist"));
  rmSync(replaced, { recursive: true, force: true });
  writeStamp(stamp, { sources: built });
}
