import { renameSync, rmSync } from "node:fs";
import path from "node:path";

import { ownFolder } from "../lib/folders.mjs";
import { inClone, pulumiHome, root } from "../lib/paths.mjs";
import { Stack } from "../lib/stack.mjs";

/** A stack of the root project for this process alone. All that it has in the clone is gone when the process ends. */
export function createStack() {
  const name = `demo-${process.pid}`;
  const folder = ownFolder(path.join(pulumiHome, "demo"));
  const settings = path.join(folder, "settings.yaml");
  const isTerminal = process.stdout.isTTY;
  const flags = isTerminal ? [] : ["--non-interactive", "--color", "never"];
  const stack = new Stack(name, { folder, cwd: root, flags });

  // The CLI puts its settings beside Pulumi.yaml: they move at once, so that the clone's own files stay as they are.
  const initial = inClone(`Pulumi.${name}.yaml`);
  process.once("exit", () => rmSync(initial, { force: true }));
  stack.now("stack", "init", "--no-select");
  renameSync(initial, settings);

  /** Runs a command that the reader watches. */
  async function watch(command, ...args) {
    console.log(`\n$ pulumi ${[command, ...args].join(" ")}`);
    const progress = isTerminal ? [] : ["--suppress-progress"];
    const plumbing = ["--suppress-permalink=true", ...progress, "--config-file", settings];
    await stack.run(command, [...args, ...plumbing], { show: true });
  }

  return {
    /** Changes settings, quietly. */
    set: (values) => stack.configure(values, "--config-file", settings),
    preview: () => watch("preview", "--diff"),
    up: () => watch("up"),
    destroy: () => watch("destroy", "--remove"),
  };
}
