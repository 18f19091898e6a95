import { parseArgs } from "node:util";
import { normalizeBasePath } from "../http/basePath";
import { latencyOf, type LatencyMs } from "../http/latency";
import { parseRateLimit } from "../http/rateLimit";
import { RESOURCE_NAME } from "../service/schema";
import { readFault } from "./failFlag";
import { FLAGS, SEEDING, type Flag } from "./flags";

/** A command line that cannot be followed; the message is one line for the user. */
export class UsageError extends Error {}

/** A flag as it is given. */
interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

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
  const aside = SEEDING.find((flag) => given.has(flag));
  if (given.has("seed") && aside !== undefined) {
    fail(`--${aside} is said by the seed file`);
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
  // What is wrong is said in words of the emulator's own, which name the flag and its value.
  const { values, tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = tokens.flatMap((token) => (token.kind === "option" ? [checked(token)] : []));
  const extra = tokens.find((token) => token.kind === "positional");
  if (extra !== undefined) {
    fail(`${JSON.stringify(extra.value)} belongs to no flag`);
  }
  return { values, given: new Set(given) };
}

/** The name of a flag that is given as it must be. Throws a UsageError for any other. */
function checked({ name, rawName, value, inlineValue }: OptionToken): string {
  const entry = Object.hasOwn(FLAGS, name) ? FLAGS[name as Flag] : undefined;
  if (entry === undefined) {
    const alike = Object.keys(FLAGS).filter((flag) => flag.startsWith(name) || name.startsWith(flag));
    const meant = alike.map((flag) => `--${flag}`).join(" or ");
    return fail(`there is no flag ${rawName}${meant === "" ? "" : `; did you mean ${meant}?`}`);
  }
  if (typeof entry === "string") {
    return value === undefined ? name : fail(`${rawName} takes no value`);
  }
  // A value may begin with one dash, as a negative number does: then it is refused for what it is.
  const isMissing = value === undefined || (inlineValue === false && value.startsWith("--"));
  return isMissing ? fail(`${rawName} needs a value`) : name;
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
