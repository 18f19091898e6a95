import { createHash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { WRITE_ONLY } from "./containerGroupResponse";
import { containerGroupOwned, containerGroupUpdate } from "./containerGroupSchema";
import type { Context } from "./context";
import { isJsonObject, omitPath, type JsonObject, type JsonValue } from "../json";
import { DocumentSchema, object, string } from "./schema";

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
  /** True: the change stays pending until the next update has settled. */
  pending_change?: boolean;
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

const updateSchema = new DocumentSchema(containerGroupUpdate);

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
    const { stored, owned, dns, hash, size } = readSeed(seed, context);
    this.#context = context;
    this.#stored = stored;
    const time = new Date(context.clock()).toISOString();
    const { pending_change, ...kept } = owned;
    this.#owned = { id: randomUUID(), create_time: time, update_time: time, version: 1, ...kept };
    this.#changedAt = Date.parse(String(this.#owned["update_time"]));
    this.#settlesAt = pending_change === true ? Infinity : -Infinity;
    this.#dns = dns;
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
    this.#owned["version"] = Number(this.#owned["version"]) + 1;
    this.#owned["update_time"] = new Date(this.#changedAt).toISOString();
    if (this.#container["image"] !== this.#image.image) {
      this.#image = describeImage(this.#container["image"]);
    }
    this.#context.onChange();
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

const { container, networking } = containerGroupUpdate.properties ?? {};
const size = { type: "string", pattern: "^\\d+$", description: "must be a non-negative integer" };

/** What a seed may have: what an update may change, and what the service owns. */
const seedSchema = new DocumentSchema({
  ...containerGroupUpdate,
  properties: {
    ...containerGroupUpdate.properties,
    ...containerGroupOwned.properties,
    container: object({ ...container?.properties, hash: string, size }),
    networking: object({ ...networking?.properties, dns: string }),
  },
});

/** The parts of a seed. Throws a TypeError that lists what is wrong with it. */
function readSeed({ organizationName, projectName, name, ...fields }: GroupSeed, context: Context) {
  // So that what a response showed can be a seed again.
  const { organization_name, project_name, priority, country_codes: countries, ...given } = fields;
  const container: SeedPart = { ...DEFAULT_CONTAINER, ...given.container };
  const document = seedSchema.seed(
    `group ${name}`,
    withoutNulls({
      replicas: 1,
      "scaling-actions": [],
      "scheduled-scaling-enabled": false,
      ...given,
      country_codes: Array.isArray(countries) && countries.length === 0 ? null : countries,
      container: withoutNulls({
        ...container,
        priority: priority ?? container["priority"],
        size: container["size"]?.toString(),
      }),
    }),
    context,
  );
  const { hash, size } = document["container"] as { hash?: string; size?: string };
  const { dns } = (document["networking"] ?? {}) as JsonObject;
  const update = [
    ["container", "hash"],
    ["container", "size"],
    ["networking", "dns"],
  ].reduce<unknown>(omitPath, document);
  const isOwned = ([field]: [string, unknown]): boolean => Object.hasOwn(containerGroupOwned.properties ?? {}, field);
  const all = Object.entries(update as JsonObject);
  return {
    stored: Object.fromEntries(all.filter((entry) => !isOwned(entry))),
    owned: Object.fromEntries(all.filter(isOwned)),
    dns: dns ?? `${name}.${projectName}.${organizationName}.example.test`,
    hash,
    size: size === undefined ? undefined : BigInt(size),
  };
}

const withoutNulls = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
