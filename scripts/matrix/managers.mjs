import path from "node:path";

import { findNpm } from "../lib/npm.mjs";
import { cacheFolder } from "../lib/paths.mjs";
import { run } from "../lib/processes.mjs";
import { TOOLS, toolFile } from "../lib/registryTools.mjs";

const cache = (name) => path.join(cacheFolder, name);

const pnpm = {
  tool: "pnpm",
  // In CI pnpm would refuse to install what is in no lock file.
  args: ["install", "--no-frozen-lockfile", "--ignore-scripts", "--prefer-offline", "--store-dir", cache("pnpm/store")],
  env: { XDG_CACHE_HOME: cache("pnpm"), XDG_DATA_HOME: cache("pnpm"), XDG_STATE_HOME: cache("pnpm") },
};

/** Yarn keeps everything in the clone's cache, and asks the registry that npm asks. */
const yarn4 = (registry) => ({
  YARN_CACHE_FOLDER: cache("yarn4"),
  YARN_ENABLE_GLOBAL_CACHE: "false",
  YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  YARN_ENABLE_SCRIPTS: "false",
  YARN_ENABLE_TELEMETRY: "0",
  YARN_GLOBAL_FOLDER: cache("yarn4-global"),
  YARN_NPM_REGISTRY_SERVER: registry,
});

/**
 * The ways to install a program.
 *
 * @typedef {object} Manager
 * @property {keyof typeof TOOLS} [tool] what is started; default: the npm that the scripts use
 * @property {string[]} args
 * @property {Record<string, string> | ((registry: string) => Record<string, string>)} [env] laid over the environment of the installation
 * @property {string} [folder] where in the project the program is; default: at its top
 * @property {Record<string, string>} [files] further files of the project
 * @property {(project: string) => Record<string, string>} [runEnv] what the Pulumi CLI needs in its environment
 *
 * @type {Record<string, Manager>}
 */
export const MANAGERS = {
  npm: {
    args: ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", `--cache=${cache("npm")}`],
  },
  pnpm,
  pnpmWorkspace: {
    ...pnpm,
    folder: "packages/infra",
    files: {
      "pnpm-workspace.yaml": 'packages: ["packages/*"]\n',
      "package.json": '{ "name": "workspace", "private": true }\n',
      "packages/web/package.json": '{ "name": "web", "private": true }\n',
    },
  },
  yarn1: {
    tool: "yarn1",
    args: ["install", "--ignore-scripts", "--non-interactive", "--prefer-offline", "--cache-folder", cache("yarn1")],
  },
  yarn4: { tool: "yarn4", args: ["install"], env: yarn4, files: { ".yarnrc.yml": "nodeLinker: node-modules\n" } },
  yarn4Pnp: {
    tool: "yarn4",
    args: ["install"],
    env: yarn4,
    files: { ".yarnrc.yml": "nodeLinker: pnp\n" },
    runEnv: (project) => ({ NODE_OPTIONS: `--require ${path.join(project, ".pnp.cjs")}` }),
  },
  bun: {
    tool: "bun",
    args: ["install", "--ignore-scripts"],
    env: (registry) => ({ BUN_INSTALL_CACHE_DIR: cache("bun"), npm_config_registry: registry }),
  },
};

async function npm(...args) {
  const { command, first } = findNpm();
  return (await run(command, [...first, ...args])).stdout.trim();
}

/** The version of a way to install. */
export const versionOf = async ({ tool }) => (tool === undefined ? npm("--version") : TOOLS[tool].version);

/**
 * Installs what the package.json of a program asks for.
 *
 * @param {Manager} manager
 * @param {{ folder: string, env: NodeJS.ProcessEnv }} options `folder`: the program's; `env`: finds the Node that it is run with
 * @returns {Promise<import("../lib/processes.mjs").Result>}
 */
export async function install({ tool, args, env: given = {} }, { folder, env }) {
  const own = typeof given === "function" ? given(await npm("config", "get", "registry")) : given;
  const options = { cwd: folder, env: { ...env, ...own }, until: AbortSignal.timeout(300_000) };
  if (tool === undefined) {
    const { command, first } = findNpm();
    return run(command, [...first, ...args], options);
  }
  const file = await toolFile(tool);
  return /\.c?js$/.test(file) ? run("node", [file, ...args], options) : run(file, args, options);
}
