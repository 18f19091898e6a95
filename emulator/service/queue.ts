import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ContainerGroup } from "./containerGroup";
import { containerGroupResponse } from "./containerGroupResponse";
import type { Context } from "./context";
import type { JsonObject, JsonValue } from "../json";
import { QueueJob, queueJobSeed, type QueueJobSeed } from "./queueJob";
import { displayName, DocumentSchema, object, resourceName, string, timestamp, uuid, type Schema } from "./schema";

const fields: Readonly<Record<string, Schema>> = {
  description: { type: "string", maxLength: 500, pattern: "^.*$" },
  display_name: displayName,
};
const owned = { create_time: timestamp, id: uuid, update_time: timestamp };

/** The body of a queue update: also the schema of the stored document. */
export const queueUpdate = object(fields);

/** A queue as a response shows it (section 2.11). */
export const queueResponse = object(
  {
    ...fields,
    ...owned,
    container_groups: { type: "array", items: containerGroupResponse, maxItems: 100 },
    current_queue_length: { type: "integer", minimum: 0, maximum: 2147483647 },
    name: resourceName,
  },
  { required: ["container_groups", "create_time", "display_name", "id", "name", "update_time"] },
);

const update = new DocumentSchema(queueUpdate);
const seeded = new DocumentSchema(
  object({
    ...fields,
    ...owned,
    container_groups: { type: "array", items: string, maxItems: 100 },
    jobs: { type: "array", items: queueJobSeed },
  }),
);

/** A queue to start with. */
export interface QueueSeed {
  organizationName: string;
  projectName: string;
  name: string;
  /** Default: the queue's name. */
  display_name?: string;
  description?: string;
  /** Names of groups of the same project, which must exist; at most 100. */
  containerGroups?: readonly string[];
  /** Default: none. */
  jobs?: readonly QueueJobSeed[];
  /** Default: a new one. */
  id?: string;
  /** Default: now. */
  create_time?: string;
  /** Default: `create_time`. */
  update_time?: string;
}

/** One queue: its stored document, its jobs, and the groups attached to it. */
export class Queue {
  /** Names of the groups attached. */
  readonly groupNames: readonly string[];
  readonly #context: Context;
  readonly #id: string;
  readonly #createTime: string;
  readonly #jobs: QueueJob[];
  #updateTime: string;
  #stored: JsonObject;

  /** Throws a TypeError that lists what is wrong with the seed. */
  constructor(
    readonly seed: QueueSeed,
    context: Context,
  ) {
    const { organizationName, projectName, name, containerGroups = [], jobs = [], ...given } = seed;
    const checked = seeded.seed(`queue ${name}`, { ...given, container_groups: containerGroups, jobs });
    const { id = randomUUID(), create_time, update_time, container_groups, jobs: _, ...stored } = checked;
    this.groupNames = container_groups as string[];
    this.#context = context;
    const now = context.clock();
    this.#stored = stored;
    this.#id = String(id);
    this.#createTime = String(create_time ?? new Date(now).toISOString());
    this.#updateTime = String(update_time ?? this.#createTime);
    this.#jobs = jobs
      .map((job) => new QueueJob(job, now, context.settleMs))
      .sort((one, other) => one.createdAt - other.createdAt);
  }

  /** The queue's jobs, oldest first. */
  get jobs(): readonly QueueJob[] {
    return this.#jobs;
  }

  /** Applies a merge patch (section 4.3). Throws a Problem, and changes nothing, when the patch is refused. */
  patch(patch: JsonValue | undefined): void {
    const after = update.patch(this.#stored, patch);
    const same = isDeepStrictEqual(this.#withDefaults(after), this.#withDefaults(this.#stored));
    this.#stored = after;
    if (!same) {
      this.#updateTime = new Date(this.#context.clock()).toISOString();
      this.#context.onChange();
    }
  }

  /** Creates a job (section 4.4). Throws a Problem, and creates none, when the body is refused. */
  createJob(body: JsonValue | undefined, rawBody: string): QueueJob {
    const job = QueueJob.ofRequest(body, rawBody, this.#context.clock(), this.#context.settleMs);
    this.#jobs.push(job);
    void this.#context.webhooks.callOnCompletion(job, this.#context.clock);
    this.#context.onChange();
    return job;
  }

  /** Calls the webhooks of the jobs that it was seeded with when they complete. */
  watchJobs(): void {
    const { clock, webhooks } = this.#context;
    const waiting = this.#jobs.filter((job) => job.settlesAt(clock()) !== undefined);
    waiting.forEach((job) => void webhooks.callOnCompletion(job, clock));
  }

  /** What a patch can change: the document that merge patches apply to. */
  get document(): JsonObject {
    return { ...this.#stored };
  }

  /** A seed that makes a queue of the same document and jobs. */
  toSeed(): QueueSeed {
    const { organizationName, projectName, name } = this.seed;
    return {
      organizationName,
      projectName,
      name,
      ...this.#stored,
      containerGroups: this.groupNames,
      id: this.#id,
      create_time: this.#createTime,
      update_time: this.#updateTime,
      jobs: this.#jobs.map((job) => job.toSeed()),
    };
  }

  /** When its response, or one of its jobs, changes next without a request; `undefined` where none does. */
  get settlesAt(): number | undefined {
    const now = this.#context.clock();
    const times = this.#jobs.flatMap((job) => job.settlesAt(now) ?? []);
    return times.length === 0 ? undefined : times.reduce((first, time) => Math.min(first, time));
  }

  /** The queue as a response shows it (section 2.11); `groups` are those attached. */
  toResponse(groups: readonly ContainerGroup[]): object {
    const now = this.#context.clock();
    return {
      container_groups: groups.map((group) => group.toResponse()),
      create_time: this.#createTime,
      current_queue_length: this.#jobs.filter((job) => job.status(now) === "pending").length,
      ...this.#withDefaults(this.#stored),
      id: this.#id,
      name: this.seed.name,
      update_time: this.#updateTime,
    };
  }

  #withDefaults(stored: JsonObject): JsonObject {
    return { display_name: this.seed.name, ...stored };
  }
}
