import { existsSync } from "node:fs";
import path from "node:path";

/** The command and the first arguments that are npm: as this process was started with, else what comes with Node, else the one on PATH. */
export function findNpm() {
  const caller = process.env.npm_execpath ?? "";
  // On Windows npm is a .cmd, which no process can be started from.
  const beside = path.join(path.dirname(process.execPath), "node_modules", "npm", "bin", "npm-cli.js");
  const found = [caller, beside].find((file) => path.basename(file) === "npm-cli.js" && existsSync(file));
  return found === undefined ? { command: "npm", first: [] } : { command: process.execPath, first: [found] };
}
