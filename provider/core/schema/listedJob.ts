import type { InferenceEndpointJob } from "../../../sdk/inferenceEndpointJob";
import type { JobEvent } from "../../../sdk/queueJob";
import { MAX_DEPTH } from "../../../common/json";
import { isDeeperThan } from "../json/depth";
import type { JsonObject } from "../json/json";
import { isJsonObject } from "../json/object";

/**
 * What is kept of a listed job (interface section 2.13): just what `observe` keeps by the schema. It is written out because
 * a listing reads a great many jobs, and going through the schema's members for each costs several times as much.
 */
export function readListedJob(item: JsonObject): InferenceEndpointJob {
  const job: InferenceEndpointJob = {};
  const { events, input, output, metadata } = item;
  if (typeof item.id === "string") job.id = item.id;
  if (typeof item.inference_endpoint_name === "string") job.inferenceEndpointName = item.inference_endpoint_name;
  if (typeof item.organization_name === "string") job.organizationName = item.organization_name;
  if (typeof item.create_time === "string") job.createTime = item.create_time;
  if (typeof item.update_time === "string") job.updateTime = item.update_time;
  if (Array.isArray(events)) job.events = events.filter(isJsonObject).map(readEvent);
  if (input !== undefined && !isDeeperThan(MAX_DEPTH, input)) job.input = input;
  if (output !== undefined && !isDeeperThan(MAX_DEPTH, output)) job.output = output;
  if (isJsonObject(metadata) && !isDeeperThan(MAX_DEPTH, metadata)) job.metadata = metadata;
  if (typeof item.webhook === "string") job.webhook = item.webhook;
  if (typeof item.webhook_url === "string") job.webhookUrl = item.webhook_url;
  return job;
}

/** The service may leave the time out, whatever the interface says. */
function readEvent({ time }: JsonObject): JobEvent {
  return (typeof time === "string" ? { time } : {}) as JobEvent;
}
