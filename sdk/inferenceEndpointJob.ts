import * as pulumi from "@pulumi/pulumi";
import type { InferenceEndpointJob, ListInferenceEndpointJobsResult } from "../common/inferenceEndpointJob";
import { callMock, isMocked, loadProvider, programSettings } from "./internal/program";

export type {
  InferenceEndpointJob,
  InferenceEndpointJobEvent,
  ListInferenceEndpointJobsResult,
} from "../common/inferenceEndpointJob";

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
  /**
   * How many jobs a page holds at most: an integer from 1 to 100. Default: that of the service, which the API does not document.
   */
  pageSize?: number | undefined;
}

/** `ListInferenceEndpointJobsArgs` whose fields may be outputs and promises. */
export type ListInferenceEndpointJobsOutputArgs = {
  [Field in keyof ListInferenceEndpointJobsArgs]: pulumi.Input<ListInferenceEndpointJobsArgs[Field]>;
};

/** The jobs to iterate over. */
export interface IterateInferenceEndpointJobsArgs extends InferenceEndpointJobsArgs {
  /** The page to start with: an integer from 1 to 2147483647. Default: 1. */
  page?: number | undefined;
  /** How many jobs one request asks for at most: an integer from 1 to 100. Default: 100, whatever `maxItems` is. */
  pageSize?: number | undefined;
  /** How many jobs to give at most: an integer, 1 or more. Default: no limit. */
  maxItems?: number | undefined;
}

/**
 * Lists one page of the jobs of an inference endpoint. It makes one GET request in the process of the program, at a preview too.
 *
 * Rejects when an argument breaks its rule, when the setting `apiKey` or `baseUrl` is missing, and when the service gives no page
 * after the retries (`docs/errors.md`). No error shows the key. In a unit test with `pulumi.runtime.setMocks` it makes no
 * request, but asks `call` of the mocks for `containergroups:index:listInferenceEndpointJobs` (`docs/unit-tests.md`).
 *
 * @example
 * ```ts
 * const { items, totalSize } = await listInferenceEndpointJobs({ inferenceEndpointName: "detect", pageSize: 10 });
 * ```
 */
export async function listInferenceEndpointJobs(
  args: ListInferenceEndpointJobsArgs,
): Promise<ListInferenceEndpointJobsResult> {
  if (isMocked()) {
    return callMock("listInferenceEndpointJobs", args);
  }
  return loadProvider().listInferenceEndpointJobs(programSettings(), args);
}

/**
 * `listInferenceEndpointJobs` for arguments that are outputs. The result is secret when an argument is. While an argument is not
 * known, as at a preview, no request is made and the result is not known. A failure fails the deployment.
 *
 * @example
 * ```ts
 * export const jobs = listInferenceEndpointJobsOutput({ inferenceEndpointName: stack.getOutput("endpoint") }).totalSize;
 * ```
 */
export function listInferenceEndpointJobsOutput(
  args: ListInferenceEndpointJobsOutputArgs,
): pulumi.Output<ListInferenceEndpointJobsResult> {
  return pulumi.output(args).apply((known) => listInferenceEndpointJobs(known));
}

/**
 * Iterates over the jobs of an inference endpoint, over all pages, in constant memory. It reads one page ahead. An empty or short
 * page does not end the iteration before `totalSize` does. A job that moves from one page to the next is not given twice, unless
 * 8,192 others or more were given in between. No request is made before the first job is asked for. Each loop over the result
 * starts from the first job again.
 *
 * Rejects as `listInferenceEndpointJobs` does, and when the listing does not end: the service gives another page than was asked
 * for, or 50 pages in a row bring no new job or come after twice the jobs that there were at first. In a unit
 * test with `pulumi.runtime.setMocks` it asks `call` of the mocks for `containergroups:index:iterateInferenceEndpointJobs`, whose
 * `items` are the jobs of all pages (`docs/unit-tests.md`).
 *
 * @example
 * ```ts
 * for await (const job of iterateInferenceEndpointJobs({ inferenceEndpointName: "detect", maxItems: 500 })) {
 *   console.log(job.id, job.createTime);
 * }
 * ```
 */
export function iterateInferenceEndpointJobs(
  args: IterateInferenceEndpointJobsArgs,
): AsyncIterable<InferenceEndpointJob> {
  // The provider's own iterator, not a generator around it: that would cost a promise for each job.
  return {
    [Symbol.asyncIterator]: () =>
      isMocked() ? mockedJobs(args) : loadProvider().iterateInferenceEndpointJobs(programSettings(), args),
  };
}

async function* mockedJobs(args: IterateInferenceEndpointJobsArgs): AsyncGenerator<InferenceEndpointJob> {
  const { items } = await callMock<{ items: InferenceEndpointJob[] }>("iterateInferenceEndpointJobs", args);
  yield* items.slice(0, args.maxItems);
}
