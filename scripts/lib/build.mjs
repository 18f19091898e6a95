import { existsSync, rmSync } from "node:fs";

import { Failure } from "./failure.mjs";
import { inClone, root } from "./paths.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";
import { hashOf, readStamp, removeStamp, writeStamp } from "./stamps.mjs";

const stamp = "build";
const sources = ["sdk", "provider", "emulator", "bench", "tsconfig.json", "tsconfig.build.json", "package-lock.json"];

/** Whether dist/ was built from the sources as they are now. */
export function buildIsCurrent() {
  return existsSync(inClone("dist")) && readStamp(stamp)?.sources === hashOf(sources);
}

/** Builds dist/ anew. What was there goes first: a source that was removed must not live on in the package. */
export async function build() {
  removeStamp(stamp);
  const built = hashOf(sources);
  rmSync(inClone("dist"), { recursive: true, force: true });
  await step("building", async () => {
    const compiler = inClone("node_modules", "typescript", "bin", "tsc");
    const { code, output } = await run(process.execPath, [compiler, "-p", "tsconfig.build.json"], { cwd: root });
    if (code !== 0) throw new Failure(`${output}The sources do not compile; what the compiler says is above.`);
  });
  writeStamp(stamp, { sources: built });
}
