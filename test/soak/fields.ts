import type { Random } from "./random";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A value that the program marks with `pulumi.secret`. */
export class Secret {
  constructor(readonly value: Json) {}
}

export type Value = Json | Secret;

/** What every secret text begins with: it must stand in no output and no state. */
const CANARY = "canary";

export const canary = (random: Random): string => `${CANARY}-${random.token()}`;

/** An argument of a container group that the soak test declares and changes. */
export interface GroupField {
  /** As a program writes it. */
  path: readonly string[];
  value: (random: Random) => Value;
  /** Whether a program may say `null` of it. */
  nullable?: true;
  /** Whether the defaults of a fleet may hold it. Not where two values of it do not go together when they are merged. */
  inDefaults?: true;
}

const ENVIRONMENT = ["container", "environmentVariables"];

const environmentValue = (random: Random): Value =>
  random.chance(0.3) ? new Secret(canary(random)) : `value-${random.token()}`;

/** Probes of one kind. Which one a group may get is not chance: see `changes.ts`. */
export type ProbeKind = "http" | "tcp" | "exec";

export const PROBES = ["livenessProbe", "startupProbe"] as const;
export const PROBE_KINDS: readonly ProbeKind[] = ["http", "tcp", "exec"];

export function probe(random: Random, kind: ProbeKind): JsonObject {
  const numbers = ["initialDelaySeconds", "periodSeconds", "failureThreshold"].filter(() => random.chance(0.5));
  const made: JsonObject = Object.fromEntries(numbers.map((name) => [name, random.integer(1, 60)]));
  const port = random.integer(1, 9999);
  if (kind === "http") {
    made["http"] = { path: `/${random.token()}`, port, ...(random.chance(0.3) && { scheme: "https" }) };
  } else if (kind === "tcp") {
    made["tcp"] = { port };
  } else {
    made["exec"] = { command: ["check", random.token()] };
  }
  return made;
}

export const GROUP_FIELDS: readonly GroupField[] = [
  { path: ["replicas"], value: (random) => random.integer(1, 9), nullable: true, inDefaults: true },
  { path: ["displayName"], value: (random) => `Soak ${random.token()}`, nullable: true },
  { path: ["countryCodes"], value: (random) => random.some(["de", "fr", "jp", "us"]), nullable: true },
  {
    path: ["container", "image"],
    value: (random) => {
      const image = `registry.example/soak:${random.token()}`;
      return random.chance(0.15) ? new Secret(image) : image;
    },
    inDefaults: true,
  },
  { path: ["container", "command"], value: (random) => ["run", random.token()] },
  { path: ["container", "imageCaching"], value: (random) => random.chance(0.5) },
  { path: ["container", "priority"], value: (random) => random.pick(["high", "medium", "low", "batch"]) },
  {
    path: ["container", "resources", "cpu"],
    value: (random) => random.integer(1, 16),
    nullable: true,
    inDefaults: true,
  },
  { path: ["container", "resources", "memory"], value: (random) => random.integer(512, 8192), inDefaults: true },
  { path: [...ENVIRONMENT, "A"], value: environmentValue, nullable: true, inDefaults: true },
  { path: [...ENVIRONMENT, "camelCase"], value: environmentValue, nullable: true, inDefaults: true },
  { path: [...ENVIRONMENT, "with.dot/and~more"], value: environmentValue, nullable: true },
  {
    path: ["container", "logging", "tcp"],
    value: (random) => ({ host: `logs-${random.token()}.example`, port: random.integer(1, 9999) }),
  },
  {
    path: ["container", "logging", "datadog"],
    value: (random) => ({
      host: "logs.example",
      apiKey: canary(random),
      ...(random.chance(0.5) && { tags: [{ name: "soak", value: random.token() }] }),
    }),
  },
  {
    path: ["container", "registryAuthentication", "basic"],
    value: (random) => ({ username: canary(random), password: canary(random) }),
  },
  { path: ["networking", "port"], value: (random) => random.integer(1, 9999) },
  ...PROBES.map((name): GroupField => ({ path: [name], value: (random) => probe(random, random.pick(PROBE_KINDS)) })),
  {
    path: ["queueAutoscaler"],
    value: (random) => ({
      desiredQueueLength: random.integer(1, 50),
      minReplicas: random.integer(0, 2),
      maxReplicas: random.integer(3, 9),
      ...(random.chance(0.5) && { pollingPeriod: random.integer(1, 60) }),
    }),
  },
  {
    path: ["scalingActions"],
    value: (random) => [{ schedule: `cron ${random.token()}`, replicas: random.integer(0, 9) }],
    nullable: true,
  },
  { path: ["scheduledScalingEnabled"], value: (random) => random.chance(0.5), nullable: true },
  { path: ["additionalMembers", "soak_note"], value: (random) => `note ${random.token()}` },
  { path: ["additionalMembers", "soak_limits", "low"], value: (random) => random.integer(0, 9) },
  { path: ["additionalMembers", "soak_limits", "highEnd"], value: (random) => random.integer(10, 99) },
];

/** Each secret text in a value. */
export function canariesIn(value: unknown): string[] {
  return JSON.stringify(value).match(new RegExp(`${CANARY}-[a-z0-9]+`, "g")) ?? [];
}
