import type { Readable, Writable } from "node:stream";

/** The process around a command. Tests replace it. */
export interface CliContext {
  /** The command line after the program's name. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder in which the command was started. */
  readonly cwd: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Gets the declaration, the help or the version, and no other text. */
  readonly stdout: Pick<Writable, "write">;
  /** Gets questions, warnings, errors and next steps. */
  readonly stderr: Pick<Writable, "write"> & { readonly isTTY?: boolean };
}

/** A failure whose message is for the user. The command ends with exit code 1. */
export class CliError extends Error {}

/** A mistake in the command line. The command ends with exit code 2. */
export class UsageError extends CliError {}
