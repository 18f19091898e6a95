import type * as pulumi from "@pulumi/pulumi";
import type { Json } from "./json";
import type { JobEvent } from "./queueJob";

/** A job of an inference endpoint (interface section 2.13). Which members are required: not shown, so none is. */
export interface InferenceEndpointJob {
  /** Creation time, ISO 8601 date-time. */
  createTime?: string;
  /** What has happened. */
  events?: JobEvent[];
  /** The job's identifier, a UUID. */
  id?: string;
  /** The endpoint's name. */
  inferenceEndpointName?: string;
  /** The job's input, any JSON value, its keys as they are. */
  input?: Json;
  /** The organization. */
  organizationName?: string;
  /** Last update time, ISO 8601 date-time. */
  updateTime?: string;
  /** Extra data, its keys as they are. */
  metadata?: { [member: string]: Json };
  /** The job's output, any JSON value, its keys as they are. */
  output?: Json;
  /** A webhook, as the service names it. */
  webhook?: string;
  /** A webhook's URL, as the service names it. */
  webhookUrl?: string;
}

/** Which endpoint's jobs. */
export interface InferenceEndpointJobsArgs {
  /** The endpoint's name: 2 to 63 characters of `^[a-z][a-z0-9-]{0,61}[a-z0-9]$`. */
  inferenceEndpointName: string;
  /** The organization, by the same name rule. Default: the setting `organizationName`. */
  organizationName?: string | undefined;
  /** The entry of the setting `profiles` whose settings are laid over the stack's. */
  profile?: string | undefined;
}

/** Which page of an endpoint's jobs (interface section 4.2). */
export interface ListInferenceEndpointJobsArgs extends InferenceEndpointJobsArgs {
  /** The page: an integer from 1 to 2147483647. Default: the service's. */
  page?: number | undefined;
  /** The most jobs on a page: an integer from 1 to 100. Default: the service's. */
  pageSize?: number | undefined;
}

/** `ListInferenceEndpointJobsArgs` with outputs and promises in it. */
export interface ListInferenceEndpointJobsOutputArgs {
  /** The endpoint's name. */
  inferenceEndpointName: pulumi.Input<string>;
  /** The organization. Default: the setting `organizationName`. */
  organizationName?: pulumi.Input<string | undefined>;
  /** The entry of the setting `profiles` whose settings are laid over the stack's. */
  profile?: pulumi.Input<string | undefined>;
  /** The page: an integer from 1 to 2147483647. Default: the service's. */
  page?: pulumi.Input<number | undefined>;
  /** The most jobs on a page: an integer from 1 to 100. Default: the service's. */
  pageSize?: pulumi.Input<number | undefined>;
}

/** How to go through all the jobs of an endpoint. */
export interface IterateInferenceEndpointJobsArgs extends InferenceEndpointJobsArgs {
  /** The page to begin with: an integer from 1 to 2147483647. Default: the first. */
  page?: number | undefined;
  /** The most jobs that one request asks for: an integer from 1 to 100. Default: 100, whatever `maxItems` is. */
  pageSize?: number | undefined;
  /** Stop after so many jobs. Default: no limit. */
  maxItems?: number | undefined;
}

/** One page of an endpoint's jobs (interface section 2.13). */
export interface ListInferenceEndpointJobsResult {
  /** The jobs on this page, at most 100. */
  items: InferenceEndpointJob[];
  /** The page: 1 to 2147483647. */
  page: number;
  /** The most jobs on a page: 1 to 100. */
  pageSize: number;
  /** How many jobs there are on all pages: 0 to 2147483647. */
  totalSize: number;
}
