import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { runChild, type Run } from "./child";
import { ROOT } from "./root";

export type { Run } from "./child";

/** The environment in which the CLI is the clone's and keeps its stacks in `folder`: nothing of the caller's Pulumi is in it. */
export async function cliEnvironment(folder: string): Promise<Record<string, string>> {
  const temporary = path.join(folder, "tmp");
  mkdirSync(temporary, { recursive: true });
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(ROOT, "scripts/environment.mjs"), folder]);
  return { ...(JSON.parse(stdout) as Record<string, string>), TMPDIR: temporary };
}

/** A program in plain JavaScript, a stack on a file backend of its own, and the real CLI, all in one folder inside the clone. */
export class Stack {
  readonly #folder: string;
  readonly #env: Record<string, string>;

  private constructor(folder: string, env: Record<string, string>) {
    this.#folder = folder;
    this.#env = env;
  }

  /** Makes a stack in a folder, which is made if need be. Settings named `apiKey` are kept as secrets. */
  static async create(folder: string, settings: Record<string, string>): Promise<Stack> {
    mkdirSync(folder, { recursive: true });
    const stack = new Stack(folder, await cliEnvironment(folder));
    // A language host that sees the option does not load the TypeScript compiler for a program that does not need it.
    stack.write("Pulumi.yaml", "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n");
    stack.write("package.json", JSON.stringify({ name: "bench", private: true, main: "index.js" }));
    await stack.#run(["stack", "init", "bench"]);
    const pairs = Object.entries(settings).flatMap(([key, value]) => [
      key.endsWith(":apiKey") ? "--secret" : "--plaintext",
      `${key}=${value}`,
    ]);
    if (pairs.length > 0) await stack.#run(["config", "set-all", "--stack", "bench", ...pairs]);
    return stack;
  }

  /** Replaces the program. */
  program(text: string): void {
    this.write("index.js", text);
  }

  /** Writes a file beside the program. */
  write(file: string, text: string): void {
    writeFileSync(path.join(this.#folder, file), text);
  }

  /** Updates without a preview before it, as a pipeline does; `env` is what the program sees beside the CLI's environment. */
  up(env: Record<string, string> = {}): Promise<Run> {
    return this.#run(["up", "--yes", "--skip-preview", "--suppress-progress", "--stack", "bench"], env);
  }

  /** Previews; `env` as for {@link up}. */
  preview(env: Record<string, string> = {}): Promise<Run> {
    return this.#run(["preview", "--suppress-progress", "--stack", "bench"], env);
  }

  /** The state, with secrets encrypted. */
  async export(): Promise<unknown> {
    return JSON.parse((await this.#run(["stack", "export", "--stack", "bench"])).output);
  }

  /** Removes all that the stack has on disk. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(args: string[], env: Record<string, string> = {}): Promise<Run> {
    return runChild("pulumi", ["--non-interactive", "--color", "never", ...args], {
      name: `"pulumi ${args[0]}"`,
      cwd: this.#folder,
      env: { ...this.#env, ...env },
    });
  }
}
