import { randomUUID } from "node:crypto";
import { isObject, type JsonValue } from "./json";
import { memberTexts, objectText } from "./jsonText";
import { invalidBody } from "./problem";
import { violations, type ObjectRule } from "./rules";

/** The body of a job's creation (interface sections 4.4 and 8). */
const queueJobCreation: ObjectRule = {
  type: "object",
  members: {
    input: { type: "any" },
    metadata: { type: "map", values: { type: "any" } },
    webhook: {
      type: "string",
      minLength: 1,
      maxLength: 2048,
      pattern: /^.*$/,
      format: { is: (text) => URL.canParse(text) && /^https?:/i.test(text), words: "an http or https URL" },
    },
  },
  required: ["input"],
};

/** The job statuses that the emulator walks through. */
export type QueueJobStatus = "pending" | "running" | "succeeded";

/** One job of a queue (section 2.12). Input and metadata are kept as the text that came, so that no digit is lost. */
export class QueueJob {
  readonly id = randomUUID();
  readonly #createdAt: number;
  readonly #settleMs: number;
  readonly #input: string;
  readonly #metadata: string | undefined;
  readonly #webhook: string | undefined;

  /** Throws the 400 Problem for a body that breaks rules. `rawBody` is the text that `body` was parsed from. */
  constructor(body: JsonValue | undefined, rawBody: string, now: number, settleMs: number) {
    const found = violations(queueJobCreation, body, "document");
    if (found.length > 0 || !isObject(body)) throw invalidBody(found);
    const texts = memberTexts(rawBody);
    this.#createdAt = now;
    this.#settleMs = settleMs;
    this.#input = texts.get("input") as string;
    this.#metadata = texts.get("metadata");
    this.#webhook = texts.get("webhook");
  }

  /** `pending` until `settleMs` after creation, `running` for as long again, then `succeeded`. */
  status(now: number): QueueJobStatus {
    const age = now - this.#createdAt;
    if (age < this.#settleMs) return "pending";
    return age < 2 * this.#settleMs ? "running" : "succeeded";
  }

  /** The job as the answer to its creation: always `pending`. */
  createdText(): string {
    return this.#text("pending");
  }

  /** The job at this time, as JSON text (section 2.12). */
  text(now: number): string {
    return this.#text(this.status(now));
  }

  /** The job at this time as an item of an endpoint's listing, as JSON text (section 2.13). */
  itemText(now: number, organizationName: string, endpointName: string): string {
    const status = this.status(now);
    return objectText([
      ...this.#common(status),
      ["inference_endpoint_name", JSON.stringify(endpointName)],
      ["organization_name", JSON.stringify(organizationName)],
      ["webhook", this.#webhook],
      ["webhook_url", this.#webhook],
    ]);
  }

  #text(status: QueueJobStatus): string {
    return objectText([...this.#common(status), ["status", JSON.stringify(status)], ["webhook", this.#webhook]]);
  }

  #common(status: QueueJobStatus): [string, string | undefined][] {
    const steps = { pending: 1, running: 2, succeeded: 3 }[status];
    const times = [0, 1, 2].slice(0, steps).map((step) => {
      return JSON.stringify(new Date(this.#createdAt + step * this.#settleMs).toISOString());
    });
    return [
      ["create_time", times[0]],
      ["events", `[${times.map((time) => `{"time":${time}}`)}]`],
      ["id", JSON.stringify(this.id)],
      ["input", this.#input],
      ["metadata", this.#metadata],
      ["output", status === "succeeded" ? this.#input : undefined],
      ["update_time", times.at(-1)],
    ];
  }
}
