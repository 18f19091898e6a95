import { text } from "node:stream/consumers";
import { formatProblem } from "../../provider/settings/layers";
import type { Settings } from "../../provider/settings/rules";
import { readSettings, type ReadSettings } from "../../provider/settings/settings";
import type { DescribeCommand } from "../commandLine";
import type { CliContext } from "../context";
import { CliError, UsageError } from "../errors";
import { readStackSettings, type StackSettings } from "../stackSettings";

/** The settings that a command runs with, and those that a program in the same place would run with. */
export interface AllSettings {
  command: ReadSettings;
  program: ReadSettings;
}

/** Reads them from flags, standard input, the stack in this folder, and the environment. */
export async function allSettings(command: DescribeCommand, context: CliContext): Promise<AllSettings> {
  const flags: Record<string, string> = { ...command.settings };
  if (command.apiKeyStdin) {
    if (context.stdin.isTTY) {
      throw new UsageError(
        "--api-key-stdin reads the key from standard input, which is a terminal: pipe the key into it",
      );
    }
    flags["apiKey"] = (await text(context.stdin)).replace(/\r?\n$/, "");
  }
  const stack: StackSettings = command.noStack ? {} : ((await readStackSettings(context, command.stack)) ?? {});
  const source = {
    get: (key: string) => (Object.hasOwn(stack, key) ? stack[key] : undefined),
    keys: Object.keys(stack),
    env: context.env,
  };
  return {
    command: readSettings({ ...source, flags }, command.profile),
    program: readSettings(source, command.profile),
  };
}

/** Settings with which requests can be made. A flag that cannot be used is a mistake of the command line. */
export function usable({ settings, problems, missing }: ReadSettings): Settings {
  const all = [...problems, ...missing];
  if (all.length > 0) {
    const message = all.map(formatProblem).join("\n");
    throw all.some(({ setting }) => setting.startsWith("--")) ? new UsageError(message) : new CliError(message);
  }
  return settings;
}
