import path from "node:path";

import { fetched, npmCommand } from "../lib/npm.mjs";
import { cacheFolder } from "../lib/paths.mjs";
import { run } from "../lib/processes.mjs";

const cache = (name) => path.join(cacheFolder, name);

/** Each manager keeps what it downloads in the clone's cache, and asks the registry that npm asks. */
const ENVIRONMENT = {
  ...Object.fromEntries(["CACHE", "DATA", "STATE"].map((kind) => [`XDG_${kind}_HOME`, cache("managers")])),
  BUN_INSTALL_CACHE_DIR: cache("bun"),
  YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  YARN_ENABLE_SCRIPTS: "false",
  YARN_ENABLE_TELEMETRY: "0",
  YARN_GLOBAL_FOLDER: cache("yarn4"),
  YARN_NPM_REGISTRY_SERVER: process.env.npm_config_registry ?? "https://registry.npmjs.org",
};

const offline = ["--ignore-scripts", "--prefer-offline"];

// In CI pnpm would refuse to install what is in no lock file.
const pnpm = ["pnpm", "pnpm", "install", ...offline, "--no-frozen-lockfile", "--store-dir", cache("pnpm/store")];
const yarn4 = ["yarn4", "yarn", "install"];

/**
 * The ways to install a program: the command, where in the project the program is, further files of the project, and what the Pulumi CLI needs in its
 * environment.
 */
export const MANAGERS = {
  npm: { command: npmCommand("install", ...offline, "--no-audit", "--no-fund") },
  pnpm: { command: fetched(...pnpm) },
  pnpmWorkspace: {
    command: fetched(...pnpm),
    folder: "packages/infra",
    files: {
      "pnpm-workspace.yaml": 'packages: ["packages/*"]\n',
      "package.json": '{ "name": "workspace", "private": true }\n',
      "packages/web/package.json": '{ "name": "web", "private": true }\n',
    },
  },
  yarn1: { command: fetched("yarn1", "yarn", "install", ...offline, "--cache-folder", cache("yarn1")) },
  yarn4: { command: fetched(...yarn4), files: { ".yarnrc.yml": "nodeLinker: node-modules\n" } },
  yarn4Pnp: {
    command: fetched(...yarn4),
    files: { ".yarnrc.yml": "nodeLinker: pnp\n" },
    runEnv: (project) => ({ NODE_OPTIONS: `--require ${path.join(project, ".pnp.cjs")}` }),
  },
  bun: { command: fetched("bun", "bun", "install", "--ignore-scripts") },
};

/** Installs what the package.json in a folder asks for. */
export const install = ({ command: [command, args] }, folder, env) =>
  run(command, args, { cwd: folder, env: { ...env, ...ENVIRONMENT }, until: AbortSignal.timeout(300_000) });
