import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

import { Failure } from "../lib/failure.mjs";
import { inClone, pulumiHome, root } from "../lib/paths.mjs";
import { isAlive, run } from "../lib/processes.mjs";
import { pulumiEnvironment } from "../lib/pulumiEnvironment.mjs";

const demos = path.join(pulumiHome, "demo");
const stackOf = (pid) => `demo-${pid}`;
const folderOf = (pid) => path.join(demos, `${pid}`);

/** The settings file that `pulumi stack init` puts beside Pulumi.yaml. */
const initialSettings = (pid) => inClone(`Pulumi.${stackOf(pid)}.yaml`);

/** Removes what the demo of a process has in the clone. */
function remove(pid) {
  rmSync(folderOf(pid), { recursive: true, force: true });
  rmSync(initialSettings(pid), { force: true });
  if (existsSync(demos) && readdirSync(demos).length === 0) rmSync(demos, { recursive: true });
}

/** Removes what demos left that were killed. */
function removeAbandoned() {
  const pids = existsSync(demos) ? readdirSync(demos).map(Number) : [];
  for (const pid of pids) if (!isAlive(pid)) remove(pid);
}

/** A stack of the root project for this process alone: state, settings and temporary files are in one folder of the clone. */
export async function createStack() {
  removeAbandoned();
  const { pid } = process;
  const temporary = path.join(folderOf(pid), "tmp");
  mkdirSync(temporary, { recursive: true });
  const env = { ...(await pulumiEnvironment(folderOf(pid))), TMPDIR: temporary };
  const settings = path.join(folderOf(pid), "settings.yaml");
  const terminal = process.stdout.isTTY ? [] : ["--non-interactive", "--color", "never"];

  async function pulumi(args, options = {}) {
    const all = [...args, "--stack", stackOf(pid), ...terminal];
    const { code, output } = await run("pulumi", all, { cwd: root, env, ...options });
    if (code !== 0)
      throw new Failure(`${output}"pulumi ${args[0]}" ended with exit code ${code}; its output is above.`);
  }

  /** Runs a command that the reader watches; `plumbing` is left out of what is printed of it. */
  async function watch(args, ...plumbing) {
    console.log(`\n$ pulumi ${args.join(" ")}`);
    const progress = process.stdout.isTTY ? [] : ["--suppress-progress"];
    await pulumi([...args, ...plumbing, "--suppress-permalink=true", ...progress, "--config-file", settings], {
      show: true,
    });
  }

  return {
    /** Makes the stack. Its settings move to its folder at once, so that the clone's own files stay as they are. */
    async init() {
      await pulumi(["stack", "init", "--no-select"]);
      renameSync(initialSettings(pid), settings);
    },
    /** Changes a setting, quietly; `flags` such as `--secret`. */
    set: (key, value, ...flags) => pulumi(["config", "set", key, value, ...flags, "--config-file", settings]),
    preview: () => watch(["preview", "--diff"]),
    up: () => watch(["up"], "--yes", "--skip-preview"),
    destroy: () => watch(["destroy"], "--yes", "--skip-preview", "--remove"),
    /** Removes all that the stack has in the clone, whether it was destroyed or not. */
    remove: () => remove(pid),
  };
}
