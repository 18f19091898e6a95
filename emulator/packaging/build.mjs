import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { layOut } from "./layOut.mjs";

// node build.mjs FOLDER: makes the package there, of the emulator alone. The clone's own build makes it in dist/emulator, with all else.

const folder = path.resolve(process.argv[2] ?? "dist/emulator");
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const project = path.join(fileURLToPath(new URL(".", import.meta.url)), "tsconfig.json");
const { status } = spawnSync(process.execPath, [compiler, "-p", project, "--outDir", folder], { stdio: "inherit" });
if (status === 0) {
  layOut(folder);
}
process.exitCode = status ?? 1;
