import { createRequire } from "node:module";
import { HELP, readCommandLine } from "./commandLine";
import { CliError, UsageError, type CliContext } from "./context";
import { describe } from "./describe";

/** Runs a command line. Returns the exit code: 0 for success, 1 for a failure, 2 for a UsageError. */
export async function runCli(context: CliContext): Promise<0 | 1 | 2> {
  try {
    const command = readCommandLine(context.args);
    if (command === "help") {
      context.stdout.write(HELP);
    } else if (command === "version") {
      const { version } = createRequire(__filename)("pulumi-containergroups/package.json") as { version: string };
      context.stdout.write(`${version}\n`);
    } else {
      await describe(command, context);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof CliError)) {
      throw error;
    }
    for (const line of error.message.split("\n")) {
      context.stderr.write(`error: ${line}\n`);
    }
    if (error instanceof UsageError) {
      context.stderr.write("See pulumi-containergroups --help.\n");
      return 2;
    }
    return 1;
  }
}
