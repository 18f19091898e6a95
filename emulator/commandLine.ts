import { parseArgs } from "node:util";
import { RESOURCE_NAME } from "./schema";
import { normalizeBasePath } from "./server";

/** Every flag: the name of its value, the default, and what `--help` says. A flag without a value is off. */
const FLAGS = {
  port: ["N", "0", "port to listen on; 0 is a free one"],
  host: ["H", "127.0.0.1", "address to listen on"],
  "api-key": ["K", "emulator-key", "key to ask for"],
  "api-key-header": ["H", "Service-Api-Key", "header that carries it"],
  "base-path": ["P", "", "what comes before all paths, e.g. /api/v2"],
  "settle-ms": ["N", "200", "how long a change stays pending, and a job in each status"],
  organization: ["NAME", "acme", "organization of all objects"],
  project: ["NAME", "vision", "project of the groups and the queue"],
  groups: ["A,B", "web,worker", "container groups that exist"],
  queue: ["NAME", "renders", 'queue that exists; the group "worker", or else the last one, is attached to it'],
  endpoint: ["NAME", "transcribe", "inference endpoint that lists the queue's jobs"],
  jobs: ["N", "0", "jobs made up for that endpoint"],
  "allow-group-reads": "respond to GET of one group, which the API does not have",
  "version-on-every-patch": "raise a group's version on every accepted patch, {} too",
  "allow-remote-webhooks": "call webhooks on other machines too",
  quiet: "print no line for each request",
  help: "print this",
} as const;

type Flag = keyof typeof FLAGS;

/** What `--help` prints. */
export const HELP = `Runs a local emulator of the container group service.\n\n${Object.entries(FLAGS)
  .map(([flag, entry]) => {
    const [value, fallback, text] = typeof entry === "string" ? ["", "", entry] : entry;
    return `  ${`--${flag} ${value}`.padEnd(24)} ${text}${fallback === "" ? "" : ` (default: ${fallback})`}\n`;
  })
  .join("")}`;

/** A command line that cannot be followed; the message is one line for the user. */
export class UsageError extends Error {}

/** What the command line asks for. */
export type Settings = ReturnType<typeof readCommandLine>;

/** Reads a command line. Throws a UsageError for anything that it does not know. */
export function readCommandLine(args: readonly string[]) {
  const values = parse(args);
  const text = (flag: Flag): string => String(values[flag]);
  const on = (flag: Flag): boolean => values[flag] === true;
  const integer = (flag: Flag, max: number): number =>
    /^\d+$/.test(text(flag)) && Number(text(flag)) <= max
      ? Number(text(flag))
      : fail(`--${flag} must be an integer from 0 to ${max}`);
  const filled = (flag: Flag): string => text(flag) || fail(`--${flag} must not be empty`);
  const name = (flag: Flag, value = text(flag)): string =>
    RESOURCE_NAME.test(value)
      ? value
      : fail(`--${flag}: ${JSON.stringify(value)} is not a resource name (${RESOURCE_NAME.source})`);
  return {
    port: integer("port", 65535),
    host: text("host"),
    apiKey: filled("api-key"),
    apiKeyHeader: filled("api-key-header"),
    basePath: basePath(text("base-path")),
    settleMs: integer("settle-ms", 2147483647),
    organization: name("organization"),
    project: name("project"),
    groups: Array.from(text("groups").split(","), (group) => name("groups", group.trim())),
    queue: name("queue"),
    endpoint: name("endpoint"),
    jobs: integer("jobs", 2147483647),
    allowGroupReads: on("allow-group-reads"),
    versionOnEveryPatch: on("version-on-every-patch"),
    allowRemoteWebhooks: on("allow-remote-webhooks"),
    quiet: on("quiet"),
    help: on("help"),
  };
}

function parse(args: readonly string[]): Record<string, unknown> {
  const options = Object.entries(FLAGS).map(([flag, entry]) => [
    flag,
    typeof entry === "string"
      ? { type: "boolean", default: false, ...(flag === "help" && { short: "h" }) }
      : { type: "string", default: entry[1] },
  ]);
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(options) }).values;
  } catch (error) {
    return fail((error as Error).message.split(/[.\n] ?/)[0] ?? "");
  }
}

function basePath(value: string): string {
  try {
    return normalizeBasePath(value);
  } catch (error) {
    return fail(`--base-path: ${(error as Error).message}`);
  }
}

function fail(message: string): never {
  throw new UsageError(message);
}
