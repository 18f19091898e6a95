import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { hashOf, ownFolder, replaceFolder } from "./folders.mjs";
import { inClone, root } from "./paths.mjs";
import { run, succeed } from "./processes.mjs";
import { step } from "./progress.mjs";

/** What dist/ was built from, in dist/ itself. */
const stamp = "built-from";

/** One hash over what is compiled, and what with: the folders that tsconfig.build.json includes, of bench/ the sources alone. */
function sources() {
  const settings = ["tsconfig.json", "tsconfig.build.json", "package-lock.json"];
  const { include } = JSON.parse(readFileSync(inClone("tsconfig.build.json"), "utf8"));
  const files = include.flatMap((folder) =>
    readdirSync(inClone(folder), { recursive: true })
      .filter((file) => file.endsWith(".ts") && !file.includes("node_modules"))
      .map((file) => path.join(folder, file)),
  );
  return hashOf([...settings, ...files.sort()]);
}

/** Whether dist/ was built from the sources as they are now. */
export function buildIsCurrent() {
  const file = inClone("dist", stamp);
  return existsSync(file) && readFileSync(file, "utf8") === sources();
}

/** Builds dist/ anew, aside, and puts it in place whole: a source that was removed does not live on in the package. */
export async function build() {
  const aside = path.join(ownFolder(), "dist");
  const built = sources();
  const compiler = inClone("node_modules", "typescript", "bin", "tsc");
  const args = [compiler, "-p", "tsconfig.build.json", "--outDir", aside];
  await step("building", () => succeed("tsc", run(process.execPath, args, { cwd: root })));
  writeFileSync(path.join(aside, stamp), built);
  replaceFolder(aside, inClone("dist"));
}
