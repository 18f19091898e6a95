import { accessSync, constants, mkdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { Failure } from "./failure.mjs";
import { cacheFolder, cliVersion, manifest, pulumiHome } from "./paths.mjs";
import { run } from "./processes.mjs";
import { say, step } from "./progress.mjs";
import { buildFromGo, canBuild, leastGo } from "./pulumiBuild.mjs";
import { readStamp, writeStamp } from "./stamps.mjs";
import { atLeast } from "./versions.mjs";

const stamp = "cli";
const download = "https://get.pulumi.com/install.sh";
const suffix = process.platform === "win32" ? ".exe" : "";
const ownFolder = path.join(pulumiHome, "versions", cliVersion, "bin");

/** The oldest CLI that is used: as old as the oldest SDK that a program may have. */
const leastVersion = manifest.peerDependencies["@pulumi/pulumi"].replace("^", "");

/** What must stand together for a TypeScript program with dynamic providers to run. */
const parts = [`pulumi${suffix}`, `pulumi-language-nodejs${suffix}`, "pulumi-resource-pulumi-nodejs"];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).size > 0;
  } catch {
    return false;
  }
}

/** Folders on PATH where programs of the caller are: those of npm hold the wrapper, which would download a CLI of its own. */
const searchPath = () =>
  (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "" && !folder.includes("node_modules"));

/** The folder of the `pulumi` on PATH; undefined where there is none, or it is the npm wrapper, or it comes without its language host. */
function folderOnPath() {
  const found = searchPath().find((folder) => isExecutable(path.join(folder, parts[0])));
  if (found === undefined || realpathSync(path.join(found, parts[0])).endsWith(".js")) return undefined;
  const beside = [found, path.dirname(realpathSync(path.join(found, parts[0]))), ...searchPath()];
  return parts.every((part) => beside.some((folder) => isExecutable(path.join(folder, part)))) ? found : undefined;
}

/** What tells one CLI from another without running it. */
function identity(folder) {
  const { size, mtimeMs } = statSync(path.join(folder, parts[0]));
  return { folder, size, mtimeMs };
}

/** The version that the CLI in a folder gives; empty where it does not run. */
async function versionIn(folder) {
  const env = { ...process.env, PULUMI_HOME: pulumiHome, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return (await run(path.join(folder, parts[0]), ["version"], { env })).stdout.trim();
}

/** Whether the CLI in a folder will do; remembers that it does, so that it need not be run again to know. */
async function isUsable(folder, accepts) {
  if (!isExecutable(path.join(folder, parts[0]))) return false;
  const known = JSON.stringify(readStamp(stamp)) === JSON.stringify(identity(folder));
  if (known) return true;
  if (!accepts(await versionIn(folder))) return false;
  writeStamp(stamp, identity(folder));
  return true;
}

/** The folder of the CLI to use; undefined where there is none yet. */
export async function findCli() {
  const folder = folderOnPath();
  if (folder !== undefined && (await isUsable(folder, (version) => atLeast(version, leastVersion)))) return folder;
  const whole = parts.every((part) => isExecutable(path.join(ownFolder, part)));
  return whole && (await isUsable(ownFolder, (version) => version === `v${cliVersion}`)) ? ownFolder : undefined;
}

async function canDownload() {
  try {
    return (await fetch(download, { method: "HEAD", signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}

/** Lets the npm package `pulumi` download the CLI into our folder. False where that did not work out. */
async function downloadCli() {
  rmSync(ownFolder, { recursive: true, force: true });
  const wrapper = createRequire(import.meta.url).resolve("pulumi/run.js");
  // The wrapper's installer unpacks in the temporary folder: one inside the clone.
  const temporary = path.join(cacheFolder, "download");
  mkdirSync(temporary, { recursive: true });
  const env = { ...process.env, PULUMI_HOME: pulumiHome, PULUMI_VERSION: cliVersion, PULUMI_SKIP_UPDATE_CHECK: "true" };
  await step(
    `downloading the Pulumi CLI ${cliVersion}`,
    () =>
      run(process.execPath, [wrapper, "version"], {
        env: { ...env, TMPDIR: temporary },
        until: AbortSignal.timeout(15 * 60_000),
      }),
    { expect: "once, about 200 MB" },
  );
  rmSync(temporary, { recursive: true, force: true });
  return (await findCli()) !== undefined;
}

/** Gets the CLI into the clone: by download, or where that cannot be reached from its Go modules. */
export async function installCli() {
  if (await canDownload()) {
    if (await downloadCli()) return;
    say("the download did not give a whole CLI: building it instead");
  }
  if (!(await canBuild())) {
    throw new Failure(
      `The Pulumi CLI is needed: put pulumi ${leastVersion} or newer on PATH, or let https://get.pulumi.com be reached, ` +
        `or install Go ${leastGo()} or newer, which then builds it.`,
    );
  }
  await buildFromGo(ownFolder);
  if ((await findCli()) === undefined) throw new Failure(`The Pulumi CLI that was built in ${ownFolder} does not run.`);
}
