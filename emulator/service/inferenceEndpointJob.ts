import { createHash, randomUUID } from "node:crypto";
import type { Context } from "./context";
import { events, QueueJob } from "./queueJob";
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

const FIRST_JOB_AT = Date.UTC(2025, 0, 1);
const MADE_UP_SETTLE_MS = 250;
const MAX_JOBS = 2147483647;

const seeded = new DocumentSchema(
  object({
    jobs: { type: ["integer", "array"], minimum: 0, maximum: MAX_JOBS, items: inferenceEndpointJob },
    queue: object({ projectName: string, queueName: string }, { required: ["projectName", "queueName"] }),
  }),
);

/** One inference endpoint: its jobs are made up when they are listed, so that a great many cost nothing. */
export class InferenceEndpoint {
  readonly #context: Context;
  readonly #idStart: string;
  readonly #seeded: readonly object[] | undefined;
  readonly #count: number;

  /** Throws a TypeError that lists what is wrong with the seed. */
  constructor(
    readonly seed: EndpointSeed,
    context: Context,
  ) {
    const { organizationName, name, jobs = 0, queue } = seed;
    const { jobs: checked } = seeded.seed(`endpoint ${name}`, { jobs, queue });
    this.#context = context;
    // The same after a restart.
    this.#idStart = createHash("sha256").update(`${organizationName}/${name}`).digest("hex").slice(0, 8);
    this.#seeded = Array.isArray(jobs) ? jobs.map((job: object) => this.#complete(job)) : undefined;
    this.#count = this.#seeded?.length ?? Number(checked);
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
      const job = queueJobs[index - this.#count] ?? this.#makeUp(index);
      items.push(this.#seeded?.[index] ?? job.toListingItem(now, organizationName, name));
    }
    return { items, page, page_size: pageSize, total_size: total };
  }

  #makeUp(index: number): QueueJob {
    const id = `${this.#idStart}-0000-4000-8000-${index.toString(16).padStart(12, "0")}`;
    const createdAt = FIRST_JOB_AT + index * 1000;
    const seed = { id, create_time: new Date(createdAt).toISOString(), input: { index }, metadata: {} };
    return new QueueJob(seed, createdAt, MADE_UP_SETTLE_MS);
  }

  #complete(job: object): object {
    const time = new Date(this.#context.clock()).toISOString();
    return {
      create_time: time,
      events: [{ time }],
      id: randomUUID(),
      inference_endpoint_name: this.seed.name,
      organization_name: this.seed.organizationName,
      update_time: time,
      input: null,
      ...job,
    };
  }
}
