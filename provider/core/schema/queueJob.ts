import { z } from "zod";
import {
  argument,
  jsonObject,
  jsonValue,
  list,
  object,
  oneOf,
  optional,
  required,
  scalarRest,
  timestamp,
  url,
  uuid,
} from "./annotation";
import { projectPlacement, resourceName } from "./objects";

/** The body of a new job. */
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

/** The API documents only the time of an event; `additionalMembers` holds all else. */
export const jobEvents = <Rest extends z.ZodType>(additionalMembers: Rest) =>
  list(z.object({ time: optional(timestamp()), additionalMembers }), { maximum: 1000 });

/** What is kept of a job's response. */
export const queueJobObserved = z.object({
  id: optional(uuid()),
  status: optional(oneOf(["pending", "running", "succeeded", "cancelled", "failed"])),
  createTime: optional(timestamp()),
  updateTime: optional(timestamp()),
  events: optional(jobEvents(scalarRest())),
  output: optional(jsonValue()),
});
