import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./dynamicProvider";
import { CliStack, ownFolder } from "./scripts";

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

function readSteps(file: string): Run["steps"] {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  const lines = text.split("\n").filter(Boolean);
  return lines.flatMap((line) => {
    const metadata = (JSON.parse(line) as { resourcePreEvent?: { metadata: Metadata } }).resourcePreEvent?.metadata;
    if (!metadata?.type.startsWith("pulumi-nodejs:dynamic/containergroups:")) {
      return [];
    }
    return [{ operation: metadata.op, name: metadata.urn.split("::").at(-1) ?? "", diffs: metadata.diffs ?? [] }];
  });
}

/** A program on disk, a stack on a file backend of its own, and the real CLI. */
export class Stack {
  readonly folder: string;
  readonly #cli: InstanceType<typeof CliStack>;
  #runs = 0;

  /** `program` is the body of a module (see `program` below), or a folder to copy and its `Pulumi.yaml`: nothing tracked is written to. */
  constructor(
    program: string | { copyOf: string; projectFile: string },
    configuration: Record<string, string>,
    {
      folder = mkdtempSync(path.join(ownFolder(path.join(ROOT, ".cache/engine-tests")), "stack-")),
    }: { folder?: string } = {},
  ) {
    this.folder = folder;
    this.#cli = new CliStack("test", { folder });
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

  /** Gives the stack free again that a killed CLI holds. */
  cancel(): void {
    this.#cli.now("cancel", "--yes", "--non-interactive");
  }

  /** The state as it lies in the backend. */
  export(args: string[] = []): string {
    return this.#cli.export(args);
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
