import { randomUUID } from "node:crypto";
import { parseLossless, type JsonObject, type JsonValue } from "../json";
import { DocumentSchema, emulatorRule, object, SECRET, timestamp, uuid, type Schema } from "./schema";

const fields: Readonly<Record<string, Schema>> = {
  input: {},
  metadata: { type: "object" },
  webhook: {
    type: "string",
    minLength: 1,
    maxLength: 2048,
    pattern: "^.*$",
    format: "uri",
    [SECRET]: true,
    allOf: [emulatorRule({ pattern: "^[Hh][Tt][Tt][Pp][Ss]?:", description: "must be an http or https URL" })],
  },
};

/** The body of a job's creation. */
export const queueJobCreation = object(fields, { required: ["input"] });

const creation = new DocumentSchema(queueJobCreation);

/** A job of a seed. */
export const queueJobSeed = object({ ...fields, id: uuid, create_time: timestamp }, { required: ["input"] });

/** A job that a queue starts with, in wire form. */
export interface QueueJobSeed {
  input: unknown;
  metadata?: Readonly<Record<string, unknown>>;
  webhook?: string;
  /** Default: a new one. */
  id?: string;
  /** Default: now. The job's status follows from it. */
  create_time?: string;
}

/** The job statuses that the emulator walks through. */
const STATUSES = ["pending", "running", "succeeded"] as const;
type QueueJobStatus = (typeof STATUSES)[number];

/** A job's times, as responses show them. */
export const events: Schema = {
  type: "array",
  items: object({ time: timestamp }, { required: ["time"] }),
  maxItems: 1000,
};

/** A job as a response shows it (section 2.12). */
export const queueJobResponse = object(
  {
    ...fields,
    create_time: timestamp,
    events,
    id: uuid,
    output: {},
    status: { type: "string", enum: [...STATUSES, "cancelled", "failed"] },
    update_time: timestamp,
  },
  { required: ["create_time", "events", "id", "input", "status", "update_time"] },
);

/** One job of a queue (section 2.12). Numbers of its input and metadata are kept as they were written. */
export class QueueJob {
  readonly id: string;
  readonly webhook: string | undefined;
  /** In milliseconds. */
  readonly createdAt: number;
  readonly #input: unknown;
  readonly #metadata: unknown;

  /** The seed must be one that the schema takes. */
  constructor(
    { input, metadata, webhook, id = randomUUID(), create_time }: QueueJobSeed,
    now: number,
    private readonly settleMs: number,
  ) {
    this.id = id;
    this.webhook = webhook;
    this.#input = input;
    this.#metadata = metadata;
    this.createdAt = create_time === undefined ? now : Date.parse(create_time);
  }

  /** Throws the 400 Problem for a body that breaks rules. `rawBody` is the text that `body` was parsed from. */
  static ofRequest(body: JsonValue | undefined, rawBody: string, now: number, settleMs: number): QueueJob {
    const checked = creation.read(body);
    const { input, metadata } = parseLossless(rawBody, checked) as JsonObject;
    return new QueueJob({ ...checked, input, metadata } as QueueJobSeed, now, settleMs);
  }

  /** A seed that makes the same job. */
  toSeed(): QueueJobSeed {
    const { id, webhook } = this;
    const metadata = this.#metadata as QueueJobSeed["metadata"];
    return { id, create_time: new Date(this.createdAt).toISOString(), input: this.#input, metadata, webhook };
  }

  /** `pending` until `settleMs` after creation, `running` for as long again, then `succeeded`. */
  status(now: number): QueueJobStatus {
    const age = now - this.createdAt;
    if (age < this.settleMs) {
      return "pending";
    }
    return age < 2 * this.settleMs ? "running" : "succeeded";
  }

  /** When its status changes next; `undefined` where it does not. */
  settlesAt(now: number): number | undefined {
    return [1, 2].map((step) => this.createdAt + step * this.settleMs).find((time) => time > now);
  }

  /** The job as a response shows it at this time (section 2.12). */
  toResponse(now: number, status = this.status(now)): object {
    return { ...this.#common(status), status };
  }

  /** The response to its creation: always `pending`. */
  toCreatedResponse(): object {
    return this.toResponse(this.createdAt, "pending");
  }

  /** The job at this time as an item of an endpoint's listing (section 2.13). */
  toListingItem(now: number, organizationName: string, inferenceEndpointName: string): object {
    return {
      ...this.#common(this.status(now)),
      inference_endpoint_name: inferenceEndpointName,
      organization_name: organizationName,
      webhook_url: this.webhook,
    };
  }

  #common(status: QueueJobStatus): object {
    const times = STATUSES.slice(0, STATUSES.indexOf(status) + 1).map((_, step) =>
      new Date(this.createdAt + step * this.settleMs).toISOString(),
    );
    return {
      create_time: times[0],
      events: times.map((time) => ({ time })),
      id: this.id,
      input: this.#input,
      metadata: this.#metadata,
      output: status === "succeeded" ? this.#input : undefined,
      update_time: times.at(-1),
      webhook: this.webhook,
    };
  }
}
