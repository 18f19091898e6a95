// Counts the calls and files of the product in one change of `replicas`: configure, check, diff and update of one group with two fields.
import { once } from "node:events";
import { createServer } from "node:http";
import { Session } from "node:inspector/promises";
import { createRequire } from "node:module";

import { inClone } from "./lib/paths.mjs";

const load = (folder) => createRequire(import.meta.url)(inClone("dist", folder));
const session = new Session();
session.connect();
await session.post("Profiler.enable");
// To take the counts sets them back to 0. V8 misses functions that were compiled before the start.
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

const calls = new Map();
async function counted(step, call) {
  await session.post("Profiler.takePreciseCoverage");
  const result = await call();
  const { result: scripts } = await session.post("Profiler.takePreciseCoverage");
  const ours = scripts.filter(({ url }) => /\/dist\/(provider|common)\//.test(url));
  for (const { url, functions } of ours) {
    // The file itself begins at 0.
    const counts = functions.flatMap(({ ranges: [range] }) => (range.startOffset > 0 ? [range.count] : []));
    const sum = counts.reduce((total, count) => total + count, 0);
    calls.set(step, (calls.get(step) ?? 0) + sum);
    calls.set(url, (calls.get(url) ?? 0) + sum);
  }
  return result;
}

// A service that responds with what it is sent.
const service = createServer((request, response) => request.pipe(response)).listen(0, "127.0.0.1");
await once(service, "listening");
const baseUrl = `http://127.0.0.1:${service.address().port}`;
const config = new Map(Object.entries({ organizationName: "acme", projectName: "vision", baseUrl, apiKey: "the-key" }));
const configuration = { config: { get: (key) => config.get(key.replace("containergroups:", "")) } };

/** Declares a group, and then another number of replicas in a process of its own, as the engine does. */
async function change(name, measured) {
  const provider = () => load("provider").containerGroup();
  const args = (replicas) => ({ name, replicas, displayName: "Web" });
  const first = provider();
  await first.configure(configuration);
  const { inputs: before } = await first.check({}, args(1));
  const { outs } = await first.create(before);
  const second = provider();
  await measured("configure", () => second.configure(configuration));
  const { inputs } = await measured("check", () => second.check(before, args(2)));
  await measured("diff", () => second.diff(name, outs, inputs));
  await measured("update", () => second.update(name, outs, inputs));
}

// The first change loads and makes what all others use.
await change("warm", (_, call) => call());
await change("web", counted);
const steps = ["configure", "check", "diff", "update"].map((step) => [step, calls.get(step) ?? 0]);
const files = [...calls].filter(([url, sum]) => url.startsWith("file:") && sum > 0).length;
console.log(steps.map(([step, sum]) => `${step} ${sum}`).join(", "));
console.log(`${steps.reduce((sum, [, count]) => sum + count, 0)} calls in ${files} files`);
process.exit(0);
