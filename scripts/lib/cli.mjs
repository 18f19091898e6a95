import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import path from "node:path";

import { download } from "./download.mjs";
import { Failure } from "./failure.mjs";
import { ownFolder, replaceFolder } from "./folders.mjs";
import { cliVersion, executable, inClone, manifest, pulumiHome } from "./paths.mjs";
import { say, step } from "./progress.mjs";
import { buildFromGo, launcher } from "./pulumiBuild.mjs";
import { isInRange } from "./versions.mjs";

/** Appears whole or not at all, so that what is there need not be run to know that it runs. */
const versionFolder = path.join(pulumiHome, "versions", cliVersion);
const ownBin = path.join(versionFolder, "bin");

/** What must stand together for a TypeScript program with dynamic providers to run. */
const parts = [executable("pulumi"), executable("pulumi-language-nodejs"), launcher];

/** The versions that are used: those of the SDKs that a program may have. */
const range = manifest.peerDependencies["@pulumi/pulumi"];

/** Where setup says to what it starts which CLI it has chosen, so that it is looked for, and told, once. */
const CHOSEN = "CLONE_PULUMI_BIN";

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The version that a CLI gives; empty where it does not run. */
function versionOf(cli) {
  const env = { ...process.env, PULUMI_HOME: pulumiHome, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return (spawnSync(cli, ["version"], { env, encoding: "utf8" }).stdout ?? "").trim();
}

/** Why a `pulumi` of the caller's is not used; undefined where it is. */
function unusable(cli, searchPath) {
  // Not even run: it would download a CLI of its own.
  if (realpathSync(cli).endsWith(".js")) {
    return "it is npm's wrapper, which has a CLI of its own";
  }
  const beside = [path.dirname(cli), path.dirname(realpathSync(cli)), ...searchPath];
  const missing = parts.find((part) => !beside.some((folder) => isExecutable(path.join(folder, part))));
  if (missing !== undefined) {
    return `${missing} is not beside it`;
  }
  const version = versionOf(cli);
  return isInRange(version, range) ? undefined : `its version is "${version}", and ${range} is needed`;
}

/**
 * The CLI to use: the first `pulumi` on the caller's PATH if it will do, else the clone's own.
 *
 * @param {string} PATH
 * @returns {{ folder?: string, told: string }} no folder where there is none yet; in words, which one it is, and why one that is on PATH is not used
 */
export function chooseCli(PATH = process.env.PATH ?? "") {
  // npm puts the folder of its wrapper in front, which is none of the caller's.
  const searchPath = PATH.split(path.delimiter).filter((folder) => folder !== "" && !folder.includes("node_modules"));
  const folder = searchPath.find((each) => each !== ownBin && isExecutable(path.join(each, parts[0])));
  const cli = folder && path.join(folder, parts[0]);
  const reason = cli && unusable(cli, searchPath);
  if (cli && reason === undefined) {
    return { folder, told: `Pulumi CLI ${versionOf(cli)} (${cli})` };
  }
  const isThere = parts.every((part) => isExecutable(path.join(ownBin, part)));
  const own = `Pulumi CLI v${cliVersion} (${path.relative(inClone(), ownBin)})`;
  return { folder: isThere ? ownBin : undefined, told: cli ? `${own}, and not ${cli}: ${reason}` : own };
}

/** The folder of the CLI to use, which is chosen and told once; undefined where there is none yet. */
export function cliFolder() {
  const chosen = process.env[CHOSEN];
  if (chosen !== undefined && existsSync(chosen)) {
    return chosen;
  }
  const { folder, told } = chooseCli();
  if (folder !== undefined) {
    process.env[CHOSEN] = folder;
    say(told);
  }
  return folder;
}

/** Gets the CLI into the clone: by download, or where that does not work out from its Go modules. */
export async function installCli() {
  say(`needed: ${chooseCli().told}`);
  const home = ownFolder(path.join(pulumiHome, "staging"));
  const title = `downloading the Pulumi CLI ${cliVersion}`;
  let bytes = 0;
  try {
    await step(title, () => download(home, (found) => (bytes = found)), {
      expect: "once, about 200 MB",
      detail: () => `${Math.round(bytes / 1e6)} MB`,
    });
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    say(`the download failed (${error.message}): building the CLI from its Go modules instead`);
    await buildFromGo(path.join(home, "versions", cliVersion, "bin"));
  }
  replaceFolder(path.join(home, "versions", cliVersion), versionFolder);
  if (versionOf(path.join(ownBin, parts[0])) === "") {
    throw new Failure(`The Pulumi CLI in ${ownBin} does not run.`);
  }
  cliFolder();
}
