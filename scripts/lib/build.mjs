import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { isPackedAsIs, layOut } from "../../emulator/packaging/layOut.mjs";
import { hashOf, ownFolder, replaceFolder } from "./folders.mjs";
import { inClone, root } from "./paths.mjs";
import { run, succeed } from "./processes.mjs";
import { step } from "./progress.mjs";

/** What dist/ was built from, in dist/ itself. */
const stamp = "built-from";

/** Whether a file, by its path from the clone's top folder, makes a part of what is built. */
const isSource = (file) =>
  file.endsWith(".ts") ||
  /^emulator[\\/](packaging[\\/]|package\.json$)/.test(file) ||
  isPackedAsIs(path.relative("emulator", file));

/** One hash over what is compiled, and what with: the folders that tsconfig.build.json includes, of bench/ the sources alone. */
function sources() {
  const settings = ["tsconfig.json", "tsconfig.build.json", "tsconfig.package.json", "package-lock.json", "LICENSE"];
  const { include } = JSON.parse(readFileSync(inClone("tsconfig.build.json"), "utf8"));
  const files = include.flatMap((folder) =>
    readdirSync(inClone(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(path.relative(root, entry.parentPath), entry.name))
      .filter((file) => isSource(file) && !file.includes("node_modules")),
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
  const compile = (project, target) =>
    succeed("tsc", run(process.execPath, [compiler, "-p", project, "--outDir", target], { cwd: root }));
  // The comments stay in the declarations, which editors show, and leave the code, which is downloaded and loaded. So do helpers for the
  // default imports of CommonJS modules, which it has none of.
  const code = `${aside}.package`;
  const both = () => Promise.all([compile("tsconfig.build.json", aside), compile("tsconfig.package.json", code)]);
  await step("building", both);
  cpSync(code, aside, { recursive: true });
  rmSync(code, { recursive: true });
  layOut(path.join(aside, "emulator"));
  writeFileSync(path.join(aside, stamp), built);
  replaceFolder(aside, inClone("dist"));
}
