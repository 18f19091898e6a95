import { mkdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";

import { Failure } from "./failure.mjs";
import { cacheFolder, executable } from "./paths.mjs";
import { run, succeed } from "./processes.mjs";
import { step } from "./progress.mjs";

const goFolder = path.join(cacheFolder, "go");

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
export const pinned = (command) =>
  goMod(command)
    .split(`${command.module} v`)[1]
    ?.replace(/^([\d.]+)[^]*/, "v$1");

const go = (args, cwd) => run("go", args, { cwd, env: environment() });

/** Fails where there is no Go that builds a command: none, or an older one that cannot fetch the one that go.mod asks for. */
export async function requireGo(command, otherwise = "") {
  if ((await go(["version"], command.folder)).code !== 0) {
    const least = /^go (\S+)$/m.exec(goMod(command))?.[1];
    throw new Failure(`${command.binary} is built from its Go modules: ${otherwise}install Go ${least} or newer.`);
  }
}

/** The folder with the sources of a command's module, downloaded if need be. It is gone after {@link discardModules}. */
export async function sourceOf({ folder, module }) {
  const { stdout } = await succeed("go list", go(["list", "-m", "-f", "{{.Dir}}", module], folder));
  return stdout.trim();
}

/** Compiles a command into the folder `target`. Its `ldflags` are laid behind those that leave out what debuggers need. */
export async function compile({ folder, binary, command, ldflags = "" }, target) {
  mkdirSync(target, { recursive: true });
  const flags = ["-ldflags", `-s -w ${ldflags}`.trim(), "-o", path.join(target, executable(binary))];
  await step(`compiling ${binary}`, () => succeed("go build", go(["build", ...flags, command], folder)));
}

/**
 * Removes Go's own folders, which are large. After an interruption they stay, and the next build goes on from there. Not at one blow: whoever holds
 * a lock gives no sign of life meanwhile.
 */
export const discardModules = () => rm(goFolder, { recursive: true, force: true });
