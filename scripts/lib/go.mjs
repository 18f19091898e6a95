import { mkdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";

import { cacheFolder, executable } from "./paths.mjs";
import { run, succeed } from "./processes.mjs";
import { step } from "./progress.mjs";
import { atLeast } from "./versions.mjs";

const goFolder = path.join(cacheFolder, "go");

/**
 * A command that is built from Go modules: where its go.mod and go.sum are, the module that they pin, the package of the command, what its
 * binary is called, and what its linker is told.
 *
 * @typedef {{ folder: string, module: string, command: string, binary: string, ldflags?: string }} GoCommand
 */

/** The caller's environment (its proxies, its module proxy), with all that Go writes inside the clone. */
function environment() {
  const env = {
    ...process.env,
    GOFLAGS: "-modcacherw -mod=readonly -buildvcs=false",
    GOPATH: path.join(goFolder, "path"),
    GOMODCACHE: path.join(goFolder, "modules"),
    GOCACHE: path.join(goFolder, "build"),
    GOTMPDIR: path.join(goFolder, "tmp"),
    GOWORK: "off",
    CGO_ENABLED: "0",
  };
  for (const name of ["GOOS", "GOARCH", "GOBIN", "GO111MODULE"]) {
    delete env[name];
  }
  if (process.platform === "linux") {
    // Go counts its own use beside its settings: they stay where they are, the counters do not go there.
    env.GOENV ??= path.join(process.env.XDG_CONFIG_HOME ?? path.join(homedir(), ".config"), "go", "env");
    env.XDG_CONFIG_HOME = path.join(goFolder, "config");
  }
  mkdirSync(env.GOTMPDIR, { recursive: true });
  return env;
}

const goMod = ({ folder }) => readFileSync(path.join(folder, "go.mod"), "utf8");

/** The version, such as `v3.250.0`, that a command's go.mod requires of its module. */
export function pinned(command) {
  const line = goMod(command)
    .split("\n")
    .find((each) => each.includes(`${command.module} v`));
  return line?.trim().split(" ").at(-1);
}

/** The version of Go that builds in a folder; empty where there is none. It is the one that go.mod asks for where Go fetches that by itself. */
async function goVersion(folder) {
  const version = (env) => run("go", ["version"], { cwd: folder, env: { ...environment(), ...env } });
  const asked = await version();
  const { code, stdout } = asked.code === 0 ? asked : await version({ GOTOOLCHAIN: "local" });
  return code === 0 ? (/\bgo(\d\S*)/.exec(stdout)?.[1] ?? "") : "";
}

/** Which Go must be installed to build a command, in words, beside the one that is there; undefined where that one will do. */
export async function missingGo(command) {
  const least = /^go (\S+)$/m.exec(goMod(command))?.[1];
  const found = await goVersion(command.folder);
  return atLeast(found, least) ? undefined : `Go ${least} or newer${found && ` (the one on PATH is ${found})`}`;
}

async function go(args, folder, options = {}) {
  const done = run("go", args, { cwd: folder, env: environment(), ...options });
  return (await succeed(`go ${args[0]} …`, done)).stdout.trim();
}

/** The folder with the sources of a command's module, downloaded if need be. It is gone after {@link discardModules}. */
export const sourceOf = ({ folder, module }) => go(["list", "-m", "-f", "{{.Dir}}", module], folder);

/** Compiles a command into the folder `target`. Its `ldflags` are laid behind those that leave out what debuggers need. */
export async function compile({ folder, binary, command, ldflags = "" }, target) {
  mkdirSync(target, { recursive: true });
  let packages = 0;
  await step(`downloading the Go modules of ${binary}`, async () => {
    packages = (await go(["list", "-deps", command], folder)).split("\n").length;
  });
  let compiled = 0;
  const onText = (text) => (compiled += text.split("\n").length - 1);
  const flags = ["-v", "-ldflags", `-s -w ${ldflags}`.trim(), "-o", path.join(target, executable(binary))];
  await step(`compiling ${binary}`, () => go(["build", ...flags, command], folder, { onText }), {
    detail: () => `${compiled} of at most ${packages} packages`,
  });
}

/**
 * Removes Go's own folders, which are large. After an interruption they stay, and the next build goes on from there. Not at one blow: whoever holds
 * a lock gives no sign of life meanwhile.
 */
export const discardModules = () => rm(goFolder, { recursive: true, force: true });
