import { parseArgs } from "node:util";
import { RESOURCE_NAME } from "./formats";

/** What `--help` prints. */
export const HELP = `Runs a local emulator of the container group service.

  --port N             port to listen on (default: a free one)
  --host H             address to listen on (default: 127.0.0.1)
  --api-key K          key to ask for (default: emulator-key)
  --api-key-header H   header that carries it (default: Service-Api-Key)
  --base-path P        what comes before all paths, e.g. /api/v2 (default: nothing)
  --settle-ms N        how long a change stays pending (default: 200)
  --organization NAME  (default: acme)
  --project NAME       (default: vision)
  --groups A,B         container groups that exist (default: web,worker)
  --queue NAME         queue that exists, with the group "worker", or else the last one, attached (default: renders)
  --endpoint NAME      inference endpoint that lists the queue's jobs (default: transcribe)
  --jobs N             jobs made up for that endpoint (default: 0)
  --allow-group-reads  answer GET of one group, which the interface does not have
  --quiet              print no line for each request
  --help               print this
`;

/** What the command line asks for. */
export interface Settings {
  port: number;
  host: string;
  apiKey: string;
  apiKeyHeader: string;
  basePath: string;
  settleMs: number;
  organization: string;
  project: string;
  groups: string[];
  queue: string;
  endpoint: string;
  jobs: number;
  allowGroupReads: boolean;
  quiet: boolean;
  help: boolean;
}

/** A command line that cannot be followed; the message is one line for the user. */
export class UsageError extends Error {}

/** Reads a command line. Throws a UsageError for anything that it does not know. */
export function readCommandLine(args: readonly string[]): Settings {
  const values = parse(args);
  return {
    port: integer("port", values.port, 65535),
    host: values.host,
    apiKey: filled("api-key", values["api-key"]),
    apiKeyHeader: filled("api-key-header", values["api-key-header"]),
    basePath: values["base-path"],
    settleMs: integer("settle-ms", values["settle-ms"], 2147483647),
    organization: name("organization", values.organization),
    project: name("project", values.project),
    groups: values.groups.split(",").map((group) => name("groups", group.trim())),
    queue: name("queue", values.queue),
    endpoint: name("endpoint", values.endpoint),
    jobs: integer("jobs", values.jobs, 2147483647),
    allowGroupReads: values["allow-group-reads"],
    quiet: values.quiet,
    help: values.help,
  };
}

function parse(args: readonly string[]) {
  const text = (fallback: string) => ({ type: "string", default: fallback }) as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text("0"),
        host: text("127.0.0.1"),
        "api-key": text("emulator-key"),
        "api-key-header": text("Service-Api-Key"),
        "base-path": text(""),
        "settle-ms": text("200"),
        organization: text("acme"),
        project: text("vision"),
        groups: text("web,worker"),
        queue: text("renders"),
        endpoint: text("transcribe"),
        jobs: text("0"),
        "allow-group-reads": flag,
        quiet: flag,
        help: { ...flag, short: "h" },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split(/[.\n] ?/)[0]);
  }
}

function integer(flag: string, value: string, most: number): number {
  if (/^\d+$/.test(value) && Number(value) <= most) return Number(value);
  throw new UsageError(`--${flag} must be an integer from 0 to ${most}`);
}

function name(flag: string, value: string): string {
  if (RESOURCE_NAME.test(value)) return value;
  throw new UsageError(`--${flag}: ${JSON.stringify(value)} is no resource name (${RESOURCE_NAME.source})`);
}

function filled(flag: string, value: string): string {
  if (value !== "") return value;
  throw new UsageError(`--${flag} must not be empty`);
}
