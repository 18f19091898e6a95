import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ContainerGroup } from "./containerGroup";
import type { Context } from "./context";
import type { JsonObject, JsonValue } from "./json";
import { QueueJob } from "./queueJob";
import { displayName, DocumentSchema, object } from "./schema";

/** The body of a queue update (interface section 4.3): also the schema of the stored document. */
const queueUpdate = new DocumentSchema(
  object({ description: { type: "string", maxLength: 500, pattern: "^.*$" }, display_name: displayName }),
);

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
}

/** One queue: its stored document, its jobs, and the groups attached to it. */
export class Queue {
  /** Names of the groups attached. */
  readonly groupNames: readonly string[];
  readonly #context: Context;
  readonly #id = randomUUID();
  readonly #createTime: string;
  readonly #jobs: QueueJob[] = [];
  #updateTime: string;
  #stored: JsonObject;

  /** Throws a TypeError that says what is wrong with the seed. */
  constructor(
    readonly seed: QueueSeed,
    context: Context,
  ) {
    const { organizationName, projectName, name, containerGroups = [], ...fields } = seed;
    if (containerGroups.length > MAX_GROUPS) {
      throw new TypeError(`queue ${name}: at most ${MAX_GROUPS} groups`);
    }
    this.groupNames = [...containerGroups];
    this.#context = context;
    this.#stored = queueUpdate.seed(`queue ${name}`, fields);
    this.#createTime = this.#updateTime = new Date(context.clock()).toISOString();
  }

  /** The queue's jobs, oldest first. */
  get jobs(): readonly QueueJob[] {
    return this.#jobs;
  }

  /** Applies a merge patch (section 4.3). Throws a Problem, and changes nothing, when the patch is refused. */
  patch(patch: JsonValue | undefined): void {
    const after = queueUpdate.patch(this.#stored, patch);
    if (!isDeepStrictEqual(this.#withDefaults(after), this.#withDefaults(this.#stored))) {
      this.#updateTime = new Date(this.#context.clock()).toISOString();
    }
    this.#stored = after;
  }

  /** Creates a job (section 4.4). Throws a Problem, and creates none, when the body is refused. */
  createJob(body: JsonValue | undefined, rawBody: string): QueueJob {
    const { clock, settleMs, webhooks } = this.#context;
    const job = new QueueJob(body, rawBody, clock(), settleMs);
    this.#jobs.push(job);
    void webhooks.callOnCompletion(job, clock, settleMs);
    return job;
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
