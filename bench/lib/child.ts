import { spawn } from "node:child_process";

/** What a command printed on its standard output, and how long it took from its start to its end. */
export interface Run {
  output: string;
  milliseconds: number;
}

/** Settings of the caller that would change what is measured. */
const FOREIGN = /^(PULUMI|CONTAINERGROUPS)_|^NODE_OPTIONS$/;

/**
 * Runs a command to its end, with no input. It stays in our process group, so that an interruption of the benchmark reaches it.
 * Rejects with all that it printed where it ends with another code than 0; `name` is what it is called then.
 */
export function runChild(
  command: string,
  args: readonly string[],
  { name, cwd, env }: { name: string; cwd?: string; env: NodeJS.ProcessEnv },
): Promise<Run> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => void (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => void (errors += text));
    child.once("error", reject);
    child.once("close", (code) => {
      const milliseconds = performance.now() - start;
      if (code === 0) resolve({ output, milliseconds });
      else reject(new Error(`${name} ended with exit code ${code}:\n${output}${errors}`));
    });
  });
}

/** Runs a script in a Node of its own, without the caller's settings of Pulumi and of Node. */
export function runNode(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
  return runChild(process.execPath, args, { name: `node ${args.join(" ")}`, env: { ...own, ...env } });
}
