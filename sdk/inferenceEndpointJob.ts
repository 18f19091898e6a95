import type * as pulumi from "@pulumi/pulumi";
import type { Json } from "./json";

/** Something that happened to a job of an inference endpoint. */
export interface InferenceEndpointJobEvent {
  /** When it happened, as an ISO 8601 date-time. */
  time: string;
  /** All other fields of the event in the response: any JSON values, by their names in the API. Absent where there is none. */
  additionalMembers?: { [member: string]: Json };
}

/** A job of an inference endpoint, as the service lists it. The API does not document which fields a job always has. */
export interface InferenceEndpointJob {
  /** When the job was created, as an ISO 8601 date-time. */
  createTime?: string;
  /** What has happened to the job, at most 1000 events. */
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

/** The inference endpoint whose jobs are listed. */
export interface InferenceEndpointJobsArgs {
  /** The name of the endpoint: 2 to 63 characters that match `^[a-z][a-z0-9-]{0,61}[a-z0-9]$`. */
  inferenceEndpointName: string;
  /** The organization, under the same rule for names. Default: the setting `organizationName`. */
  organizationName?: string | undefined;
  /** The entry of the setting `profiles` whose settings win over those of the stack: a string of 1 to 200 characters. */
  profile?: string | undefined;
}

/** The page of jobs to list. */
export interface ListInferenceEndpointJobsArgs extends InferenceEndpointJobsArgs {
  /** The number of the page: an integer from 1 to 2147483647. Default: that of the service, which the API does not document. */
  page?: number | undefined;
  /** How many jobs a page holds at most: an integer from 1 to 100. Default: that of the service, which the API does not document. */
  pageSize?: number | undefined;
}

/** `ListInferenceEndpointJobsArgs` whose fields may be outputs and promises. */
export interface ListInferenceEndpointJobsOutputArgs {
  /** The name of the endpoint: 2 to 63 characters that match `^[a-z][a-z0-9-]{0,61}[a-z0-9]$`. */
  inferenceEndpointName: pulumi.Input<string>;
  /** The organization, under the same rule for names. Default: the setting `organizationName`. */
  organizationName?: pulumi.Input<string | undefined>;
  /** The entry of the setting `profiles` whose settings win over those of the stack: a string of 1 to 200 characters. */
  profile?: pulumi.Input<string | undefined>;
  /** The number of the page: an integer from 1 to 2147483647. Default: that of the service, which the API does not document. */
  page?: pulumi.Input<number | undefined>;
  /** How many jobs a page holds at most: an integer from 1 to 100. Default: that of the service, which the API does not document. */
  pageSize?: pulumi.Input<number | undefined>;
}

/** The jobs to iterate over. */
export interface IterateInferenceEndpointJobsArgs extends InferenceEndpointJobsArgs {
  /** The page to start with: an integer from 1 to 2147483647. Default: 1. */
  page?: number | undefined;
  /** How many jobs one request asks for at most: an integer from 1 to 100. Default: 100, whatever `maxItems` is. */
  pageSize?: number | undefined;
  /** How many jobs to give at most: an integer, 1 or more. Default: no limit. */
  maxItems?: number | undefined;
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
