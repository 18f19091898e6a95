import type { Random } from "./random";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A value that the program marks with `pulumi.secret`. */
export class Secret {
  constructor(readonly value: Json) {}
}

export type Value = Json | Secret;

/** Every secret text begins with this: it must stand in no output and no state. */
const CANARY = "canary";
export const canary = (random: Random): string => `${CANARY}-${random.token()}`;

/** Each secret text in a value. */
export const canariesIn = (value: unknown): string[] =>
  JSON.stringify(value).match(new RegExp(`${CANARY}-[a-z0-9]+`, "g")) ?? [];

/** An argument of a container group that the soak test declares and changes. */
export interface GroupField {
  value: (random: Random) => Value;
  /** A program may set it to `null`. */
  nullable: boolean;
  /** The defaults of a fleet may hold it: two values of it can be merged. */
  inDefaults: boolean;
}

type Row = [path: string, value: (random: Random) => Value, may?: "null" | "defaults" | "null, defaults"];

const environmentValue = (r: Random): Value => (r.chance(0.3) ? new Secret(canary(r)) : `value-${r.token()}`);

// prettier-ignore
const ROWS: Row[] = [
  ["replicas", (r) => r.integer(1, 9), "null, defaults"],
  ["displayName", (r) => `Soak ${r.token()}`, "null"],
  ["countryCodes", (r) => r.some(["de", "fr", "jp", "us"]), "null"],
  ["container > image", (r) => (r.chance(0.15) ? new Secret(`soak:${r.token()}`) : `registry.example/soak:${r.token()}`), "defaults"],
  ["container > command", (r) => ["run", r.token()]],
  ["container > imageCaching", (r) => r.chance(0.5)],
  ["container > priority", (r) => r.pick(["high", "medium", "low", "batch"])],
  ["container > resources > cpu", (r) => r.integer(1, 16), "null, defaults"],
  ["container > resources > memory", (r) => r.integer(512, 8192), "defaults"],
  ["container > environmentVariables > A", environmentValue, "null, defaults"],
  ["container > environmentVariables > camelCase", environmentValue, "null, defaults"],
  ["container > environmentVariables > with.dot/and~more", environmentValue, "null"],
  ["container > logging > tcp", (r) => ({ host: `logs-${r.token()}.example`, port: r.integer(1, 9999) })],
  ["container > logging > datadog", (r) => ({ host: "logs.example", apiKey: canary(r), ...(r.chance(0.5) && { tags: [{ name: "soak", value: r.token() }] }) })],
  ["container > registryAuthentication > basic", (r) => ({ username: canary(r), password: canary(r) })],
  ["networking > port", (r) => r.integer(1, 9999)],
  ["livenessProbe", (r) => ({ periodSeconds: r.integer(1, 60), http: { path: `/${r.token()}`, port: 80, ...(r.chance(0.3) && { scheme: "https" }) } })],
  ["startupProbe", (r) => ({ exec: { command: ["check", r.token()] }, ...(r.chance(0.5) && { failureThreshold: r.integer(1, 60) }) })],
  ["queueAutoscaler", (r) => ({ desiredQueueLength: r.integer(1, 50), minReplicas: r.integer(0, 2), maxReplicas: r.integer(3, 9), ...(r.chance(0.5) && { pollingPeriod: r.integer(1, 60) }) })],
  ["scalingActions", (r) => [{ schedule: `cron ${r.token()}`, replicas: r.integer(0, 9) }], "null"],
  ["scheduledScalingEnabled", (r) => r.chance(0.5), "null"],
  ["additionalMembers > soak_note", (r) => `note ${r.token()}`],
  ["additionalMembers > soak_limits > low", (r) => r.integer(0, 9)],
  ["additionalMembers > soak_limits > highEnd", (r) => r.integer(10, 99)],
];

/** By the path, as a program's `Fields` have it. */
export const GROUP_FIELDS = ROWS.map(([key, value, may = ""]): [key: string, field: GroupField] => [
  key,
  { value, nullable: may.includes("null"), inDefaults: may.includes("defaults") },
]);
