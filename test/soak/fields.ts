import type { JsonValue } from "../../emulator";
import type { Random } from "./random";

/** Every secret text holds this: it must stand in no output and no state. */
export const CANARY = "canary-";
export const canary = (random: Random): string => `${CANARY}${random.token()}`;

type MakeValue = (random: Random) => JsonValue;

const orNull =
  (make: MakeValue): MakeValue =>
  (random) =>
    random.chance(0.2) ? null : make(random);

// The program marks every text that begins with `marked` with `pulumi.secret`.
const environmentValue = (r: Random) => (r.chance(0.3) ? `marked-${canary(r)}` : `value-${r.token()}`);
const image = (r: Random) => (r.chance(0.15) ? `marked/soak:${r.token()}` : `registry.example/soak:${r.token()}`);

// prettier-ignore
const ROWS: [path: string, make: MakeValue][] = [
  ["replicas", orNull((r) => r.integer(1, 9))],
  ["displayName", orNull((r) => `Soak ${r.token()}`)],
  ["countryCodes", orNull((r) => r.some(["de", "fr", "jp", "us"]))],
  ["container > image", image],
  ["container > command", (r) => ["run", r.token()]],
  ["container > imageCaching", (r) => r.chance(0.5)],
  ["container > priority", (r) => r.pick(["high", "medium", "low", "batch"])],
  ["container > resources > cpu", orNull((r) => r.integer(1, 16))],
  ["container > resources > memory", (r) => r.integer(512, 8192)],
  ["container > environmentVariables > A", orNull(environmentValue)],
  ["container > environmentVariables > camelCase", orNull(environmentValue)],
  ["container > environmentVariables > with.dot/and~more", orNull(environmentValue)],
  ["container > logging > tcp", (r) => ({ host: `logs-${r.token()}.example`, port: r.integer(1, 9999) })],
  ["container > logging > datadog", (r) => ({ host: "logs.example", apiKey: canary(r), ...(r.chance(0.5) && { tags: [{ name: "soak", value: r.token() }] }) })],
  ["container > registryAuthentication > basic", (r) => ({ username: canary(r), password: canary(r) })],
  ["networking > port", (r) => r.integer(1, 9999)],
  ["livenessProbe", (r) => ({ periodSeconds: r.integer(1, 60), http: { path: `/${r.token()}`, port: 80, ...(r.chance(0.3) && { scheme: "https" }) } })],
  ["startupProbe", (r) => ({ exec: { command: ["check", r.token()] }, ...(r.chance(0.5) && { failureThreshold: r.integer(1, 60) }) })],
  ["queueAutoscaler", (r) => ({ desiredQueueLength: r.integer(1, 50), minReplicas: r.integer(0, 2), maxReplicas: r.integer(3, 9), ...(r.chance(0.5) && { pollingPeriod: r.integer(1, 60) }) })],
  ["scalingActions", orNull((r) => [{ schedule: `cron ${r.token()}`, replicas: r.integer(0, 9) }])],
  ["scheduledScalingEnabled", orNull((r) => r.chance(0.5))],
  ["additionalMembers > soak_note", (r) => `note ${r.token()}`],
  ["additionalMembers > soak_limits > low", (r) => r.integer(0, 9)],
  ["additionalMembers > soak_limits > highEnd", (r) => r.integer(10, 99)],
  ["onDestroy > container > environmentVariables > SOAK_GONE", (r) => r.token()],
  ["onDestroy > replicas", () => 0],
  ["onDestroy > displayName", () => "Gone"],
];

/** The arguments of a container group, or of the defaults of a fleet, that the soak test declares and changes. */
export const GROUP_FIELDS = ROWS.map(([path, make]) => [path.split(" > "), make] as const);
