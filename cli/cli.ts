import { createRequire } from "node:module";
import { HELP, readCommandLine } from "./commandLine";
import type { CliContext } from "./context";
import { describe } from "./describe/describe";
import { CliError, UsageError } from "./errors";
import { styled } from "./terminal";

/** Runs a command line, and gives the exit code: 0 success, 1 failure, 2 a command line that cannot be followed. */
export async function runCli(context: CliContext): Promise<0 | 1 | 2> {
  try {
    const command = readCommandLine(context.args);
    switch (command.command) {
      case "help":
        context.stdout.write(HELP);
        return 0;
      case "version": {
        const { version } = createRequire(__filename)("pulumi-containergroups/package.json") as { version: string };
        context.stdout.write(`${version}\n`);
        return 0;
      }
      case "describe":
        await describe(command, context);
        return 0;
    }
  } catch (error) {
    if (!(error instanceof CliError)) {
      throw error;
    }
    const isUsage = error instanceof UsageError;
    for (const line of error.message.split("\n")) {
      context.stderr.write(`${styled("red", "error:", context)} ${line}\n`);
    }
    if (isUsage) {
      context.stderr.write("See pulumi-containergroups --help.\n");
    }
    return isUsage ? 2 : 1;
  }
}
