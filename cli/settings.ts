import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { isJsonObject } from "../common/json";
import { settingKey } from "../common/settings";
import { oneLine } from "../provider/core/secrets/redaction";
import { formatProblem } from "../provider/settings/layers";
import type { Settings } from "../provider/settings/rules";
import { readSettings } from "../provider/settings/settings";
import type { DescribeCommand } from "./commandLine";
import { CliError, type CliContext } from "./context";

const execute = promisify(execFile);

const OTHER_WAYS = "Choose a stack with --stack NAME, or with --no-stack give the settings by the environment.";

/**
 * Reads the settings from the stack in this folder and the environment.
 *
 * @throws CliError when a setting is missing or cannot be used
 */
export async function readCommandSettings({ flags }: DescribeCommand, context: CliContext): Promise<Settings> {
  const { stack: name, profile, "no-stack": noStack } = flags;
  const hasStack = !noStack && (name !== undefined || isInProject(context.cwd));
  const stack = hasStack ? await stackSettings(context, name) : new Map<string, string>();
  const { settings, problems, missing } = readSettings(
    { get: (key) => stack.get(key), keys: [...stack.keys()], env: context.env },
    profile,
  );
  const all = [...problems, ...missing];
  if (all.length > 0) {
    throw new CliError(all.map(formatProblem).join("\n"));
  }
  return settings;
}

/** Whether a Pulumi project's file is in this folder or in one above it, where Pulumi looks for it. */
function isInProject(folder: string): boolean {
  const hasFile = ["yaml", "yml", "json"].some((type) => existsSync(path.join(folder, `Pulumi.${type}`)));
  return hasFile || (path.dirname(folder) !== folder && isInProject(path.dirname(folder)));
}

/** The settings of a stack as `pulumi config` prints them, secrets decrypted: strings, or JSON text. */
async function stackSettings({ cwd, env }: CliContext, stack: string | undefined): Promise<Map<string, string>> {
  const args = ["config", "--json", "--show-secrets", "--non-interactive", "--color", "never"];
  const options = { cwd, env: { ...env }, maxBuffer: 64 * 1024 * 1024 };
  try {
    const { stdout } = await execute("pulumi", stack === undefined ? args : [...args, "--stack", stack], options);
    return settingsIn(stdout);
  } catch (error) {
    throw new CliError(`The settings of the stack cannot be read: ${reasonOf(error)}. ${OTHER_WAYS}`);
  }
}

/** Why `pulumi config` gave no settings. Only its standard error is repeated, because its standard output holds secrets. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) {
    return "`pulumi config --json` printed what is not JSON";
  }
  const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
  const words = oneLine(stderr.replace(/^error: /, ""));
  return code === "ENOENT" ? "there is no pulumi on PATH" : `\`pulumi config\` failed${words && `: ${words}`}`;
}

function settingsIn(output: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const [name, setting] of Object.entries(JSON.parse(output) as object)) {
    const key = settingKey(name);
    if (key !== undefined && isJsonObject(setting) && typeof setting["value"] === "string") {
      settings.set(key, setting["value"]);
    }
  }
  return settings;
}
