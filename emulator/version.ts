import { readFileSync } from "node:fs";
import path from "node:path";

/** The package's version. */
export const version = (JSON.parse(readFileSync(path.join(__dirname, "package.json"), "utf8")) as { version: string })
  .version;
