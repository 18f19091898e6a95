import { parseArgs } from "node:util";
import { normalizeBasePath } from "../http/basePath";
import { latencyOf, type LatencyMs } from "../http/latency";
import { parseRateLimit } from "../http/rateLimit";
import { RESOURCE_NAME } from "../service/schema";
import { readFault } from "./failFlag";
import { FLAGS, SEEDING, type Flag } from "./flags";

/** A command line that cannot be followed; the message is one line for the user. */
export class UsageError extends Error {}

/** What the command line asks for. */
export type Settings = ReturnType<typeof readCommandLine>;

/** A token of RFC 9110, section 5.6.2. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

const LOGS = ["text", "json", "off"] as const;

/** Reads a command line. Throws a UsageError for anything that it does not know. It reads no files. */
export function readCommandLine(args: readonly string[]) {
  const { values, given } = parse(args);
  const text = (flag: Flag): string => String(values[flag]);
  const on = (flag: Flag): boolean => values[flag] === true;
  const integer = (flag: Flag, max: number): number =>
    /^\d+$/.test(text(flag)) && Number(text(flag)) <= max
      ? Number(text(flag))
      : fail(`--${flag}: ${JSON.stringify(text(flag))} must be an integer from 0 to ${max}`);
  const filled = (flag: Flag): string => text(flag) || fail(`--${flag} must not be empty`);
  const optional = (flag: Flag): string | undefined => (given.has(flag) ? filled(flag) : undefined);
  const name = (flag: Flag, value = text(flag)): string =>
    RESOURCE_NAME.test(value)
      ? value
      : fail(`--${flag}: ${JSON.stringify(value)} is not a resource name (${RESOURCE_NAME.source})`);
  const read = <T>(flag: Flag, value: string, reader: (text: string) => T): T => {
    try {
      return reader(value);
    } catch (error) {
      return fail(`--${flag}: ${(error as Error).message}`);
    }
  };
  const aside = SEEDING.filter((flag) => given.has(flag)).map((flag) => `--${flag}`);
  if (given.has("seed") && aside.length > 0) {
    fail(`--seed contradicts ${aside.join(" and ")}: the seed file alone says what exists; leave out one or the other`);
  }
  if (given.has("tls-cert") !== given.has("tls-key")) {
    fail("--tls-cert and --tls-key go together");
  }
  if (on("retry-after") && !given.has("rate-limit")) {
    fail("--retry-after goes with --rate-limit");
  }
  const rateLimit = optional("rate-limit");
  return {
    port: integer("port", 65535),
    host: text("host"),
    basePath: read("base-path", text("base-path"), normalizeBasePath),
    apiKey: filled("api-key"),
    apiKeyHeader: HEADER_NAME.test(text("api-key-header"))
      ? text("api-key-header")
      : fail(`--api-key-header: ${JSON.stringify(text("api-key-header"))} is not the name of a header`),
    tlsCert: optional("tls-cert"),
    tlsKey: optional("tls-key"),
    seedFile: optional("seed"),
    stateFile: optional("state"),
    /** What exists without a seed file. */
    objects: {
      organizationName: name("organization"),
      projectName: name("project"),
      groups: Array.from(text("groups").split(","), (group) => name("groups", group.trim())),
      queueName: name("queue"),
      endpointName: name("endpoint"),
      jobs: integer("jobs", 2147483647),
    },
    settleMs: integer("settle-ms", 2147483647),
    latencyMs: read("latency", text("latency"), readLatency),
    rateLimit:
      rateLimit === undefined
        ? undefined
        : { ...read("rate-limit", rateLimit, parseRateLimit), retryAfter: on("retry-after") },
    faults: (values["fail"] as string[]).map((fault) => read("fail", fault, readFault)),
    acceptUnknownMembers: on("lenient"),
    allowGroupReads: on("allow-group-reads"),
    versionOnEveryPatch: on("version-on-every-patch"),
    allowRemoteWebhooks: on("allow-remote-webhooks"),
    maxRequests: integer("keep-requests", 1_000_000),
    log:
      LOGS.find((each) => each === text("log")) ??
      fail(`--log: ${JSON.stringify(text("log"))} must be one of ${LOGS.join(", ")}`),
    version: on("version"),
    help: on("help"),
  };
}

function parse(args: readonly string[]): { values: Record<string, unknown>; given: ReadonlySet<string> } {
  const options = Object.entries(FLAGS).map(([flag, entry]) => [
    flag,
    typeof entry === "string"
      ? { type: "boolean", default: false, ...(flag === "help" && { short: "h" }) }
      : flag === "fail"
        ? { type: "string", multiple: true, default: [] }
        : { type: "string", default: entry[1] },
  ]);
  try {
    const { values, tokens } = parseArgs({ args: [...args], options: Object.fromEntries(options), tokens: true });
    return { values, given: new Set(tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []))) };
  } catch (error) {
    // What follows is about values that begin with a dash, which no flag takes.
    return fail((error as Error).message.split(/\.\s/)[0] ?? "");
  }
}

function readLatency(text: string): LatencyMs {
  const [, least, most] =
    /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? fail(`${JSON.stringify(text)} must be like 50 or 50-200`);
  const latency: LatencyMs = most === undefined ? Number(least) : [Number(least), Number(most)];
  latencyOf(latency);
  return latency;
}

function fail(message: string): never {
  throw new UsageError(message);
}
