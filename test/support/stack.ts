import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./dynamicProvider";

/** What one run of the CLI did. */
export interface Run {
  code: number;
  /** All that it printed. */
  output: string;
  /** Resources of the package by what was done with them: `create`, `update`, `same`, `replace`, `delete`, … */
  steps: { operation: string; name: string; diffs: string[] }[];
}

interface Metadata {
  op: string;
  urn: string;
  type: string;
  diffs?: string[] | null;
}
interface EngineEvent {
  resourcePreEvent?: { metadata: Metadata };
  resOutputsEvent?: { metadata: Metadata };
}

const FOLDER = path.join(ROOT, ".cache/engine-tests");

function readSteps(file: string): Run["steps"] {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  return text
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => {
      const metadata = (JSON.parse(line) as EngineEvent).resourcePreEvent?.metadata;
      if (!metadata?.type.startsWith("pulumi-nodejs:dynamic/containergroups:")) return [];
      return [{ operation: metadata.op, name: metadata.urn.split("::").at(-1) ?? "", diffs: metadata.diffs ?? [] }];
    });
}

/** A program on disk, a stack on a file backend of its own, and the real CLI. */
export class Stack {
  readonly folder: string;
  readonly #env: Record<string, string>;
  #runs = 0;

  /** `program` is the body of a module (see `program` below), or a folder to copy and its `Pulumi.yaml`: nothing tracked is written to. */
  constructor(
    program: string | { copyOf: string; projectFile: string },
    configuration: Record<string, string>,
    { folder }: { folder?: string } = {},
  ) {
    mkdirSync(FOLDER, { recursive: true });
    this.folder = folder ?? mkdtempSync(path.join(FOLDER, "stack-"));
    this.#env = JSON.parse(
      execFileSync(process.execPath, [path.join(ROOT, "scripts/environment.mjs"), this.folder], {
        encoding: "utf8",
        timeout: 60_000,
      }),
    ) as Record<string, string>;
    if (typeof program === "string") {
      this.write("Pulumi.yaml", "name: tested\nruntime: nodejs\n");
      this.write("package.json", JSON.stringify({ name: "tested", private: true, main: "index.js" }));
      this.program(program);
    } else {
      const isProgram = (file: string) => !/node_modules$|Pulumi\..+\.yaml$/.test(file);
      cpSync(program.copyOf, this.folder, { recursive: true, filter: isProgram });
      this.write("Pulumi.yaml", program.projectFile);
    }
    this.#must(["stack", "init", "test", "--non-interactive"]);
    for (const [key, value] of Object.entries(configuration)) this.configure(key, value);
  }

  /** Replaces the program: the body of a module in which `pulumi` and `cg` are there. */
  program(body: string): void {
    this.write(
      "index.js",
      `const pulumi = require("@pulumi/pulumi");\nconst cg = require("pulumi-containergroups");\n${body}\n`,
    );
  }

  write(file: string, text: string): void {
    writeFileSync(path.join(this.folder, file), text);
  }

  configure(key: string, value: string, secret = /apiKey$|secret/i.test(key)): void {
    this.#must(["config", "set", "--path", secret ? "--secret" : "--plaintext", key, "--", value]);
  }

  unconfigure(key: string): void {
    this.#must(["config", "rm", "--path", key]);
  }

  #must(args: string[]): string {
    return execFileSync("pulumi", args, {
      cwd: this.folder,
      env: this.#env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    });
  }

  start(
    command: string,
    args: string[] = [],
    env: Record<string, string> = {},
  ): { child: ChildProcess; done: Promise<Run> } {
    const log = path.join(this.folder, `events-${++this.#runs}.json`);
    const flags = ["--non-interactive", "--color", "never", "--stack", "test", "--event-log", log];
    const confirm = command === "preview" ? ["--diff"] : ["--yes", "--skip-preview"];
    const child = spawn("pulumi", [command, ...flags, ...confirm, ...args], {
      cwd: this.folder,
      env: { ...this.#env, PULUMI_DEBUG_COMMANDS: "true", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // A process group of its own, as a terminal makes one, so that a test can interrupt all of it.
      detached: true,
    });
    let output = "";
    const collect = (data: Buffer) => {
      output += data.toString();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    const done = new Promise<Run>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve({ code: code ?? -1, output, steps: readSteps(log) }));
    });
    return { child, done };
  }

  run(command: string, args: string[] = [], env: Record<string, string> = {}): Promise<Run> {
    return this.start(command, args, env).done;
  }

  preview = (args: string[] = [], env?: Record<string, string>) => this.run("preview", args, env);
  up = (args: string[] = [], env?: Record<string, string>) => this.run("up", args, env);
  refresh = (args: string[] = [], env?: Record<string, string>) => this.run("refresh", args, env);
  destroy = (args: string[] = [], env?: Record<string, string>) => this.run("destroy", args, env);

  /** Gives the stack free again that a killed CLI holds. */
  cancel(): void {
    this.#must(["cancel", "--yes", "--non-interactive", "--stack", "test"]);
  }

  /** The state as it lies in the backend. */
  export(args: string[] = []): string {
    return this.#must(["stack", "export", ...args]);
  }

  /** The outputs that the state holds of one resource. */
  outputs(name: string): Record<string, unknown> {
    const state = JSON.parse(this.export()) as {
      deployment: { resources: { urn: string; outputs?: Record<string, unknown> }[] };
    };
    return state.deployment.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.outputs ?? {};
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
