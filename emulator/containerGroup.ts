import { createHash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { containerGroupOwned, containerGroupUpdate } from "./containerGroupRules";
import { isObject, without, type JsonObject, type JsonValue } from "./json";
import { applyUpdate, readSeed } from "./update";
import type { GroupSeed } from "./seeds";
import type { Surroundings } from "./surroundings";

const DEFAULT_CONTAINER = {
  command: [],
  environment_variables: {},
  image: "registry.example/hello:1",
  image_caching: true,
  resources: { cpu: 1, memory: 1024 },
};

/** Images of a known size; the first is the largest signed 64-bit integer, which no double holds. */
const KNOWN_SIZES: Readonly<Record<string, string>> = { "registry.example/huge:1": "9223372036854775807" };

const OWNED = Object.keys(containerGroupOwned.members);

interface Image {
  image: JsonValue | undefined;
  hash?: string;
  /** The digits of the size: a JSON integer as text. */
  size?: string;
}

/** One container group: its stored document, and what the service owns. */
export class ContainerGroup {
  readonly organizationName: string;
  readonly projectName: string;
  readonly name: string;
  readonly #around: Surroundings;
  readonly #owned: JsonObject;
  readonly #dns: string;
  #stored: JsonObject;
  #settlesAt: number;
  #changedAt: number;
  #image: Image;
  #queueName: string | undefined;
  #shown: { pending: boolean; text: string } | undefined;

  /** Throws a TypeError that lists what is wrong with the seed. */
  constructor(seed: GroupSeed, around: Surroundings) {
    const { organizationName, projectName, name, ...members } = seed;
    const { update, owned, dns, hash, size } = splitSeed(members);
    this.organizationName = organizationName;
    this.projectName = projectName;
    this.name = name;
    this.#around = around;
    this.#stored = readSeed(`group ${name}`, containerGroupUpdate, update, around.leniency);
    const now = around.clock();
    const time = new Date(now).toISOString();
    const { pending_change, ...kept } = readSeed(`group ${name}`, containerGroupOwned, owned, {});
    this.#owned = { id: randomUUID(), create_time: time, update_time: time, version: 1, ...kept };
    this.#changedAt = Date.parse(String(this.#owned["update_time"]));
    this.#settlesAt = pending_change === true ? Infinity : -Infinity;
    this.#dns = typeof dns === "string" ? dns : `${name}.${projectName}.${organizationName}.example.test`;
    const made = describeImage(this.#container["image"]);
    this.#image = { ...made, hash: hash ?? made.hash, size: size ?? made.size };
  }

  /** The document that merge patches apply to, with credentials. */
  get stored(): JsonObject {
    return structuredClone(this.#stored);
  }

  /** Makes the group show a connection to this queue (section 2.10). */
  attach(queueName: string): void {
    this.#queueName = queueName;
    this.#shown = undefined;
  }

  /** Applies a merge patch (section 4.1). Throws a Problem, and changes nothing, when the patch or its result is refused. */
  patch(patch: JsonValue | undefined): void {
    const after = applyUpdate(containerGroupUpdate, this.#stored, patch, this.#around.leniency);
    const changed = !isDeepStrictEqual(this.#withDefaults(after), this.#withDefaults(this.#stored));
    this.#stored = after;
    if (!changed) return;
    this.#changedAt = this.#around.clock();
    this.#settlesAt = this.#changedAt + this.#around.settleMs;
    this.#owned["version"] = Math.min(Number(this.#owned["version"]) + 1, 2147483647);
    this.#owned["update_time"] = new Date(this.#changedAt).toISOString();
    if (this.#container["image"] !== this.#image.image) this.#image = describeImage(this.#container["image"]);
    this.#shown = undefined;
  }

  /** The group as a response shows it (section 2.1), as JSON text. */
  text(): string {
    const pending = this.#around.clock() < this.#settlesAt;
    if (this.#shown?.pending !== pending) this.#shown = { pending, text: this.#render(pending) };
    return this.#shown.text;
  }

  get #container(): JsonObject {
    const container = this.#stored["container"];
    return isObject(container) ? container : {};
  }

  #withDefaults(stored: JsonObject): JsonObject {
    return {
      country_codes: [],
      display_name: this.name,
      replicas: 0,
      "scaling-actions": [],
      "scheduled-scaling-enabled": false,
      ...stored,
    };
  }

  #render(pending: boolean): string {
    const stored = without(this.#withDefaults(this.#stored), ["container", "networking"]);
    const networking = this.#stored["networking"];
    const { current_state, queue_connection, ...owned } = this.#owned;
    const connection = this.#queueName && { path: "/", port: 80, queue_name: this.#queueName };
    const shown: JsonObject = {
      autostart_policy: true,
      restart_policy: "always",
      ...stored,
      ...owned,
      current_state: current_state ?? this.#state(pending, Number(stored["replicas"])),
      name: this.name,
      organization_name: this.organizationName,
      pending_change: pending,
      priority: this.#container["priority"] ?? null,
      project_name: this.projectName,
      queue_connection: queue_connection ?? (connection || undefined),
      networking: isObject(networking) ? { dns: this.#dns, ...networking } : undefined,
    };
    for (const probe of ["liveness_probe", "readiness_probe", "startup_probe"])
      shown[probe] = withoutInner(shown[probe], "http", ["scheme"]);
    return `{"container":${this.#containerText()},${JSON.stringify(shown).slice(1)}`;
  }

  #containerText(): string {
    const shown = without(this.#container, ["priority", "registry_authentication", "hash", "size"]);
    if (shown["logging"] !== undefined)
      shown["logging"] = withoutInner(shown["logging"], "http", ["compression", "format"]);
    const { hash, size } = this.#image;
    if (hash !== undefined) shown["hash"] = hash;
    const text = JSON.stringify(shown);
    // Written as digits: as a number it would be rounded. A size never comes without a hash.
    return size === undefined ? text : `${text.slice(0, -1)},"size":${size}}`;
  }

  #state(pending: boolean, replicas: number): JsonObject {
    return {
      start_time: new Date(this.#changedAt).toISOString(),
      finish_time: pending || this.#settlesAt === -Infinity ? undefined : new Date(this.#settlesAt).toISOString(),
      description: pending ? "A change is being applied." : "All changes are applied.",
      instance_status_counts: {
        allocating_count: 0,
        creating_count: pending ? replicas : 0,
        running_count: pending ? 0 : replicas,
        stopping_count: 0,
      },
    };
  }
}

function describeImage(image: JsonValue | undefined): Image {
  if (typeof image !== "string") return { image };
  const hash = createHash("sha256").update(image).digest("hex");
  const size = Object.hasOwn(KNOWN_SIZES, image) ? KNOWN_SIZES[image] : String(1e8 + parseInt(hash.slice(0, 8), 16));
  return { image, hash: `sha256:${hash}`, size };
}

/** Tells the members of a seed that an update can change from those that the service owns. */
function splitSeed(members: Record<string, unknown>) {
  const update: Record<string, unknown> = { replicas: 1 };
  const owned: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    // So that what a response showed can be a seed again.
    if (name !== "organization_name" && name !== "project_name") (OWNED.includes(name) ? owned : update)[name] = value;
  }

  const { hash, size, ...container } = { ...DEFAULT_CONTAINER, ...(update["container"] as object | undefined) } as {
    hash?: string;
    size?: unknown;
    priority?: unknown;
  };
  const { priority } = update;
  delete update["priority"];
  if (priority !== undefined && priority !== null) container.priority = priority;
  update["container"] = container;

  const { dns, ...networking } = (update["networking"] ?? {}) as { dns?: unknown };
  if (update["networking"] !== undefined) update["networking"] = networking;
  if (Array.isArray(update["country_codes"]) && update["country_codes"].length === 0) delete update["country_codes"];

  if (size !== undefined && !/^\d+$/.test(String(size)))
    throw new TypeError("container.size must be a non-negative integer");
  return { update, owned, dns, hash, size: size === undefined ? undefined : String(size) };
}

function withoutInner(value: JsonValue | undefined, member: string, names: readonly string[]): JsonValue | undefined {
  const inner = isObject(value) ? value[member] : undefined;
  return isObject(value) && isObject(inner) ? { ...value, [member]: without(inner, names) } : value;
}
