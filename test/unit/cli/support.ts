import { PassThrough, Writable } from "node:stream";
import { runCli } from "../../../cli/cli";

/** What a command did. */
export interface CliRun {
  code: number;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** What is typed at a terminal, or comes by a pipe. */
  input?: string;
  /** Whether there is a terminal. Default: none. */
  terminal?: boolean;
}

/** Runs a command line in this process. */
export async function cli(
  args: string[],
  { env = {}, cwd = "/", input = "", terminal = false }: CliOptions = {},
): Promise<CliRun> {
  let [stdout, stderr] = ["", ""];
  const stdin = Object.assign(new PassThrough(), { isTTY: terminal });
  stdin.end(input);
  const error = new Writable({
    write(chunk, _encoding, done) {
      stderr += String(chunk);
      done();
    },
  });
  const code = await runCli({
    args,
    env,
    cwd,
    stdin,
    stdout: { write: (text: string) => Boolean((stdout += text)) },
    stderr: Object.assign(error, { isTTY: terminal }),
  });
  return { code, stdout, stderr };
}

/** The script of a `pulumi` that prints these settings as `pulumi config --json` does. */
export function printing(settings: Record<string, string>): string {
  const all = Object.entries(settings).map(([key, value]) => [`containergroups:${key}`, { value, secret: true }]);
  return `cat <<'END'\n${JSON.stringify(Object.fromEntries(all))}\nEND`;
}
