import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";

import { Failure } from "../lib/failure.mjs";
import { inClone, manifest } from "../lib/paths.mjs";
import { run, succeed } from "../lib/processes.mjs";
import { settingsOf, Stack } from "../lib/stack.mjs";
import { install, MANAGERS } from "./managers.mjs";
import { PROGRAMS } from "./programs.mjs";

const PLACE = { organizationName: "acme", projectName: "vision" };

/** What the program asks the service for when it is deployed first. */
const BODY = { replicas: 3, container: { image: "registry.example.com/web:1.4.2" } };

/** The slowest run type-checks all of Pulumi's declarations on a busy machine. */
const LIMIT_MS = 180_000;

/** The name that the compiler of a program is installed under: npm refuses a `typescript` beside Pulumi's SDK that is newer than the SDK takes. */
const COMPILER = "compiler";
const isCompiledBefore = (program) => PROGRAMS[program].compilerOptions?.outDir !== undefined;

/** Pulumi's language host reads `tsconfig.json` with the compiler inside Pulumi's SDK, which knows no newer options: a program that is compiled before has none. */
const tsconfigOf = (program) => (isCompiledBefore(program) ? "tsconfig.build.json" : "tsconfig.json");

/** Writes the project of a row, and gives the folder of its program. */
function writeProject({ manager, program, sdk, typescript }, project, tarball) {
  const { folder = ".", files: ofManager = {} } = MANAGERS[manager];
  const { files, manifest: fields, compilerOptions } = PROGRAMS[program];
  const compiler = isCompiledBefore(program) ? { [COMPILER]: `npm:typescript@${typescript}` } : { typescript };
  const dependencies = { "@pulumi/pulumi": sdk, "pulumi-containergroups": `file:${tarball}` };
  const devDependencies =
    typescript === undefined ? {} : { ...compiler, "@types/node": manifest.devDependencies["@types/node"] };
  const inProgram = {
    ...files,
    "package.json": JSON.stringify({ name: "program", private: true, ...fields, dependencies, devDependencies }),
    "Pulumi.yaml": "name: tested\nruntime: nodejs\n",
    ...(compilerOptions && { [tsconfigOf(program)]: JSON.stringify({ compilerOptions, files: ["index.ts"] }) }),
  };
  const inFolder = Object.entries(inProgram).map(([file, text]) => [path.join(folder, file), text]);
  for (const [file, text] of [...Object.entries(ofManager), ...inFolder]) {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), text);
  }
  return path.join(project, folder);
}

/** The program is created with its request, is then unchanged with none, and is destroyed with none. */
async function deploy(stack, service) {
  for (const [step, args, bodies] of [
    ["up", [], [BODY]],
    ["up", ["--expect-no-changes"], []],
    ["destroy", [], []],
  ]) {
    service.clearRequests();
    const { output } = await stack.run(step, args, { until: AbortSignal.timeout(LIMIT_MS) });
    const made = service.requests.map(({ body }) => body);
    if (!isDeepStrictEqual(made, bodies)) {
      throw new Failure(`${output}At "pulumi ${step}" the service was asked for ${JSON.stringify(made)}.`);
    }
  }
}

/**
 * Installs the packed package in a project of its own, in a folder outside of the clone, and deploys that with the real CLI against the emulator. Fails where the
 * package does not do what it must. A `row` has a manager, a program, the version of Pulumi's SDK, and that of the compiler where it is not the one inside the SDK.
 */
export async function runRow(row, { home, tarball }) {
  const project = path.join(home, "project");
  const cwd = writeProject(row, project, tarball);
  const stack = new Stack("dev", { folder: path.join(home, "stack"), cwd });
  await succeed("installation", install(MANAGERS[row.manager], cwd, stack.env));
  if (isCompiledBefore(row.program)) {
    await succeed(
      "tsc",
      run("node", [`node_modules/${COMPILER}/bin/tsc`, "-p", tsconfigOf(row.program)], { cwd, env: stack.env }),
    );
  }
  Object.assign(stack.env, MANAGERS[row.manager].runEnv?.(project));
  // Loaded here and not above: it is built by then.
  const { startEmulator } = createRequire(import.meta.url)(inClone("dist", "emulator", "index.js"));
  const service = await startEmulator({ groups: [{ ...PLACE, name: "web" }] });
  try {
    stack.now("stack", "init");
    stack.configure(settingsOf(service, PLACE));
    await deploy(stack, service);
  } finally {
    await service.close();
  }
}
