import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ContainerGroup } from "./containerGroup";
import { displayName } from "./formats";
import type { JsonObject, JsonValue } from "./json";
import { QueueJob } from "./queueJob";
import type { ObjectRule } from "./rules";
import type { QueueSeed } from "./seeds";
import type { Surroundings } from "./surroundings";
import { applyUpdate, readSeed } from "./update";

/** The body of a queue update (interface section 4.3): also the rule of the stored document. */
const queueUpdate: ObjectRule = {
  type: "object",
  members: { description: { type: "string", maxLength: 500, pattern: /^.*$/ }, display_name: displayName },
};

/** The most groups that a queue can have (section 2.11). */
const MOST_GROUPS = 100;

/** One queue: its stored document, its jobs, and the groups attached to it. */
export class Queue {
  readonly organizationName: string;
  readonly projectName: string;
  readonly name: string;
  /** Names of the groups attached. */
  readonly groupNames: readonly string[];
  readonly #around: Surroundings;
  readonly #id = randomUUID();
  readonly #createTime: string;
  readonly #jobs: QueueJob[] = [];
  #updateTime: string;
  #stored: JsonObject;

  /** Throws a TypeError that says what is wrong with the seed. */
  constructor(seed: QueueSeed, around: Surroundings) {
    const { organizationName, projectName, name, containerGroups = [], ...members } = seed;
    if (containerGroups.length > MOST_GROUPS) throw new TypeError(`queue ${name}: at most ${MOST_GROUPS} groups`);
    this.organizationName = organizationName;
    this.projectName = projectName;
    this.name = name;
    this.groupNames = [...containerGroups];
    this.#around = around;
    this.#stored = readSeed(`queue ${name}`, queueUpdate, members, {});
    this.#createTime = this.#updateTime = new Date(around.clock()).toISOString();
  }

  /** The queue's jobs, oldest first. */
  get jobs(): readonly QueueJob[] {
    return this.#jobs;
  }

  /** Applies a merge patch (section 4.3). Throws a Problem, and changes nothing, when the patch is refused. */
  patch(patch: JsonValue | undefined): void {
    const after = applyUpdate(queueUpdate, this.#stored, patch);
    if (!isDeepStrictEqual(this.#withDefaults(after), this.#withDefaults(this.#stored)))
      this.#updateTime = new Date(this.#around.clock()).toISOString();
    this.#stored = after;
  }

  /** Creates a job (section 4.4). Throws a Problem, and creates none, when the body is refused. */
  createJob(body: JsonValue | undefined, rawBody: string): QueueJob {
    const job = new QueueJob(body, rawBody, this.#around.clock(), this.#around.settleMs);
    this.#jobs.push(job);
    return job;
  }

  /** The queue as a response shows it (section 2.11), as JSON text; `groups` are those attached. */
  text(groups: readonly ContainerGroup[]): string {
    const shown = {
      create_time: this.#createTime,
      current_queue_length: this.#pendingJobs(),
      ...this.#withDefaults(this.#stored),
      id: this.#id,
      name: this.name,
      update_time: this.#updateTime,
    };
    return `{"container_groups":[${groups.map((group) => group.text())}],${JSON.stringify(shown).slice(1)}`;
  }

  #withDefaults(stored: JsonObject): JsonObject {
    return { display_name: this.name, ...stored };
  }

  // Jobs are in order of age: the first from the end that is no longer pending ends the count.
  #pendingJobs(): number {
    const now = this.#around.clock();
    const last = this.#jobs.findLastIndex((job) => job.status(now) !== "pending");
    return this.#jobs.length - 1 - last;
  }
}
