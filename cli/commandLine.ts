import { parseArgs } from "node:util";
import { flagOf } from "../common/settings";
import { closestName } from "../provider/core/check/closestName";
import type { SettingKey } from "../provider/settings/rules";
import { UsageError } from "./errors";

/** The settings that a flag gives, the name of its value (none: the flag alone says `true`) and what `--help` says of it. */
const SETTING_FLAGS = {
  baseUrl: ["URL", "where the service is"],
  organizationName: ["NAME", "the organization of names that do not say it"],
  projectName: ["NAME", "the project of names that do not say it"],
  apiKeyHeader: ["NAME", "the header that carries the key"],
  requestTimeoutSeconds: ["N", "the limit of one attempt"],
  maxRetries: ["N", "further attempts of a request"],
  maxConnections: ["N", "concurrent connections"],
  allowPlainHttp: ["", "allow an http:// URL of another machine, to which the key is then sent unencrypted"],
} satisfies { [K in SettingKey]?: [value: string, help: string] };

/** Every flag: the name of its value (none: it is on or off), and what `--help` says of it. */
const FLAGS: Record<string, readonly [value: string, help: string]> = {
  queue: ["", "the names are those of queues"],
  fleet: ["", "declare the groups in one ContainerGroupFleet"],
  "secret-environment": ["", "take all values of environment variables for secrets"],
  yes: ["", "send the requests without asking"],
  stack: ["NAME", "the stack whose settings count (default: the one that is selected)"],
  "no-stack": ["", "leave the settings of stacks alone"],
  profile: ["NAME", "the profile of the settings"],
  "api-key-stdin": ["", "read the API key from standard input"],
  ...Object.fromEntries(Object.entries(SETTING_FLAGS).map(([key, entry]) => [flagOf(key).slice(2), entry])),
  help: ["", "print this"],
  version: ["", "print the version"],
};

const SHORT: Record<string, string> = { yes: "y", help: "h" };

export const HELP = `Usage: pulumi-containergroups describe [FLAG…] NAME…

Prints the TypeScript declaration of container groups or queues that exist, as the
service shows them now. A NAME is ORGANIZATION/PROJECT/NAME; what the settings
say of it can be left out.

The API has no way to read an object, so each is sent one empty merge patch,
which changes no field, and the declaration is made of the response. You are
asked before.

${Object.entries(FLAGS)
  .map(([flag, [value, help]]) => {
    const short = SHORT[flag] === undefined ? "" : `-${SHORT[flag]}, `;
    return `  ${`${short}--${flag}${value && ` ${value}`}`.padEnd(28)} ${help}\n`;
  })
  .join("")}
Settings come from flags, the stack in this folder (\`pulumi config\`) or the
environment, in this order. The API key comes from standard input, the stack's
setting containergroups:apiKey or CONTAINERGROUPS_API_KEY, never from a flag.

The declaration goes to standard output, all else to standard error.
Exit codes: 0 success, 1 failure, 2 a command line that cannot be followed.
`;

/** What `describe` is asked for. */
export interface DescribeCommand {
  command: "describe";
  names: readonly string[];
  queue: boolean;
  fleet: boolean;
  secretEnvironment: boolean;
  yes: boolean;
  stack: string | undefined;
  noStack: boolean;
  profile: string | undefined;
  apiKeyStdin: boolean;
  /** The settings that flags give. */
  settings: Readonly<Record<string, string>>;
}

export type Command = { command: "help" } | { command: "version" } | DescribeCommand;

/** Reads a command line. Throws a UsageError for anything that it does not know. No message repeats a flag's value. */
export function readCommandLine(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values["help"] === true) {
    return { command: "help" };
  }
  if (values["version"] === true) {
    return { command: "version" };
  }
  const [command, ...names] = positionals;
  if (command !== "describe") {
    throw new UsageError(command === undefined ? "there is no command" : "the first word must be a command: describe");
  }
  const on = (flag: string): boolean => values[flag] === true;
  const text = (flag: string): string | undefined => {
    const value = values[flag];
    return typeof value === "string" ? value : undefined;
  };
  if (names.length === 0) {
    throw new UsageError("describe needs the name of a container group, or with --queue of a queue");
  }
  if (on("queue") && on("fleet")) {
    throw new UsageError("--fleet is for container groups: leave out --queue");
  }
  if (on("no-stack") && text("stack") !== undefined) {
    throw new UsageError("--stack and --no-stack exclude each other");
  }
  return {
    command,
    names,
    queue: on("queue"),
    fleet: on("fleet"),
    secretEnvironment: on("secret-environment"),
    yes: on("yes"),
    stack: text("stack"),
    noStack: on("no-stack"),
    profile: text("profile"),
    apiKeyStdin: on("api-key-stdin"),
    settings: settingsIn(values),
  };
}

type Values = Record<string, string | boolean | undefined>;

function settingsIn(values: Values): Record<string, string> {
  const given = Object.keys(SETTING_FLAGS).map((key) => [key, values[flagOf(key).slice(2)]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined).map(([key, value]) => [key, `${value}`]));
}

/** What the parser of Node says of a flag that it does not know, and the flag. */
const UNKNOWN = /^Unknown option '(-[^'=]*)/;

function parse(args: readonly string[]): { values: Values; positionals: string[] } {
  const options = Object.entries(FLAGS).map(([flag, [value]]) => {
    const short = SHORT[flag];
    return [flag, { type: value === "" ? "boolean" : "string", ...(short !== undefined && { short }) }] as const;
  });
  // Known, so that its value is never taken for a name, and told apart from a slip of the finger.
  const known = Object.fromEntries([...options, ["api-key", { type: "string" }] as const]);
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: known, allowPositionals: true });
  } catch (error) {
    const message = (error as Error).message;
    const unknown = UNKNOWN.exec(message)?.[1];
    throw new UsageError(unknown === undefined ? message.split(/[.\n] ?/)[0] : unknownFlag(unknown));
  }
  if (parsed.values["api-key"] !== undefined) {
    throw new UsageError(
      "--api-key is not taken, because other users of this machine can read what a command is started with: set " +
        "CONTAINERGROUPS_API_KEY, or pipe the key into the command with --api-key-stdin",
    );
  }
  return parsed as { values: Values; positionals: string[] };
}

function unknownFlag(flag: string): string {
  const meant = closestName(flag.replace(/^-+/, ""), Object.keys(FLAGS));
  return `there is no flag ${flag}${meant === undefined ? "" : `; did you mean --${meant}?`}`;
}
