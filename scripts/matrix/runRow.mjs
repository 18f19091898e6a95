import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";

import { inClone, manifest } from "../lib/paths.mjs";
import { run } from "../lib/processes.mjs";
import { Stack } from "../lib/stack.mjs";
import { install, MANAGERS } from "./managers.mjs";
import { PROGRAMS } from "./programs.mjs";
import { CannotRun, TOOLS, toolFile } from "../lib/registryTools.mjs";

const PROJECT = { organizationName: "acme", projectName: "vision" };

/** What the program asks the service for when it is deployed first, as method, status and body. */
const REQUESTS = [["PATCH", 200, { replicas: 3, container: { image: "registry.example.com/web:1.4.2" } }]];

/** The slowest run type-checks all of Pulumi's declarations on a busy machine. */
const LIMIT_MS = 180_000;

/** The package does not do in a row what it must. */
class Failed extends Error {
  constructor(step, output) {
    const lines = output.split("\n").map((line) => line.trim());
    const telling = [/\berror TS\d/, /^error\b/i, /\berror\b/i, /./].map((sign) =>
      lines.find((line) => sign.test(line)),
    );
    super(`${step}: ${telling.find(Boolean) ?? "no output"}`);
    this.output = output;
  }
}

async function succeeds(step, done) {
  const result = await done;
  if (result.code !== 0) {
    throw new Failed(step, result.output);
  }
  return result;
}

/** Writes the project of a row, and gives the folder of its program. */
function writeProject({ manager, program, sdk, typescript }, project, tarball) {
  const { folder = ".", files = {} } = MANAGERS[manager];
  const { files: sources, manifest: fields, compilerOptions } = PROGRAMS[program];
  const types = { typescript, "@types/node": manifest.devDependencies["@types/node"] };
  const asked = {
    name: "program",
    private: true,
    ...fields,
    dependencies: { "@pulumi/pulumi": sdk, "pulumi-containergroups": `file:${tarball}` },
    devDependencies: typescript === undefined ? {} : types,
  };
  const inProgram = {
    ...sources,
    "package.json": JSON.stringify(asked, null, 2),
    "Pulumi.yaml": "name: tested\nruntime: nodejs\n",
    ...(compilerOptions && { "tsconfig.json": JSON.stringify({ compilerOptions, files: ["index.ts"] }) }),
  };
  const all = [
    ...Object.entries(files),
    ...Object.entries(inProgram).map(([file, text]) => [path.join(folder, file), text]),
  ];
  for (const [file, text] of all) {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), text);
  }
  return path.join(project, folder);
}

/** The compiler of the project, or the one inside Pulumi's SDK, finds nothing wrong with the program and the package's declarations. */
async function checkTypes({ typescript, program }, { cwd, env }) {
  const compiler = typescript === undefined ? "@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js" : "typescript";
  const options = JSON.stringify([PROGRAMS[program].compilerOptions]);
  const script = [inClone("scripts/matrix/typeErrors.cjs"), path.join(cwd, "node_modules", compiler), "index.ts"];
  const { stdout } = await succeeds("type check", run("node", [...script, options], { cwd, env }));
  const [errors] = JSON.parse(stdout);
  if (errors.length > 0) {
    throw new Failed("type check", errors.join("\n"));
  }
}

/** The program is created with its requests, is then unchanged with none, and is destroyed with none. */
async function deploy(stack, service, version) {
  for (const [step, args, requests] of [
    ["up", [], REQUESTS],
    ["up", ["--expect-no-changes"], []],
    ["destroy", [], []],
  ]) {
    service.clearRequests();
    const until = AbortSignal.timeout(LIMIT_MS);
    const { output } = await succeeds(`pulumi ${step}`, stack.start(step, args, { until }).done);
    const made = service.requests.map(({ method, status, body }) => [method, status, body]);
    if (!isDeepStrictEqual(made, requests)) {
      throw new Failed(`pulumi ${step}`, `error: the service was asked for ${JSON.stringify(made)}\n${output}`);
    }
    if (step === "up" && !output.includes(`"v${version}"`)) {
      throw new Failed(`pulumi ${step}`, `error: the program did not run with Node ${version}\n${output}`);
    }
  }
}

async function tryRow(row, home, tarball) {
  const manager = MANAGERS[row.manager];
  const project = path.join(home, "project");
  const cwd = writeProject(row, project, tarball);
  const stack = new Stack("dev", { folder: path.join(home, "stack"), cwd });
  const node = row.node === undefined ? process.execPath : await toolFile(row.node);
  stack.env.PATH = [path.dirname(node), stack.env.PATH].join(path.delimiter);
  await succeeds("installation", install(manager, { folder: cwd, env: stack.env }));
  if (row.isTypeChecked) {
    await checkTypes(row, { cwd, env: stack.env });
  }
  if (PROGRAMS[row.program].compilerOptions?.outDir !== undefined) {
    await succeeds("tsc", run("node", ["node_modules/typescript/bin/tsc"], { cwd, env: stack.env }));
  }
  Object.assign(stack.env, manager.runEnv?.(project));
  // Loaded here and not above: it is built by then.
  const { startEmulator } = createRequire(import.meta.url)(inClone("dist", "emulator", "index.js"));
  const service = await startEmulator({ groups: [{ ...PROJECT, name: "web" }] });
  try {
    stack.now("stack", "init");
    const settings = { baseUrl: service.url, apiKey: service.apiKey, ...PROJECT };
    stack.configure(
      Object.fromEntries(Object.entries(settings).map(([key, value]) => [`containergroups:${key}`, value])),
    );
    await deploy(stack, service, row.node === undefined ? process.versions.node : TOOLS[row.node].version);
  } finally {
    await service.close();
  }
}

/**
 * Installs the packed package in a project of its own and deploys that with the real CLI against the emulator.
 *
 * @param {import("./rows.mjs").Row} row
 * @param {{ home: string, tarball: string }} options `home`: an empty folder outside of the clone, whose packages a program in it would find
 * @returns {Promise<{ result: "passed" | "failed" | "could not run", why: string, output: string }>} `why` is empty where it passed
 */
export async function runRow(row, { home, tarball }) {
  try {
    await tryRow(row, home, tarball);
    return { result: "passed", why: "", output: "" };
  } catch (error) {
    const result = error instanceof CannotRun ? "could not run" : "failed";
    return { result, why: error.message.split("\n")[0], output: error.output ?? error.stack };
  }
}
