import { randomUUID } from "node:crypto";
import { timestamp, uuid } from "./formats";
import type { QueueJob } from "./queueJob";
import type { ObjectRule, Rule } from "./rules";
import type { EndpointSeed } from "./seeds";
import type { Surroundings } from "./surroundings";
import { readSeed } from "./update";

const anyText: Rule = { type: "string" };

/** A seeded item of the listing (interface section 2.13). */
const seededJob: ObjectRule = {
  type: "object",
  members: {
    create_time: timestamp,
    events: { type: "array", items: { type: "object", members: { time: timestamp }, required: ["time"] } },
    id: uuid,
    inference_endpoint_name: anyText,
    input: { type: "any" },
    metadata: { type: "map", values: { type: "any" } },
    organization_name: anyText,
    output: { type: "any" },
    update_time: timestamp,
    webhook: anyText,
    webhook_url: anyText,
  },
};

const FIRST_JOB_AT = Date.UTC(2025, 0, 1);
const MOST_JOBS = 2147483647;

/** One inference endpoint: its jobs are made up when they are listed, so that a great many cost nothing. */
export class InferenceEndpoint {
  readonly organizationName: string;
  readonly name: string;
  /** The queue whose jobs are listed too. */
  readonly queue: EndpointSeed["queue"];
  readonly #around: Surroundings;
  readonly #idStart = randomUUID().slice(0, 8);
  readonly #seeded: readonly string[] | undefined;
  readonly #count: number;

  /** Throws a TypeError that says what is wrong with the seed. */
  constructor(seed: EndpointSeed, around: Surroundings) {
    const { organizationName, name, jobs = 0, queue } = seed;
    this.organizationName = organizationName;
    this.name = name;
    this.queue = queue;
    this.#around = around;
    if (typeof jobs === "number") {
      if (!Number.isInteger(jobs) || jobs < 0 || jobs > MOST_JOBS)
        throw new TypeError(`endpoint ${name}: jobs must be an integer from 0 to ${MOST_JOBS}`);
      this.#count = jobs;
    } else {
      this.#seeded = jobs.map((job) => this.#complete(job));
      this.#count = jobs.length;
    }
  }

  /** One page of the listing, oldest job first, as JSON text; `queueJobs` are those of the linked queue. */
  pageText(page: number, pageSize: number, queueJobs: readonly QueueJob[]): string {
    const total = this.#count + queueJobs.length;
    const first = (page - 1) * pageSize;
    const items: string[] = [];
    const now = this.#around.clock();
    for (let index = first; index < Math.min(first + pageSize, total); index++) {
      const queued = index < this.#count ? undefined : queueJobs[index - this.#count];
      items.push(queued?.itemText(now, this.organizationName, this.name) ?? this.#seeded?.[index] ?? this.#made(index));
    }
    return `{"items":[${items}],"page":${page},"page_size":${pageSize},"total_size":${Math.min(total, MOST_JOBS)}}`;
  }

  // The names match the resource-name rule, so that they need no escaping in this text.
  #made(index: number): string {
    const created = new Date(FIRST_JOB_AT + index * 1000).toISOString();
    const ended = new Date(FIRST_JOB_AT + index * 1000 + 500).toISOString();
    const id = `${this.#idStart}-0000-4000-8000-${index.toString(16).padStart(12, "0")}`;
    return (
      `{"create_time":"${created}","events":[{"time":"${created}"},{"time":"${ended}"}],"id":"${id}",` +
      `"inference_endpoint_name":"${this.name}","input":{"index":${index}},"metadata":{},` +
      `"organization_name":"${this.organizationName}","output":{"index":${index}},"update_time":"${ended}"}`
    );
  }

  #complete(job: object): string {
    const time = new Date(this.#around.clock()).toISOString();
    const made = {
      create_time: time,
      events: [{ time }],
      id: randomUUID(),
      inference_endpoint_name: this.name,
      input: null,
      organization_name: this.organizationName,
      update_time: time,
    };
    return JSON.stringify({ ...made, ...readSeed(`job of endpoint ${this.name}`, seededJob, job, {}) });
  }
}
