/** What a command did: `scripts/lib/processes.mjs`. */
export interface Run {
  code: number;
  stdout: string;
  /** All that it printed. */
  output: string;
  milliseconds: number;
}

/** A stack on a file backend of its own, and the real CLI: `scripts/lib/stack.mjs`. */
export interface CliStack {
  now(...args: string[]): string;
  configure(settings: Record<string, string>): void;
  start(command: string, args?: readonly string[], options?: { env?: Record<string, string> }): { done: Promise<Run> };
  export(): string;
  write(file: string, text: string): void;
}

/** What the scripts hand to the benchmark, which is compiled and cannot import them. */
export interface Tools {
  /** A folder inside the clone for this run alone; it is gone when the process ends. */
  folder: string;
  run(command: string, args: readonly string[], options?: { cwd?: string; env?: NodeJS.ProcessEnv }): Promise<Run>;
  /** Rejects with what a command printed where it failed. */
  succeed(name: string, done: Promise<Run>): Promise<Run>;
  /** The caller's environment without what would change what is measured. */
  cleanEnvironment(): NodeJS.ProcessEnv;
  /** The same, with the clone's CLI. */
  cliEnvironment(): NodeJS.ProcessEnv;
  Stack: new (name: string, options: { folder: string }) => CliStack;
  installPeers(): Promise<Record<"tofu" | "restapi", Installed>>;
}

/** A program that the scripts have got. */
export interface Installed {
  binary: string;
  version: string;
}

/** Runs a script in a Node of its own, with an environment beside the caller's, and none of the caller's options of Node. */
export function runNode(
  { run, succeed, cleanEnvironment }: Tools,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Run> {
  const env = { ...cleanEnvironment(), NODE_OPTIONS: undefined, ...environment };
  return succeed(`node ${args[0]}`, run(process.execPath, args, { env }));
}
