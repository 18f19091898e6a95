import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import * as path from "node:path";
import { isJsonObject } from "../common/json";
import { SETTINGS_NAMESPACE } from "../common/settings";
import { oneLine } from "../provider/core/secrets/redaction";
import type { CliContext } from "./context";
import { CliError } from "./errors";

/** The settings of a stack in our namespace: strings, and JSON text for an object setting. */
export type StackSettings = Readonly<Record<string, string>>;

const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

const WAYS_OUT = "Choose a stack with --stack NAME, or with --no-stack give the settings by flags and the environment.";

/** The folder of the Pulumi project around a folder. */
function projectFolder(folder: string): string | undefined {
  if (PROJECT_FILES.some((file) => existsSync(path.join(folder, file)))) {
    return folder;
  }
  const parent = path.dirname(folder);
  return parent === folder ? undefined : projectFolder(parent);
}

/**
 * The settings of a stack of the Pulumi project in this folder, or around it, as the CLI on PATH gives them: secrets decrypted.
 * None where there is no project.
 *
 * @throws CliError where the CLI is not there or fails, with its own words
 */
export async function readStackSettings(
  { cwd, env }: CliContext,
  stack: string | undefined,
): Promise<StackSettings | undefined> {
  const folder = projectFolder(cwd);
  if (folder === undefined) {
    if (stack !== undefined) {
      throw new CliError(`--stack ${stack}: there is no Pulumi project in ${cwd}, or around it.`);
    }
    return undefined;
  }
  const args = ["config", "--json", "--show-secrets", "--non-interactive", "--color", "never"];
  const output = await runPulumi([...args, ...(stack === undefined ? [] : ["--stack", stack])], { cwd, env, folder });
  return settingsIn(output);
}

function runPulumi(
  args: readonly string[],
  { cwd, env, folder }: Pick<CliContext, "cwd" | "env"> & { folder: string },
): Promise<string> {
  const options = { cwd, env: { ...env }, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
  return new Promise((resolve, reject) => {
    execFile("pulumi", args, options, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
        return;
      }
      const said = oneLine(stderr.replace(/^error: /, ""));
      const why =
        error.code === "ENOENT" ? "there is no pulumi on PATH" : `\`pulumi config\` failed${said && `: ${said}`}`;
      reject(new CliError(`The settings of the stack in ${folder} cannot be read: ${why}. ${WAYS_OUT}`));
    });
  });
}

function settingsIn(output: string): StackSettings {
  const prefix = `${SETTINGS_NAMESPACE}:`;
  let all: unknown;
  try {
    all = JSON.parse(output);
  } catch {
    // What was printed may hold secrets.
    throw new CliError(`\`pulumi config --json\` printed what is not JSON. ${WAYS_OUT}`);
  }
  const entries = Object.entries(isJsonObject(all) ? all : {}).flatMap(([key, setting]) =>
    key.startsWith(prefix) && isJsonObject(setting) && typeof setting["value"] === "string"
      ? [[key.slice(prefix.length), setting["value"]] as const]
      : [],
  );
  return Object.fromEntries(entries);
}
