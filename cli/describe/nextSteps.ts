import { SETTINGS_NAMESPACE } from "../../common/settings";
import type { CliContext } from "../context";
import { styled } from "../terminal";
import type { SecretNames } from "./secretNames";
import type { AllSettings } from "./settings";

/** The settings that flags may give and a program cannot do without. */
const PROGRAM_SETTINGS = ["baseUrl", "apiKeyHeader", "allowPlainHttp"] as const;

/** The commands that a program with this declaration needs before `pulumi up`. */
function commandsFor(secrets: SecretNames, { command, program }: AllSettings): string[] {
  const set = "pulumi config set";
  const given = PROGRAM_SETTINGS.filter((key) => command.settings[key] !== program.settings[key]);
  return [
    ...given.map((key) => `${set} ${SETTINGS_NAMESPACE}:${key} ${command.settings[key]}`),
    ...(program.settings.apiKey === undefined ? [`${set} --secret ${SETTINGS_NAMESPACE}:apiKey`] : []),
    ...[...secrets.values()].map((name) => `${set} --secret ${name}`),
  ];
}

/** What is to be done before the declaration can be deployed; nothing where the stack has it all. */
export function nextSteps(secrets: SecretNames, settings: AllSettings, context: CliContext): string {
  const commands = commandsFor(secrets, settings);
  if (commands.length === 0) {
    return "";
  }
  const left =
    secrets.size > 0
      ? "A field whose secret you do not have can be taken out, a list as a whole: what is not declared stays as it is.\n"
      : "";
  const lines = commands.map((line) => `  ${styled("bold", line, context)}\n`).join("");
  return `Before \`pulumi up\`, in the folder of the program:\n${lines}${left}`;
}
