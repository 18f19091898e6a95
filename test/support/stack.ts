import { cpSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./dynamicProvider";
import { CliStack, ownFolder, run } from "./scripts";

/** What one run of the CLI did. */
export interface Run {
  code: number;
  /** All that it printed. */
  output: string;
  /** Resources of the package by what was done with them: `create`, `update`, `same`, `replace`, `delete`, … */
  steps: { operation: string; name: string; diffs: string[] }[];
}

const TYPE = "pulumi-nodejs:dynamic/containergroups:";

/** The URN of a resource in a stack of these tests. */
export const urnOf = (kind: string, name: string): string => `urn:pulumi:test::tested::${TYPE}${kind}::${name}`;

interface Metadata {
  op: string;
  urn: string;
  type: string;
  diffs?: string[] | null;
}

function readSteps(file: string): Run["steps"] {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  // What follows the last line end is empty, or was cut off by the end of a killed CLI.
  const lines = text.split("\n").slice(0, -1);
  return lines.flatMap((line) => {
    const metadata = (JSON.parse(line) as { resourcePreEvent?: { metadata: Metadata } }).resourcePreEvent?.metadata;
    if (!metadata?.type.startsWith(TYPE)) {
      return [];
    }
    return [{ operation: metadata.op, name: metadata.urn.split("::").at(-1) ?? "", diffs: metadata.diffs ?? [] }];
  });
}

/** A new folder for a program of a test: in the clone, where the program finds the package. */
export const newFolder = (name: string): string =>
  mkdtempSync(path.join(ownFolder(path.join(ROOT, ".cache/engine-tests")), `${name}-`));

/** A program on disk, a stack on a file backend of its own, and the real CLI. */
export class Stack {
  readonly folder: string;
  readonly #cli: InstanceType<typeof CliStack>;
  #runs = 0;

  /** `program` is the body of a module (see `program` below), or a folder to copy and its `Pulumi.yaml`: nothing tracked is written to. */
  constructor(
    program: string | { copyOf: string; projectFile: string },
    configuration: Record<string, string>,
    { folder = newFolder("stack"), env = {} }: { folder?: string; env?: Record<string, string> } = {},
  ) {
    this.folder = folder;
    this.#cli = new CliStack("test", { folder, env });
    if (typeof program === "string") {
      this.write("Pulumi.yaml", "name: tested\nruntime: nodejs\n");
      this.write("package.json", JSON.stringify({ name: "tested", private: true, main: "index.js" }));
      this.program(program);
    } else {
      const isProgram = (file: string) => !/node_modules$|Pulumi\..+\.yaml$/.test(file);
      cpSync(program.copyOf, this.folder, { recursive: true, filter: isProgram });
      this.write("Pulumi.yaml", program.projectFile);
    }
    this.#cli.now("stack", "init");
    this.#cli.configure(configuration);
  }

  /** Replaces the program: the body of a module in which `pulumi` and `cg` are there. */
  program(body: string): void {
    const head = `const pulumi = require("@pulumi/pulumi");\nconst cg = require("pulumi-containergroups");`;
    this.write("index.js", `${head}\n${body}\n`);
  }

  /** The environment of its commands: what is set here holds from now on. */
  get env() {
    return this.#cli.env;
  }

  write(file: string, text: string): void {
    this.#cli.write(file, text);
  }

  configure(key: string, value: string, secret = /apiKey$|secret/i.test(key)): void {
    this.#cli.now("config", "set", "--path", secret ? "--secret" : "--plaintext", key, "--", value);
  }

  unconfigure(key: string): void {
    this.#cli.now("config", "rm", "--path", key);
  }

  /** `child` leads a process group of its own, as in a terminal, so that a test can interrupt all of it; `until` ends it when aborted. */
  start(command: string, args: string[] = [], env: Record<string, string> = {}, until?: AbortSignal) {
    const log = path.join(this.folder, `events-${++this.#runs}.json`);
    const diff = command === "preview" ? ["--diff"] : [];
    const { child, done } = this.#cli.start(command, ["--event-log", log, ...diff, ...args], {
      env: { PULUMI_DEBUG_COMMANDS: "true", ...env },
      until,
    });
    return { child, done: done.then(({ code, output }): Run => ({ code, output, steps: readSteps(log) })) };
  }

  run(command: string, args: string[] = [], env: Record<string, string> = {}): Promise<Run> {
    return this.start(command, args, env).done;
  }

  preview = (args: string[] = [], env?: Record<string, string>) => this.run("preview", args, env);
  up = (args: string[] = [], env?: Record<string, string>) => this.run("up", args, env);
  refresh = (args: string[] = [], env?: Record<string, string>) => this.run("refresh", args, env);
  destroy = (args: string[] = [], env?: Record<string, string>) => this.run("destroy", args, env);

  /** Runs the package's own command line in the stack's folder. */
  async describe(args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const command = [path.join(ROOT, "dist/cli/main.js"), "describe", "--stack", "test", ...args];
    return run(process.execPath, command, { cwd: this.folder, env: this.#cli.env });
  }

  /** Gives the stack free again that a killed CLI holds. */
  cancel(): void {
    this.#cli.now("cancel", "--yes", "--non-interactive");
  }

  /** The state as it lies in the backend. */
  export(args: string[] = []): string {
    return this.#cli.export(args);
  }

  /** Puts another state in the place of the one in the backend. */
  import(file: string): void {
    this.#cli.now("stack", "import", "--file", file);
  }

  /** The text of every file that the CLI has written: the state, its backups and its history, the stack's settings, and the logs of events. */
  stored(): string {
    const inBackend = readdirSync(path.join(this.folder, "state"), { recursive: true, withFileTypes: true });
    const files = inBackend.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name));
    const logs = readdirSync(this.folder).filter((name) => /^events-\d+\.json$/.test(name));
    const read = (file: string) => readFileSync(file, "utf8");
    return [
      ...[...files, path.join(this.folder, "Pulumi.test.yaml")].map(read),
      // What Pulumi's SDK writes for debugging is all that goes to the engine and comes back, of every resource.
      ...logs.map((name) => read(path.join(this.folder, name)).replace(/^.*"severity":"debug".*$/gm, "")),
    ].join("\n");
  }

  /** The outputs that the state holds of one resource. */
  outputs(name: string): Record<string, unknown> {
    const state = JSON.parse(this.export()) as {
      deployment: { resources: { urn: string; outputs?: Record<string, unknown> }[] };
    };
    return state.deployment.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.outputs ?? {};
  }

  remove(): void {
    this.#cli.remove();
  }
}
