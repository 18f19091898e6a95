import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ContainerGroup } from "./containerGroup";
import { containerGroupResponse } from "./containerGroupResponse";
import type { Context } from "./context";
import type { JsonObject, JsonValue } from "../json";
import { QueueJob, type QueueJobSeed } from "./queueJob";
import { displayName, DocumentSchema, object, resourceName, timestamp, uuid, type Schema } from "./schema";

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
const seeded = new DocumentSchema(object({ ...fields, ...owned }));

/** Section 2.11. */
const MAX_GROUPS = 100;

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

  /** Throws a TypeError that says what is wrong with the seed. */
  constructor(
    readonly seed: QueueSeed,
    context: Context,
  ) {
    const { organizationName, projectName, name, containerGroups = [], jobs = [], ...given } = seed;
    if (containerGroups.length > MAX_GROUPS) {
      throw new TypeError(`queue ${name}: at most ${MAX_GROUPS} groups`);
    }
    this.groupNames = [...containerGroups];
    this.#context = context;
    const now = context.clock();
    const { id = randomUUID(), create_time, update_time, ...stored } = seeded.seed(`queue ${name}`, given);
    this.#stored = stored;
    this.#id = String(id);
    this.#createTime = String(create_time ?? new Date(now).toISOString());
    this.#updateTime = String(update_time ?? this.#createTime);
    this.#jobs = jobs
      .map((job) => QueueJob.ofSeed(job, now, context.settleMs))
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
      this.#context.onChange(this);
    }
  }

  /** Creates a job (section 4.4). Throws a Problem, and creates none, when the body is refused. */
  createJob(body: JsonValue | undefined, rawBody: string): QueueJob {
    const job = QueueJob.ofRequest(body, rawBody, this.#context.clock(), this.#context.settleMs);
    this.#jobs.push(job);
    this.#callOnCompletion(job);
    this.#context.onChange(this);
    return job;
  }

  /** Calls the webhooks of the jobs that it was seeded with when they complete, or at once where they have; none is called again. */
  watchJobs(): void {
    this.#jobs.forEach((job) => this.#callOnCompletion(job));
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
    // Jobs are in order of age: those before the last one that has completed have completed, too.
    const completed = this.#jobs.findLastIndex((job) => job.settlesAt(now) === undefined);
    const times = this.#jobs.slice(completed + 1).map((job) => job.settlesAt(now) as number);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  #callOnCompletion(job: QueueJob): void {
    const { clock, webhooks, onChange } = this.#context;
    void webhooks.callOnCompletion(job, clock, () => onChange(this));
  }

  /** The queue as a response shows it (section 2.11); `groups` are those attached. */
  toResponse(groups: readonly ContainerGroup[]): object {
    return {
      container_groups: groups.map((group) => group.toResponse()),
      create_time: this.#createTime,
      current_queue_length: this.#countPending(),
      ...this.#withDefaults(this.#stored),
      id: this.#id,
      name: this.seed.name,
      update_time: this.#updateTime,
    };
  }

  #withDefaults(stored: JsonObject): JsonObject {
    return { display_name: this.seed.name, ...stored };
  }

  // Jobs are in order of age: the first from the end that is no longer pending ends the count.
  #countPending(): number {
    const now = this.#context.clock();
    return this.#jobs.length - 1 - this.#jobs.findLastIndex((job) => job.status(now) !== "pending");
  }
}
