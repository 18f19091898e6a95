import { parseArgs } from "node:util";
import { ENVIRONMENT_VARIABLES } from "../common/settings";
import { UsageError } from "./context";

/** Every flag. `value` names its value in the help. */
const FLAGS = {
  queue: { type: "boolean", help: "the names are those of queues" },
  fleet: { type: "boolean", help: "declare the groups in one ContainerGroupFleet" },
  "secret-environment": { type: "boolean", help: "print no value of an environment variable" },
  yes: { type: "boolean", short: "y", help: "send the requests without asking" },
  stack: { type: "string", value: "NAME", help: "read the settings of this stack (default: the selected one)" },
  "no-stack": { type: "boolean", help: "read no settings of a stack" },
  profile: { type: "string", value: "NAME", help: "the profile of the settings" },
  help: { type: "boolean", short: "h", help: "print this" },
  version: { type: "boolean", help: "print the version" },
} as const;

function flagHelp([name, flag]: [string, { help: string; short?: string; value?: string }]): string {
  const short = flag.short === undefined ? "" : `-${flag.short}, `;
  const value = flag.value === undefined ? "" : ` ${flag.value}`;
  return `  ${`${short}--${name}${value}`.padEnd(28)} ${flag.help}\n`;
}

export const HELP = `Usage: pulumi-containergroups describe [FLAG…] NAME…

Prints the TypeScript declaration of container groups or queues that exist, as the
service shows them now. A NAME is ORGANIZATION/PROJECT/NAME. Parts that the settings
give can be left out.

The API has no way to read an object. So each object is sent one empty merge patch,
which changes no field, and the declaration is made from the response. The command
asks before it sends.

${Object.entries(FLAGS).map(flagHelp).join("")}
Settings come from the stack in this folder (\`pulumi config\`) or else from the
environment:
${Object.values(ENVIRONMENT_VARIABLES)
  .map((name) => `  ${name}\n`)
  .join("")}
The declaration goes to standard output, everything else to standard error.
Exit codes: 0 success, 1 failure, 2 a command line that cannot be followed.
`;

type Values = ReturnType<typeof parse>["values"];

/** A `describe` command: the names of the objects, and the flags. */
export interface DescribeCommand {
  names: readonly string[];
  flags: Values;
}

/**
 * Reads a command line. No arguments ask for the help.
 *
 * @throws UsageError for a mistake. The message repeats no flag's value, because it could be the key.
 */
export function readCommandLine(args: readonly string[]): "help" | "version" | DescribeCommand {
  const { values, positionals } = parse(args);
  if (values.help || args.length === 0) {
    return "help";
  }
  if (values.version) {
    return "version";
  }
  const [command, ...names] = positionals;
  if (command !== "describe") {
    throw new UsageError("the first word must be a command: describe");
  }
  if (names.length === 0) {
    throw new UsageError("describe needs the name of a container group, or with --queue of a queue");
  }
  if (values.queue && values.fleet) {
    throw new UsageError("--fleet is for container groups: leave out --queue");
  }
  if (values["no-stack"] && values.stack !== undefined) {
    throw new UsageError("--no-stack reads no stack: leave out --stack");
  }
  return { names, flags: values };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  } catch (error) {
    // The first sentence names the flag. It never repeats a value.
    throw new UsageError((error as Error).message.split(/[.\n] ?/)[0]);
  }
}
