import { z } from "zod";
import { argument, list, object, oneOf, optional, required, timestamp, url, uuid } from "./annotation";
import { jsonObject, jsonValue } from "./json";
import { resourceName } from "./name";
import { projectPlacement } from "./placement";

/** The body of interface section 4.4. */
export const queueJobBody = object({
  input: required(jsonValue()),
  metadata: argument(jsonObject()),
  webhook: argument(url({ minimum: 1, maximum: 2048, pattern: /^.*$/ }), { secrecy: "credential" }),
});

/** The arguments of `QueueJob`. */
export const queueJobArguments = object({
  ...queueJobBody.shape,
  ...projectPlacement,
  queueName: required(resourceName()),
  triggers: argument(list(jsonValue())),
});

/** Members of an event other than its time: not shown (interface section 2.12). */
export const jobEvents = () => list(z.object({ time: optional(timestamp()) }), { maximum: 1000 });

/** What is kept of a job's answer (interface section 2.12). */
export const queueJobObserved = z.object({
  id: optional(uuid()),
  status: optional(oneOf(["pending", "running", "succeeded", "cancelled", "failed"])),
  createTime: optional(timestamp()),
  updateTime: optional(timestamp()),
  events: optional(jobEvents()),
  output: optional(jsonValue()),
});
