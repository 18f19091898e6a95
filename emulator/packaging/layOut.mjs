import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const emulator = path.resolve(fileURLToPath(new URL("..", import.meta.url)));

/** What the package has from the clone's own: one version, and one address of the repository. */
const SHARED = ["version", "homepage", "bugs", "repository"];

/** What is said of the sources alone. */
const NOT_PUBLISHED = ["private", "devDependencies"];

/** Whether a file of the emulator's folder, by its path from there, is packed as it is in the source: nothing that a tool leaves beside such files is. */
export const isPackedAsIs = (file) => /^(README\.md|page\/\w+\.(html|css|js))$/.test(file.replaceAll("\\", "/"));

/** Makes a package of a folder that holds the compiled emulator: `npm pack FOLDER` and `npm publish FOLDER` take it as it is then. */
export function layOut(folder) {
  mkdirSync(folder, { recursive: true });
  const read = (file) => JSON.parse(readFileSync(path.join(emulator, file), "utf8"));
  const own = read("package.json");
  const { bin, exports, ...publishConfig } = own.publishConfig;
  const shared = Object.entries(read("../package.json")).filter(([name]) => SHARED.includes(name));
  const all = Object.entries({ ...own, bin, exports, publishConfig, ...Object.fromEntries(shared) });
  const manifest = Object.fromEntries(all.filter(([name]) => !NOT_PUBLISHED.includes(name)));
  if (manifest.repository !== undefined) {
    manifest.repository.directory = "emulator";
  }
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(path.join(emulator, "..", "LICENSE"), path.join(folder, "LICENSE"));
  for (const file of readdirSync(emulator, { recursive: true }).filter(isPackedAsIs)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    copyFileSync(path.join(emulator, file), path.join(folder, file));
  }
}
