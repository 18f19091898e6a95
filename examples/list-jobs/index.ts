// The jobs of an inference endpoint, listed in three ways. Listing is done by the program itself, with the same settings as the
// resources: at each preview and each update. How to run it is in README.md.
import * as pulumi from "@pulumi/pulumi";
import {
  iterateInferenceEndpointJobs,
  listInferenceEndpointJobs,
  listInferenceEndpointJobsOutput,
} from "pulumi-containergroups";

const inferenceEndpointName = new pulumi.Config().require("endpoint");

/** One page: one request. */
async function firstPage() {
  const { items, totalSize } = await listInferenceEndpointJobs({ inferenceEndpointName, page: 1, pageSize: 5 });
  return { ids: items.map(({ id }) => id), totalSize };
}

/** All pages, one after the other. Memory stays constant, so there may be any number of jobs. */
async function countByDay() {
  const days: Record<string, number> = {};
  for await (const { createTime = "unknown" } of iterateInferenceEndpointJobs({ inferenceEndpointName })) {
    const day = createTime.slice(0, 10);
    days[day] = (days[day] ?? 0) + 1;
  }
  return days;
}

// The same as the first, for a name that is an output, such as another stack's or a resource's. While it is not known, at a preview,
// nothing is requested.
const name = pulumi.output(inferenceEndpointName);
const total = listInferenceEndpointJobsOutput({ inferenceEndpointName: name, pageSize: 1 }).totalSize;

// The stack's outputs, from a function: each is awaited, so that no failure is left over.
export = async () => ({ first: await firstPage(), perDay: await countByDay(), total });
