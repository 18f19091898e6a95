// Counts the calls and files of the product in one change: configure, check, diff and update of one group with two fields.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { Session } from "node:inspector/promises";
import { fileURLToPath } from "node:url";

import { inClone } from "./lib/paths.mjs";

const require = createRequire(import.meta.url);

/** A service that repeats what it is sent. */
const service = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) {
    text += chunk;
  }
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ id: "4c5e2b1a-0000-4000-8000-000000000000", version: 2, ...JSON.parse(text) }));
});
await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));

const settings = {
  "containergroups:baseUrl": `http://127.0.0.1:${service.address().port}`,
  "containergroups:apiKey": "the-key",
  "containergroups:organizationName": "acme",
  "containergroups:projectName": "vision",
};
const config = { get: (key) => settings[key], rawConfig: settings };

/** The calls that the engine makes for a change of `replicas`; each under its name. */
async function changeOne(name, measured) {
  const { containerGroup } = require(inClone("dist", "provider"));
  const args = (replicas) => ({ name, replicas, displayName: "Web" });
  const before = containerGroup();
  await before.configure({ config });
  const { inputs: first } = await before.check({}, args(1));
  const { outs } = await before.create(first);
  const provider = containerGroup();
  await measured("configure", () => provider.configure({ config }));
  const { inputs } = await measured("check", () => provider.check(first, args(2)));
  await measured("diff", () => provider.diff(name, outs, inputs));
  await measured("update", () => provider.update(name, outs, inputs));
}

const session = new Session();
session.connect();
await session.post("Profiler.enable");
// To take the counts sets them back to 0. V8 misses functions that were compiled before the start.
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
const called = new Map();

async function counted(step, call) {
  await session.post("Profiler.takePreciseCoverage");
  const result = await call();
  const { result: scripts } = await session.post("Profiler.takePreciseCoverage");
  let calls = 0;
  for (const { url, functions } of scripts) {
    const file = url.startsWith("file:") ? fileURLToPath(url) : url;
    if (/^(provider|common)\//.test(file.slice(inClone("dist").length + 1))) {
      // What begins at 0 is the file itself.
      for (const { functionName, ranges } of functions.filter(
        ({ ranges: [at] }) => at.startOffset > 0 && at.count > 0,
      )) {
        calls += ranges[0].count;
        const key = `${functionName}:${ranges[0].startOffset}`;
        called.set(file, (called.get(file) ?? new Map()).set(key, (called.get(file)?.get(key) ?? 0) + ranges[0].count));
      }
    }
  }
  console.log(`${step.padEnd(10)} ${calls} calls`);
  return result;
}

// Whatever a first change loads and makes once is not counted.
await changeOne("warm", (_, call) => call());
await changeOne("web", counted);
const functions = [...called.values()].flatMap((counts) => [...counts.values()]);
console.log(
  `together   ${functions.reduce((sum, count) => sum + count, 0)} calls of ${functions.length} functions in ${called.size} files`,
);
if (process.argv.includes("--all")) {
  const lines = [...called].flatMap(([file, counts]) =>
    [...counts].map(([name, count]) => [count, file.slice(inClone("dist").length + 1), name]),
  );
  lines
    .sort(([a], [b]) => b - a)
    .forEach(([count, file, name]) => console.log(`${String(count).padStart(5)} ${file} ${name.split(":")[0]}`));
}
process.exit(0);
