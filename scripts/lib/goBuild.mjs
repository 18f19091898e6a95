import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

import { Failure } from "./failure.mjs";
import { cacheFolder } from "./paths.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";

const goFolder = path.join(cacheFolder, "go");
const suffix = process.platform === "win32" ? ".exe" : "";

/**
 * A command that is built from Go modules: where its go.mod and go.sum are, the module that they pin, the package of the command, and
 * what its binary is called.
 *
 * @typedef {{ folder: string, module: string, command: string, binary: string }} GoCommand
 */

/** The caller's environment (its proxies, its module proxy), with all that Go writes inside the clone. */
function goEnvironment() {
  const environment = {
    ...process.env,
    GOFLAGS: "-modcacherw -mod=readonly -buildvcs=false",
    GOPATH: path.join(goFolder, "path"),
    GOMODCACHE: path.join(goFolder, "modules"),
    GOCACHE: path.join(goFolder, "build"),
    GOTMPDIR: path.join(goFolder, "tmp"),
    GOWORK: "off",
    CGO_ENABLED: "0",
  };
  for (const name of ["GOOS", "GOARCH", "GOBIN", "GO111MODULE"]) delete environment[name];
  if (process.platform === "linux") {
    // Go counts its own use beside its settings: they stay where they are, the counters do not go there.
    const settings = process.env.XDG_CONFIG_HOME ?? path.join(homedir(), ".config");
    environment.GOENV ??= path.join(settings, "go", "env");
    environment.XDG_CONFIG_HOME = path.join(goFolder, "config");
  }
  mkdirSync(environment.GOTMPDIR, { recursive: true });
  return environment;
}

const modules = ({ folder }) => readFileSync(path.join(folder, "go.mod"), "utf8");

/** The version, such as `v3.250.0`, that a command's go.mod requires of its module. */
export function pinned(command) {
  return modules(command)
    .split("\n")
    .find((line) => line.includes(`${command.module} v`))
    ?.trim()
    .split(" ")
    .at(-1);
}

/** The oldest Go that builds a command, as its go.mod says. */
export function leastGo(command) {
  return /^go (\S+)$/m.exec(modules(command))?.[1];
}

/** Whether Go is there, of the version that the command's go.mod asks for (or able to fetch that version of itself). */
export async function canBuild({ folder }) {
  return (await run("go", ["version"], { cwd: folder, env: goEnvironment() })).code === 0;
}

async function go(args, folder, options = {}) {
  const result = await run("go", args, { cwd: folder, env: goEnvironment(), ...options });
  if (result.code !== 0) {
    throw new Failure(
      `${result.stderr}"go ${args.slice(0, 2).join(" ")} …" ended with exit code ${result.code}; its output is above.`,
    );
  }
  return result.stdout.trim();
}

/** The name of a command's binary on this platform. */
export const binaryName = ({ binary }) => binary + suffix;

/** The folder with the sources of a command's module, downloaded if need be. It is gone when {@link buildWhole} is done. */
export const sourceOf = ({ folder, module }) => go(["list", "-m", "-f", "{{.Dir}}", module], folder);

/** Compiles a command into the folder `target`. `ldflags` are laid behind those that leave out what debuggers need. */
export async function compile(command, target, ldflags = "") {
  const { folder, binary } = command;
  let packages = 0;
  await step(`downloading the Go modules of ${binary}`, async () => {
    packages = (await go(["list", "-deps", command.command], folder)).split("\n").length;
  });
  let compiled = 0;
  const count = (text) => (compiled += text.split("\n").length - 1);
  const flags = ["-v", "-ldflags", `-s -w ${ldflags}`.trim(), "-o", path.join(target, binaryName(command))];
  await step(`compiling ${binary}`, () => go(["build", ...flags, command.command], folder, { onText: count }), {
    detail: () => `${compiled} of at most ${packages} packages`,
  });
}

/**
 * Lets `work` fill a folder that appears whole or not at all. Go's own folders are removed afterwards (they are large); after an
 * interruption they stay, and the next run goes on from there.
 *
 * @param {string} whole the folder; what is there already is replaced
 * @param {(half: string) => Promise<void>} work is given the empty folder that becomes it
 */
export async function buildWhole(whole, work) {
  const half = `${whole}.half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  await work(half);
  rmSync(whole, { recursive: true, force: true });
  renameSync(half, whole);
  rmSync(goFolder, { recursive: true, force: true });
}
