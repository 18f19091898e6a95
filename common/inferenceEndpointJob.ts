import type { Json } from "./json";

/** An event in the history of an inference endpoint's job. */
export interface InferenceEndpointJobEvent {
  /** When it happened, as an ISO 8601 date-time. Absent where the response does not hold it. */
  time?: string;
  /** All other fields of the event in the response: any JSON values, by their names in the API. Absent where there is none. */
  additionalMembers?: { [member: string]: Json };
}

/**
 * A job of an inference endpoint, as the service lists it. The API does not document which fields a job always has. A whole
 * number beyond ±(2^53 - 1) in its JSON values is a string of its digits.
 */
export interface InferenceEndpointJob {
  /** When the job was created, as an ISO 8601 date-time. */
  createTime?: string;
  /** The events of the job, at most 1000. */
  events?: InferenceEndpointJobEvent[];
  /** The identifier of the job, a UUID. */
  id?: string;
  /** The name of the endpoint. */
  inferenceEndpointName?: string;
  /** The input of the job, any JSON value. Its keys are not renamed. */
  input?: Json;
  /** The name of the organization. */
  organizationName?: string;
  /** When the job was last changed, as an ISO 8601 date-time. */
  updateTime?: string;
  /** Extra data of the job. Its keys are not renamed. */
  metadata?: { [member: string]: Json };
  /** The output of the job, any JSON value. Its keys are not renamed. */
  output?: Json;
  /** The webhook of the job: `webhook` in the response. */
  webhook?: string;
  /** The URL of the webhook of the job: `webhook_url` in the response. */
  webhookUrl?: string;
  /**
   * All other fields of the job in the response: any JSON values, by their names in the API, such as `status`. Absent where there
   * is none.
   */
  additionalMembers?: { [member: string]: Json };
}

/** One page of the jobs of an inference endpoint. */
export interface ListInferenceEndpointJobsResult {
  /** The jobs on this page, at most 100. */
  items: InferenceEndpointJob[];
  /** The number of this page: 1 to 2147483647. */
  page: number;
  /** How many jobs a page holds at most: 1 to 100. */
  pageSize: number;
  /** How many jobs there are on all pages together: 0 to 2147483647. */
  totalSize: number;
}
