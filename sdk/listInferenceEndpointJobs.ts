import * as pulumi from "@pulumi/pulumi";
import type {
  InferenceEndpointJob,
  IterateInferenceEndpointJobsArgs,
  ListInferenceEndpointJobsArgs,
  ListInferenceEndpointJobsOutputArgs,
  ListInferenceEndpointJobsResult,
} from "./inferenceEndpointJob";
import { callMock, isMocked } from "./internal/mocks";
import { loadProvider } from "./internal/providerEntry";
import { programSettings } from "./internal/settings";

/**
 * Lists one page of the jobs of an inference endpoint: one request (interface section 4.2), made in the program's own
 * process, at preview too. Rejects when an argument is out of range, when `apiKey` or `baseUrl` is not set, and when the
 * service gives no page after the retries; no error shows the key. In a unit test with `pulumi.runtime.setMocks` the mock's
 * `call` is asked instead, for `containergroups:index:listInferenceEndpointJobs`.
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
 * `listInferenceEndpointJobs` for outputs. The result is secret when an argument is. While an argument is unknown, as at
 * a preview, no request is made and the result is unknown.
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
 * Goes through the jobs of an inference endpoint, over all pages (interface section 4.2): the next page is read ahead, memory
 * stays constant, an empty or short page does not end it before `totalSize` does, and a job that moved between pages is
 * not given twice. No request is made before the first job is asked for; each loop over the result begins anew. Rejects as
 * `listInferenceEndpointJobs` does, and when the listing never ends. In a unit test the mock's `call` gives all `items` at once, for
 * `containergroups:index:iterateInferenceEndpointJobs`.
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
