import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
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

/** A folder with a Pulumi project, and a `pulumi` that does what `script` says: the PATH with it. */
export function project(script: string): { folder: string; PATH: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "cli-project-"));
  writeFileSync(path.join(folder, "Pulumi.yaml"), "name: tested\nruntime: nodejs\n");
  const pulumi = path.join(folder, "pulumi");
  writeFileSync(pulumi, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${folder}/calls'\n${script}\n`);
  chmodSync(pulumi, 0o755);
  return { folder, PATH: `${folder}${path.delimiter}/usr/bin${path.delimiter}/bin` };
}

/** The script of a `pulumi` that prints these settings as `pulumi config --json` does. */
export function printing(settings: Record<string, string>): string {
  const all = Object.entries(settings).map(([key, value]) => [`containergroups:${key}`, { value, secret: true }]);
  return `cat <<'END'\n${JSON.stringify(Object.fromEntries(all))}\nEND`;
}
