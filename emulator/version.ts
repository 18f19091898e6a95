import { readFileSync } from "node:fs";
import path from "node:path";

const versionIn = (folder: string) =>
  (JSON.parse(readFileSync(path.join(__dirname, folder, "package.json"), "utf8")) as { version?: string }).version;

/** The package's version, which it gets from the clone when it is packed. */
export const version = versionIn(".") ?? versionIn("..") ?? "";
