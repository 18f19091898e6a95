import path from "node:path";

import { npmCommand } from "../lib/npm.mjs";
import { root } from "../lib/paths.mjs";
import { run, succeed } from "../lib/processes.mjs";

/**
 * Packs a package whose dist/ is built, as it would be published, and gives the tarball, the paths in it, and how many bytes it has. Folders are from the top
 * of the clone.
 */
export async function pack(folder, target, clone = root) {
  const [command, args] = npmCommand("pack", "--json", "--ignore-scripts", "--loglevel=error");
  const cwd = path.join(clone, folder);
  const { stdout } = await succeed("npm pack", run(command, [...args, "--pack-destination", target], { cwd }));
  const [{ filename, files, size }] = JSON.parse(stdout);
  return { file: path.join(target, filename), files: files.map(({ path: each }) => each), size };
}
