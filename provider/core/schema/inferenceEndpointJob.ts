import { z } from "zod";
import {
  argument,
  integerBetween,
  jsonObject,
  jsonValue,
  object,
  optional,
  required,
  rest,
  text,
  timestamp,
  uuid,
} from "./annotation";
import { profile, resourceName } from "./objects";
import { jobEvents } from "./queueJob";

const listing = {
  organizationName: argument(resourceName()),
  inferenceEndpointName: required(resourceName()),
  profile: profile(),
  page: argument(integerBetween(1, 2_147_483_647)),
  pageSize: argument(integerBetween(1, 100)),
};

/** The arguments of `listInferenceEndpointJobs`. */
export const listArguments = object(listing);

/** The arguments of `iterateInferenceEndpointJobs`. */
export const iterateArguments = object({ ...listing, maxItems: argument(integerBetween(1, Number.MAX_SAFE_INTEGER)) });

/** An item of the listing. The API does not say which fields are always there. */
export const inferenceEndpointJob = z.object({
  id: optional(uuid()),
  inferenceEndpointName: optional(resourceName()),
  organizationName: optional(resourceName()),
  createTime: optional(timestamp()),
  updateTime: optional(timestamp()),
  events: optional(jobEvents(rest())),
  input: optional(jsonValue()),
  output: optional(jsonValue()),
  metadata: optional(jsonObject()),
  webhook: optional(text()),
  webhookUrl: optional(text()),
  additionalMembers: rest(),
});
