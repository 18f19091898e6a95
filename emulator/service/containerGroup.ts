import { createHash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { WRITE_ONLY } from "./containerGroupResponse";
import { containerGroupOwned, containerGroupUpdate } from "./containerGroupSchema";
import type { Context } from "./context";
import { isJsonObject, omitPath, type JsonObject, type JsonValue } from "../json";
import { DocumentSchema } from "./schema";

/** A part of a seed in wire form; checked when the seed is put. */
type SeedPart = Readonly<Record<string, unknown>>;

/**
 * A container group to start with. Any field of a group's response may be preset in wire form; of the update form,
 * `container.registry_authentication`, `compression`, `format` and `scheme` too. An unknown or ill-typed field throws.
 */
export interface GroupSeed {
  organizationName: string;
  projectName: string;
  name: string;
  /** Laid over a small image with one CPU; null leaves a field out. `size` may be a number, a bigint or a string of digits. */
  container?: SeedPart;
  /** Fixed when given; otherwise it follows the replicas and `pending_change`. */
  current_state?: SeedPart;
  /** True: the change stays pending until the next update has settled. */
  pending_change?: boolean;
  /** Default: the queue that the group is attached to, if any. */
  queue_connection?: SeedPart;
  /** Default 1; null for none. */
  replicas?: number | null;
  /** Default 1. */
  version?: number;
  [field: string]: unknown;
}

const DEFAULT_CONTAINER = {
  command: [],
  environment_variables: {},
  image: "registry.example/hello:1",
  image_caching: true,
  resources: { cpu: 1, memory: 1024 },
};

const NO_CONTAINER = Object.fromEntries(Object.keys(DEFAULT_CONTAINER).map((field) => [field, null]));

/** Images of a known size; the first is the largest signed 64-bit integer, which no double holds. */
const KNOWN_SIZES = new Map([["registry.example/huge:1", 9223372036854775807n]]);

const MAX_VERSION = 2147483647;

const updateSchema = new DocumentSchema(containerGroupUpdate);
const ownedSchema = new DocumentSchema(containerGroupOwned);

interface Image {
  image: JsonValue | undefined;
  hash?: string;
  size?: bigint;
}

/** One container group: its stored document, and what the service owns. */
export class ContainerGroup {
  readonly #context: Context;
  readonly #owned: JsonObject;
  readonly #dns: unknown;
  #stored: JsonObject;
  #settlesAt: number;
  #changedAt: number;
  #image: Image;
  #queueName: string | undefined;

  /** Throws a TypeError that lists what is wrong with the seed. */
  constructor(
    readonly seed: GroupSeed,
    context: Context,
  ) {
    const { organizationName, projectName, name, ...fields } = seed;
    const { update, owned, dns, hash, size } = splitSeed(fields);
    this.#context = context;
    this.#stored = updateSchema.seed(`group ${name}`, update, context);
    const time = new Date(context.clock()).toISOString();
    const { pending_change, ...kept } = ownedSchema.seed(`group ${name}`, owned);
    this.#owned = { id: randomUUID(), create_time: time, update_time: time, version: 1, ...kept };
    this.#changedAt = Date.parse(String(this.#owned["update_time"]));
    this.#settlesAt = pending_change === true ? Infinity : -Infinity;
    this.#dns = dns ?? `${name}.${projectName}.${organizationName}.example.test`;
    const made = describeImage(this.#container["image"]);
    this.#image = { ...made, hash: hash ?? made.hash, size: size ?? made.size };
  }

  /** The document that merge patches apply to, with credentials. */
  get stored(): JsonObject {
    return structuredClone(this.#stored);
  }

  /** What a patch can change, with credentials: the document that merge patches apply to, and the version. */
  get document(): JsonObject {
    return { ...this.#stored, version: this.#owned["version"] };
  }

  /** A seed that makes a group of the same documents. What is pending settles at once. */
  toSeed(): GroupSeed {
    const { organizationName, projectName, name } = this.seed;
    const { networking } = this.#stored;
    const { hash, size } = this.#image;
    return {
      organizationName,
      projectName,
      name,
      replicas: null,
      ...this.#stored,
      ...this.#owned,
      container: { ...NO_CONTAINER, ...this.#container, hash, size: size?.toString() },
      ...(isJsonObject(networking) && { networking: { dns: this.#dns, ...networking } }),
    };
  }

  /** When its response changes without a request; `undefined` where it does not. */
  get settlesAt(): number | undefined {
    return this.#settlesAt > this.#context.clock() && this.#settlesAt < Infinity ? this.#settlesAt : undefined;
  }

  get #container(): JsonObject {
    return this.#stored["container"] as JsonObject;
  }

  /** Makes the group show a connection to this queue (section 2.10). */
  attach(queueName: string): void {
    this.#queueName = queueName;
  }

  /** Applies a merge patch (section 4.1). Throws a Problem, and changes nothing, when the patch or its result is refused. */
  patch(patch: JsonValue | undefined): void {
    const { clock, settleMs, versionOnEveryPatch } = this.#context;
    const after = updateSchema.patch(this.#stored, patch, this.#context);
    const same = isDeepStrictEqual(this.#withDefaults(after), this.#withDefaults(this.#stored));
    this.#stored = after;
    if (same && !versionOnEveryPatch) {
      return;
    }
    this.#changedAt = clock();
    this.#settlesAt = this.#changedAt + settleMs;
    this.#owned["version"] = Math.min(Number(this.#owned["version"]) + 1, MAX_VERSION);
    this.#owned["update_time"] = new Date(this.#changedAt).toISOString();
    if (this.#container["image"] !== this.#image.image) {
      this.#image = describeImage(this.#container["image"]);
    }
    this.#context.onChange(this);
  }

  /** The group as a response shows it (section 2.1). */
  toResponse(): object {
    const pending = this.#context.clock() < this.#settlesAt;
    const stored = WRITE_ONLY.reduce<unknown>(omitPath, this.#withDefaults(this.#stored)) as JsonObject;
    const networking = stored["networking"];
    const { hash, size } = this.#image;
    return {
      autostart_policy: true,
      restart_policy: "always",
      current_state: this.#state(pending),
      queue_connection: this.#queueName && { path: "/", port: 80, queue_name: this.#queueName },
      ...stored,
      ...this.#owned,
      container: { ...(stored["container"] as JsonObject), hash, size },
      name: this.seed.name,
      networking: isJsonObject(networking) ? { dns: this.#dns, ...networking } : undefined,
      organization_name: this.seed.organizationName,
      pending_change: pending,
      priority: this.#container["priority"] ?? null,
      project_name: this.seed.projectName,
    };
  }

  /** What a response shows in place of what is absent. */
  #withDefaults(stored: JsonObject): JsonObject {
    return { country_codes: [], display_name: this.seed.name, replicas: 0, ...stored };
  }

  #state(pending: boolean): object {
    const replicas = this.#stored["replicas"] ?? 0;
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
  if (typeof image !== "string") {
    return { image };
  }
  const hash = createHash("sha256").update(image).digest("hex");
  return {
    image,
    hash: `sha256:${hash}`,
    size: KNOWN_SIZES.get(image) ?? BigInt(1e8 + parseInt(hash.slice(0, 8), 16)),
  };
}

/** Tells the fields of a seed that an update can change from those that the service owns. */
function splitSeed(fields: Record<string, unknown>) {
  // So that what a response showed can be a seed again.
  const { organization_name, project_name, priority, ...given } = fields;
  const isOwned = ([name]: [string, unknown]): boolean => Object.hasOwn(containerGroupOwned.properties ?? {}, name);
  const owned = Object.fromEntries(Object.entries(given).filter(isOwned));
  const update: Record<string, unknown> = { replicas: 1, "scaling-actions": [], "scheduled-scaling-enabled": false };
  Object.assign(update, Object.fromEntries(Object.entries(given).filter((entry) => !isOwned(entry))));

  if (update["replicas"] === null) {
    delete update["replicas"];
  }
  const { hash, size, ...container } = { ...DEFAULT_CONTAINER, ...(given["container"] as SeedPart) } as SeedPart;
  const kept = Object.fromEntries(Object.entries(container).filter(([, value]) => value !== null));
  update["container"] = { ...kept, priority: priority ?? container["priority"] };
  const { dns, ...networking } = (given["networking"] ?? {}) as SeedPart;
  if (given["networking"] !== undefined) {
    update["networking"] = networking;
  }
  if (Array.isArray(given["country_codes"]) && given["country_codes"].length === 0) {
    delete update["country_codes"];
  }
  if (size !== undefined && !/^\d+$/.test(String(size))) {
    throw new TypeError("container.size must be a non-negative integer");
  }
  return {
    update,
    owned,
    dns,
    hash: hash as string | undefined,
    size: size === undefined ? undefined : BigInt(String(size)),
  };
}
