import { existsSync } from "node:fs";
import path from "node:path";

import { cacheFolder } from "./paths.mjs";

/** The command and the first arguments that are npm: as this process was started with, else what comes with Node, else the one on PATH. */
export function findNpm() {
  const caller = process.env.npm_execpath ?? "";
  // On Windows npm is a .cmd, which no process can be started from.
  const beside = path.join(path.dirname(process.execPath), "node_modules", "npm", "bin", "npm-cli.js");
  const found = [caller, beside].find((file) => path.basename(file) === "npm-cli.js" && existsSync(file));
  return found === undefined ? { command: "npm", first: [] } : { command: process.execPath, first: [found] };
}

/** npm with its cache in the clone. @type {(...args: string[]) => [command: string, args: string[]]} */
export function npmCommand(...args) {
  const { command, first } = findNpm();
  const [name, ...others] = args;
  return [command, [...first, name, `--cache=${path.join(cacheFolder, "npm")}`, ...others]];
}

/** What few need, and is fetched when it is used: packages of the registry, each in one version. */
const FETCHED = {
  bun: ["bun@1.4.5"],
  pnpm: ["pnpm@10.34.9"],
  yarn1: ["yarn@1.22.22"],
  yarn4: ["@yarnpkg/cli-dist@4.18.1"],
  publint: ["publint@0.3.25"],
  attw: ["@arethetypeswrong/cli@0.18.5"],
  stryker: ["@stryker-mutator/core@9.6.1", "@stryker-mutator/jest-runner@9.6.1"],
};

/**
 * A program of such a package, with its arguments.
 *
 * @type {(id: keyof typeof FETCHED, ...program: string[]) => [command: string, args: string[]]}
 */
export function fetched(id, ...program) {
  const packages = FETCHED[id].map((each) => `--package=${each}`);
  // bun puts its binary into its place by an install script, and the others have none.
  return npmCommand("exec", "--yes", "--prefer-offline", "--ignore-scripts=false", ...packages, "--", ...program);
}
