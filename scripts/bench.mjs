import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

import { report } from "./lib/failure.mjs";
import { cacheFolder, inClone } from "./lib/paths.mjs";
import { installPeers } from "./lib/peers.mjs";
import { isAlive, onInterrupt, run } from "./lib/processes.mjs";
import { setup } from "./setup.mjs";

const folder = path.join(cacheFolder, "bench");

/** Removes what runs left that were stopped; their folders are named after their processes. */
function removeAbandoned() {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = /^run-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

/** Whether the section that needs the peers is asked for: by its name, or because none is named. */
function needsPeers(args) {
  const sections = args.filter((word) => /^[a-z]/.test(word) && word !== "quick");
  const isHelp = args.includes("--help") || args.includes("-h");
  return !isHelp && (sections.length === 0 || sections.includes("fleet"));
}

onInterrupt(async () => removeAbandoned());
try {
  const args = process.argv.slice(2);
  await setup();
  removeAbandoned();
  if (needsPeers(args)) await installPeers();
  const bench = inClone("dist", "bench", "main.js");
  process.exitCode = (await run(process.execPath, [bench, ...args], { show: true })).code;
} catch (error) {
  report(error);
}
