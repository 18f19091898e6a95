import { randomUUID } from "node:crypto";
import { parseLossless, type JsonObject, type JsonValue } from "./json";
import { DocumentSchema, emulatorRule, object } from "./schema";

/** The body of a job's creation (interface sections 4.4 and 8). */
const queueJobCreation = new DocumentSchema(
  object(
    {
      input: {},
      metadata: { type: "object" },
      webhook: {
        type: "string",
        minLength: 1,
        maxLength: 2048,
        pattern: "^.*$",
        format: "url",
        allOf: [emulatorRule({ pattern: "^[Hh][Tt][Tt][Pp][Ss]?:", description: "must be an http or https URL" })],
      },
    },
    { required: ["input"] },
  ),
);

/** The job statuses that the emulator walks through. */
const STATUSES = ["pending", "running", "succeeded"] as const;
type QueueJobStatus = (typeof STATUSES)[number];

/** One job of a queue (section 2.12). Numbers of its input and metadata are kept as they were written. */
export class QueueJob {
  readonly id = randomUUID();
  readonly webhook: string | undefined;
  readonly #createdAt: number;
  readonly #settleMs: number;
  readonly #input: unknown;
  readonly #metadata: unknown;

  /** Throws the 400 Problem for a body that breaks rules. `rawBody` is the text that `body` was parsed from. */
  constructor(body: JsonValue | undefined, rawBody: string, now: number, settleMs: number) {
    const checked = queueJobCreation.read(body);
    const { input, metadata } = parseLossless(rawBody, checked) as JsonObject;
    this.webhook = checked["webhook"] as string | undefined;
    this.#createdAt = now;
    this.#settleMs = settleMs;
    this.#input = input;
    this.#metadata = metadata;
  }

  /** `pending` until `settleMs` after creation, `running` for as long again, then `succeeded`. */
  status(now: number): QueueJobStatus {
    const age = now - this.#createdAt;
    if (age < this.#settleMs) {
      return "pending";
    }
    return age < 2 * this.#settleMs ? "running" : "succeeded";
  }

  /** The job as a response shows it at this time (section 2.12). */
  toResponse(now: number, status = this.status(now)): object {
    return { ...this.#common(status), status };
  }

  /** The response to its creation: always `pending`. */
  toCreatedResponse(): object {
    return this.toResponse(this.#createdAt, "pending");
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
      new Date(this.#createdAt + step * this.#settleMs).toISOString(),
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
