import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

import { ownFolder } from "../lib/folders.mjs";
import { findNpm } from "../lib/npm.mjs";
import { cacheFolder } from "../lib/paths.mjs";
import { run, succeed } from "../lib/processes.mjs";

const { command, first } = findNpm();
const quiet = [`--cache=${path.join(cacheFolder, "npm")}`, "--loglevel=error", "--ignore-scripts"];

const npm = (args, cwd) => succeed(`npm ${args[0]}`, run(command, [...first, ...args, ...quiet], { cwd }));

/** How many bytes are in a folder. */
const bytesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);

/** The package as it would be published, packed of a folder whose dist/ is built. */
export class Tarball {
  #folder = mkdtempSync(path.join(ownFolder(), "release-"));
  /** @type {string} */
  file;
  /** Its files, by their paths from the package's top folder. @type {Map<string, string>} */
  files;

  /** Packs. @param {string} folder */
  static async of(folder) {
    const tarball = new Tarball();
    await npm(["pack", "--pack-destination", tarball.#folder], folder);
    const name = readdirSync(tarball.#folder).find((each) => each.endsWith(".tgz"));
    tarball.file = path.join(tarball.#folder, name);
    await succeed("tar", run("tar", ["-xzf", tarball.file, "-C", tarball.#folder]));
    const top = path.join(tarball.#folder, "package");
    const inside = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    tarball.files = new Map(
      inside.map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return [path.relative(top, file).split(path.sep).join("/"), readFileSync(file, "utf8")];
      }),
    );
    return tarball;
  }

  get packedBytes() {
    return statSync(this.file).size;
  }

  /** What it takes in a program that has Pulumi's SDK already: itself, and what it depends on. */
  async installedBytes() {
    const project = path.join(this.#folder, "project");
    mkdirSync(project, { recursive: true });
    writeFileSync(path.join(project, "package.json"), JSON.stringify({ name: "program", private: true }));
    // With the older rules for peers these are not installed.
    const flags = [
      "--legacy-peer-deps",
      "--omit=dev",
      "--no-package-lock",
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
    ];
    await npm(["install", this.file, ...flags], project);
    return bytesIn(path.join(project, "node_modules"));
  }

  remove() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
