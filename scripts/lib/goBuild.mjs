import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

import { Failure } from "./failure.mjs";
import { cacheFolder, cliVersion, inClone } from "./paths.mjs";
import { run } from "./processes.mjs";
import { say, step } from "./progress.mjs";

const goFolder = path.join(cacheFolder, "go");
const launcher = "pulumi-resource-pulumi-nodejs";
const suffix = process.platform === "win32" ? ".exe" : "";

/** Where the two go.mod files are, and which command each pins. */
const cli = {
  folder: inClone("scripts", "pulumi", "cli"),
  module: "github.com/pulumi/pulumi/pkg/v3",
  command: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
  binary: "pulumi",
};
const languageHost = {
  folder: inClone("scripts", "pulumi", "language-host"),
  module: "github.com/pulumi/pulumi/sdk/v3",
  command: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
  binary: "pulumi-language-nodejs",
};

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

/** The version that a go.mod requires of a module. */
function pinned({ folder, module }) {
  const modules = readFileSync(path.join(folder, "go.mod"), "utf8");
  return modules
    .split("\n")
    .find((line) => line.includes(`${module} v`))
    ?.trim()
    .split(" ")
    .at(-1);
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

/** The oldest Go that builds the CLI, as its go.mod says. */
export function leastGo() {
  return /^go (\S+)$/m.exec(readFileSync(path.join(cli.folder, "go.mod"), "utf8"))?.[1];
}

/** Whether Go is there, of the version that go.mod asks for (or able to fetch that version of itself). */
export async function canBuild() {
  return (await run("go", ["version"], { cwd: cli.folder, env: goEnvironment() })).code === 0;
}

async function compile({ folder, command, binary }, flags, target) {
  let packages = 0;
  await step(`downloading the Go modules of ${binary}`, async () => {
    packages = (await go(["list", "-deps", command], folder)).split("\n").length;
  });
  let compiled = 0;
  const count = (text) => (compiled += text.split("\n").length - 1);
  await step(
    `compiling ${binary}`,
    () => go(["build", "-v", ...flags, "-o", path.join(target, binary + suffix), command], folder, { onText: count }),
    { detail: () => `${compiled} of at most ${packages} packages` },
  );
}

/**
 * Builds the CLI, its Node.js language host and the launcher of dynamic providers from the pinned Go modules, as `binFolder`, which appears
 * whole or not at all. Go's own folders are removed afterwards (they are large); after an interruption they stay, and the next
 * run goes on from there.
 */
export async function buildFromGo(binFolder) {
  if (pinned(cli) !== `v${cliVersion}`) {
    throw new Failure(
      `scripts/pulumi/cli/go.mod pins ${pinned(cli)}, but package.json pins pulumi ${cliVersion}: they must agree.`,
    );
  }
  say("building the Pulumi CLI from its Go modules: once, about 6 minutes on 2 cores");
  const whole = path.dirname(binFolder);
  const half = `${whole}.half`;
  rmSync(half, { recursive: true, force: true });
  const target = path.join(half, path.basename(binFolder));
  mkdirSync(target, { recursive: true });

  await compile(languageHost, ["-ldflags", "-s -w"], target);
  const source = await go(["list", "-m", "-f", "{{.Dir}}", languageHost.module], languageHost.folder);
  copyFileSync(path.join(source, "nodejs", "dist", launcher), path.join(target, launcher));
  chmodSync(path.join(target, launcher), 0o755);
  const version = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${cliVersion}`;
  await compile(cli, ["-ldflags", `-s -w ${version}`], target);

  rmSync(whole, { recursive: true, force: true });
  renameSync(half, whole);
  rmSync(goFolder, { recursive: true, force: true });
}
