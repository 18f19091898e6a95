import type { Readable, Writable } from "node:stream";

/** What is around a command; tests put something in the place of the real thing. */
export interface CliContext {
  /** What stands after the program's name. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder in which the command was started. */
  readonly cwd: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Takes what was asked for, and nothing else. */
  readonly stdout: Pick<Writable, "write">;
  /** Takes all that is said beside it. */
  readonly stderr: Writable & { readonly isTTY?: boolean; hasColors?(): boolean };
}
