import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { ownFolder, replaceFolder } from "./folders.mjs";
import { withLock } from "./lock.mjs";
import { findNpm } from "./npm.mjs";
import { cacheFolder, inClone, manifest } from "./paths.mjs";
import { run } from "./processes.mjs";

const PLATFORM = `${process.platform}-${process.arch}`;

/** What the matrix and the benchmark run with, each a package of the npm registry in one version; `file` is what is started of it. */
export const TOOLS = {
  pnpm: { name: "pnpm", version: manifest.devDependencies.pnpm, file: "bin/pnpm.cjs" },
  yarn1: { name: "yarn", version: "1.22.22", file: "bin/yarn.js" },
  yarn4: { name: "@yarnpkg/cli-dist", version: "4.18.1", file: "bin/yarn.js" },
  bun: { name: `@oven/bun-${PLATFORM.replace("arm64", "aarch64")}`, version: "1.4.5", file: "bin/bun" },
  node20: { name: `node-${PLATFORM}`, version: "20.20.2", file: "bin/node" },
  node22: { name: `node-${PLATFORM}`, version: "22.23.3", file: "bin/node" },
  node24: { name: `node-${PLATFORM}`, version: "24.21.0", file: "bin/node" },
  node26: { name: `node-${PLATFORM}`, version: "26.10.0", file: "bin/node" },
};

/** Something cannot run on this machine, which says nothing about the package. */
export class CannotRun extends Error {}

const versionIn = (folder) =>
  existsSync(path.join(folder, "package.json"))
    ? JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")).version
    : undefined;

async function install({ name, version }, target) {
  const folder = path.join(ownFolder(), `${path.basename(target)}-staging`);
  const { command, first } = findNpm();
  const flags = ["--no-save", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const all = [...first, "install", `${name}@${version}`, "--prefix", folder, ...flags];
  const { code, output } = await run(command, [...all, `--cache=${path.join(cacheFolder, "npm")}`], { cwd: inClone() });
  if (code !== 0) {
    throw new CannotRun(`${name} ${version} cannot be installed: ${output.trim().split("\n")[0]}`);
  }
  writeFileSync(path.join(folder, "installed"), version);
  replaceFolder(folder, target);
}

/**
 * The file that starts a tool: of the clone's own dependencies where they have it in that version, else installed into the clone's cache, once.
 *
 * @param {keyof typeof TOOLS} id
 * @throws {CannotRun} where the registry does not give it
 */
export async function toolFile(id) {
  const tool = TOOLS[id];
  if (versionIn(inClone("node_modules", tool.name)) === tool.version) {
    return inClone("node_modules", tool.name, tool.file);
  }
  const folder = path.join(cacheFolder, "registry-tools", `${id}-${tool.version}`);
  if (!existsSync(path.join(folder, "installed"))) {
    await withLock(async () => existsSync(path.join(folder, "installed")) || (await install(tool, folder)));
  }
  return path.join(folder, "node_modules", tool.name, tool.file);
}
