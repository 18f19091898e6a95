import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { DockerfileParser } from "dockerfile-ast";

import { Failure } from "./failure.mjs";
import { findNpm } from "./npm.mjs";
import { cacheFolder, root } from "./paths.mjs";
import { run, succeed } from "./processes.mjs";
import { say } from "./progress.mjs";

/**
 * A stage of a build: a folder that stands for its file system, and what its instructions have set. A command runs with the programs of this
 * machine, in the folder that stands for the working directory: what it names must lie below that.
 */
class Stage {
  folder;
  workdir = "/";
  env = {};
  entrypoint = [];
  healthcheck = [];
  user = "root";

  constructor(folder) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** The place on this machine of a path in the stage. */
  at(file) {
    return path.join(this.folder, path.posix.resolve(this.workdir, file));
  }
}

/** What an instruction does to the stage. */
const INSTRUCTIONS = {
  WORKDIR: (stage, { words: [folder] }) => {
    stage.workdir = path.posix.resolve(stage.workdir, folder);
    mkdirSync(stage.at("."), { recursive: true });
  },
  ENV: (stage, { instruction }) => {
    for (const property of instruction.getProperties()) {
      stage.env[property.getName()] = property.getValue();
    }
  },
  COPY: (stage, { instruction, words, stages, context }) => {
    const from = instruction.getFlags().find((flag) => flag.getName() === "from");
    const source =
      from === undefined ? (file) => path.join(context, file) : (file) => stages.get(from.getValue()).at(file);
    const [target, ...files] = [...words].reverse();
    for (const file of files) {
      copy(source(file), stage.at(target), files.length > 1 || target.endsWith("/"));
    }
  },
  RUN: async (stage, { instruction }) => {
    const { command, first } = findNpm();
    const words = instruction.getArgumentsContent().replaceAll(/\\\n/g, " ");
    // The npm that started this process may not be the one on PATH, if any is.
    const npm = [command, ...first].map((word) => `'${word}'`).join(" ");
    const script = first.length === 0 ? words : `npm() { ${npm} "$@"; }; ${words}`;
    await succeed(
      words,
      run("/bin/sh", ["-ec", script], {
        cwd: stage.at("."),
        env: { ...process.env, npm_config_cache: path.join(cacheFolder, "npm"), ...stage.env },
      }),
    );
  },
  USER: (stage, { words: [user] }) => void (stage.user = user),
  ENTRYPOINT: (stage, { instruction }) => void (stage.entrypoint = jsonOf(instruction)),
  HEALTHCHECK: (stage, { instruction }) => void (stage.healthcheck = jsonOf(instruction)),
  EXPOSE: () => {},
  LABEL: () => {},
};

/** Of a folder, what is in it, as Docker does. */
function copy(source, target, intoFolder) {
  if (!existsSync(source)) {
    throw new Failure(`There is no ${source} to copy.`);
  }
  const isFile = statSync(source).isFile();
  cpSync(source, isFile && intoFolder ? path.join(target, path.basename(source)) : target, {
    recursive: true,
    verbatimSymlinks: true,
  });
}

function jsonOf(instruction) {
  const text = instruction.getArgumentsContent() ?? "";
  return JSON.parse(text.slice(text.indexOf("[")));
}

/**
 * Does what a Dockerfile says, without Docker, in a folder: its stages are folders in there. Base images are not fetched: the programs are those of this machine.
 *
 * @returns {Promise<Stage>} the last stage: what would be the image
 * @throws {Failure} for an instruction that is not known here, and for a step that fails
 */
export async function runSteps(file, folder, context = root) {
  const stages = new Map();
  let stage;
  for (const instruction of DockerfileParser.parse(readFileSync(file, "utf8")).getInstructions()) {
    const keyword = instruction.getKeyword();
    say(`${keyword} ${instruction.getArgumentsContent()?.split("\n")[0] ?? ""}`);
    if (keyword === "FROM") {
      const name = instruction.getBuildStage() ?? String(stages.size);
      stage = new Stage(path.join(folder, name));
      stages.set(name, stage);
      continue;
    }
    const step = INSTRUCTIONS[keyword];
    if (step === undefined || stage === undefined) {
      throw new Failure(`${keyword} is not known here.`);
    }
    const words = instruction.getArguments().map((argument) => argument.getValue());
    await step(stage, { instruction, words, stages, context });
  }
  return stage;
}
