import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The clone's top folder. */
export const root = path.resolve(fileURLToPath(new URL("../..", import.meta.url)));

/** A path inside the clone. */
export const inClone = (...parts) => path.join(root, ...parts);

/** What setup remembers or can make again: npm's cache, Go's folders while it builds, what processes have of their own. */
export const cacheFolder = inClone(".cache");

/** The CLI's own home, so that nothing is written to the caller's. */
export const pulumiHome = inClone(".pulumi");

/** The clone's package.json. */
export const manifest = JSON.parse(readFileSync(inClone("package.json"), "utf8"));

/** The version of the Pulumi CLI that the clone is pinned to: that of the npm package `pulumi`, which wraps it. */
export const cliVersion = manifest.devDependencies.pulumi;

/** What the name of a program ends with on this platform. */
export const executable = (name) => (process.platform === "win32" ? `${name}.exe` : name);
