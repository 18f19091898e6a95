import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const emulator = path.resolve(fileURLToPath(new URL("..", import.meta.url)));

/** What the package has beside compiled code and package.json, as it is in the source. */
const AS_IT_IS = ["README.md", "page"];

/** What a user of the package has no use for. */
const NOT_PUBLISHED = ["private", "scripts", "devDependencies"];

/** Makes a package of a folder that holds the compiled emulator: `npm pack FOLDER` and `npm publish FOLDER` take it as it is then. */
export function layOut(folder) {
  mkdirSync(folder, { recursive: true });
  const manifest = JSON.parse(readFileSync(path.join(emulator, "package.json"), "utf8"));
  const published = Object.entries(manifest).filter(([name]) => !NOT_PUBLISHED.includes(name));
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(Object.fromEntries(published), null, 2)}\n`);
  copyFileSync(path.join(emulator, "..", "LICENSE"), path.join(folder, "LICENSE"));
  for (const name of AS_IT_IS.filter((each) => existsSync(path.join(emulator, each)))) {
    const filter = (file) => path.basename(file) !== "tsconfig.json";
    cpSync(path.join(emulator, name), path.join(folder, name), { recursive: true, filter });
  }
}
