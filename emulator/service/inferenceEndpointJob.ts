import { createHash, randomUUID } from "node:crypto";
import type { Context } from "./context";
import { events, type QueueJob } from "./queueJob";
import { DocumentSchema, object, secret, string, timestamp, uuid } from "./schema";

/** An inference endpoint to start with. */
export interface EndpointSeed {
  organizationName: string;
  name: string;
  /** How many jobs to make up, at no cost until they are listed; or the jobs, in wire form, with what is missing made up. */
  jobs?: number | readonly Readonly<Record<string, unknown>>[];
  /** A queue of the organization whose jobs are listed too, after the others; it may be put later. */
  queue?: { projectName: string; queueName: string };
}

/** An item of the listing. */
const inferenceEndpointJob = object({
  create_time: timestamp,
  events,
  id: uuid,
  inference_endpoint_name: string,
  input: {},
  metadata: { type: "object" },
  organization_name: string,
  output: {},
  update_time: timestamp,
  webhook: secret,
  webhook_url: secret,
});

/** One page of the listing (section 2.13). */
export const inferenceEndpointJobPage = object(
  {
    items: { type: "array", items: inferenceEndpointJob, maxItems: 100 },
    page: { type: "integer", minimum: 1, maximum: 2147483647 },
    page_size: { type: "integer", minimum: 1, maximum: 100 },
    total_size: { type: "integer", minimum: 0, maximum: 2147483647 },
  },
  { required: ["items", "page", "page_size", "total_size"] },
);

const seededJob = new DocumentSchema(inferenceEndpointJob);

const FIRST_JOB_AT = Date.UTC(2025, 0, 1);
const MAX_JOBS = 2147483647;

/** One inference endpoint: its jobs are made up when they are listed, so that a great many cost nothing. */
export class InferenceEndpoint {
  readonly #context: Context;
  readonly #idStart: string;
  readonly #seeded: readonly object[] | undefined;
  readonly #count: number;

  /** Throws a TypeError that says what is wrong with the seed. */
  constructor(
    readonly seed: EndpointSeed,
    context: Context,
  ) {
    const { organizationName, name, jobs = 0 } = seed;
    this.#context = context;
    // The same after a restart.
    this.#idStart = createHash("sha256").update(`${organizationName}/${name}`).digest("hex").slice(0, 8);
    if (typeof jobs === "number" && (!Number.isInteger(jobs) || jobs < 0 || jobs > MAX_JOBS)) {
      throw new TypeError(`endpoint ${name}: jobs must be an integer from 0 to ${MAX_JOBS}`);
    }
    this.#seeded = typeof jobs === "number" ? undefined : jobs.map((job) => this.#complete(job));
    this.#count = typeof jobs === "number" ? jobs : jobs.length;
  }

  /** A seed that makes an endpoint of the same jobs. */
  toSeed(): EndpointSeed {
    return { ...this.seed, jobs: (this.#seeded as EndpointSeed["jobs"]) ?? this.#count };
  }

  /** One page of the listing, oldest job first; `queueJobs` are those of the linked queue. */
  toPage(page: number, pageSize: number, queueJobs: readonly QueueJob[]): object {
    const { organizationName, name } = this.seed;
    const total = this.#count + queueJobs.length;
    const first = (page - 1) * pageSize;
    const items: object[] = [];
    const now = this.#context.clock();
    for (let index = first; index < Math.min(first + pageSize, total); index++) {
      const queued = index < this.#count ? undefined : queueJobs[index - this.#count];
      const item = queued?.toListingItem(now, organizationName, name) ?? this.#seeded?.[index];
      items.push(item ?? this.#makeUp(index));
    }
    return { items, page, page_size: pageSize, total_size: Math.min(total, MAX_JOBS) };
  }

  #makeUp(index: number): object {
    const created = new Date(FIRST_JOB_AT + index * 1000).toISOString();
    const ended = new Date(FIRST_JOB_AT + index * 1000 + 500).toISOString();
    return {
      create_time: created,
      events: [{ time: created }, { time: ended }],
      id: `${this.#idStart}-0000-4000-8000-${index.toString(16).padStart(12, "0")}`,
      inference_endpoint_name: this.seed.name,
      input: { index },
      metadata: {},
      organization_name: this.seed.organizationName,
      output: { index },
      update_time: ended,
    };
  }

  #complete(job: object): object {
    const time = new Date(this.#context.clock()).toISOString();
    const { input, metadata, output } = job as Record<string, unknown>;
    return {
      create_time: time,
      events: [{ time }],
      id: randomUUID(),
      inference_endpoint_name: this.seed.name,
      organization_name: this.seed.organizationName,
      update_time: time,
      ...seededJob.seed(`job of endpoint ${this.seed.name}`, job),
      // As they were given: numbers keep all digits.
      input: input ?? null,
      metadata,
      output,
    };
  }
}
