import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { cliFolder } from "./cli.mjs";
import { Failure } from "./failure.mjs";
import { temporaryIn } from "./folders.mjs";
import { pulumiHome } from "./paths.mjs";
import { start, succeed } from "./processes.mjs";

/** The caller's environment without what would change what the CLI or the provider does here. Proxies stay. */
export function cleanEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PULUMI|CONTAINERGROUPS)_/.test(name)));
}

/** The environment of the clone's CLI, with a Pulumi home inside the clone. */
export function cliEnvironment() {
  const folders = [cliFolder(), path.dirname(process.execPath), process.env.PATH];
  return {
    ...cleanEnvironment(),
    PATH: folders.filter(Boolean).join(path.delimiter),
    PULUMI_HOME: pulumiHome,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_SUPPRESS_NEO_LINK: "true",
    // Where `https_proxy` is set in lower case, Pulumi's SDK would look for the engine on this machine through the proxy.
    no_grpc_proxy: "127.0.0.1,localhost",
  };
}

/** The settings of the package by which a program finds an emulator, and further ones, as a stack has them. */
export const settingsOf = ({ url, apiKey }, further) =>
  Object.fromEntries(
    Object.entries({ baseUrl: url, apiKey, ...further }).map(([key, value]) => [`containergroups:${key}`, value]),
  );

/**
 * A stack on a file backend of its own, and the real CLI. Its passphrase is made up and kept nowhere: what it encrypts is gone with this object.
 */
export class Stack {
  /** The environment of its commands. */
  env;
  #cwd;
  #flags;

  /**
   * @param {string} name
   * @param {{ folder: string, cwd?: string, flags?: string[], env?: Record<string, string> }} options `folder`: holds its state and its
   *   temporary files, and is made if need be; `cwd`: where Pulumi.yaml is (default: there); `flags`: of each command (default: as in a
   *   pipeline, without colours); `env`: laid over the environment of each command
   */
  constructor(name, { folder, cwd = folder, flags = ["--non-interactive", "--color", "never"], env = {} }) {
    const state = path.join(folder, "state");
    mkdirSync(state, { recursive: true });
    this.folder = folder;
    this.#cwd = cwd;
    this.#flags = ["--stack", name, ...flags];
    this.env = {
      ...cliEnvironment(),
      ...temporaryIn(path.join(folder, "tmp")),
      PULUMI_BACKEND_URL: pathToFileURL(state).href,
      PULUMI_CONFIG_PASSPHRASE: randomBytes(24).toString("base64url"),
      ...env,
    };
  }

  /** Runs a command that is over in a moment, and gives what it printed. @type {(...args: string[]) => string} */
  now(...args) {
    const all = [...args.slice(0, 2), ...this.#flags, ...args.slice(2)];
    try {
      const options = { cwd: this.#cwd, env: this.env, timeout: 60_000, encoding: "utf8", maxBuffer: Infinity };
      return execFileSync("pulumi", all, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    } catch ({ stdout, stderr, code }) {
      // Without the arguments, which may hold secrets.
      throw new Failure(
        `${stdout ?? ""}${stderr ?? ""}"pulumi ${args.slice(0, 2).join(" ")}" failed (${code ?? "see above"}).`,
      );
    }
  }

  /**
   * Changes settings; those whose names say that they are secret are kept as such.
   *
   * @type {(settings: Record<string, string>, ...flags: string[]) => void}
   */
  configure(settings, ...flags) {
    const flag = (key) => (/apiKey$|secret/i.test(key) ? "--secret" : "--plaintext");
    const pairs = Object.entries(settings).flatMap(([key, value]) => [flag(key), `${key}=${value}`]);
    if (pairs.length > 0) {
      this.now("config", "set-all", "--path", ...flags, ...pairs);
    }
  }

  /**
   * Starts an update, preview, refresh or destroy, which asks nothing. `env` is laid over the CLI's environment: the program sees it.
   *
   * @type {(command: string, args?: readonly string[], options?: Parameters<typeof start>[2]) => ReturnType<typeof start>}
   */
  start(command, args = [], { env = {}, ...options } = {}) {
    const confirm = command === "preview" ? [] : ["--yes", "--skip-preview"];
    const all = [command, ...this.#flags, ...confirm, ...args];
    return start("pulumi", all, { cwd: this.#cwd, env: { ...this.env, ...env }, ...options });
  }

  /**
   * Runs such a command to its end; rejects with what it printed where it fails.
   *
   * @type {(...args: Parameters<Stack["start"]>) => Promise<import("./processes.mjs").Result>}
   */
  run(command, args, options) {
    return succeed(`pulumi ${command}`, this.start(command, args, options).done);
  }

  /** The state as it lies in the backend. */
  export(args = []) {
    return this.now("stack", "export", ...args);
  }

  /** Writes a file beside the program. @type {(file: string, text: string) => void} */
  write(file, text) {
    writeFileSync(path.join(this.#cwd, file), text);
  }

  /** Removes all that is in its folder. */
  remove() {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
