import { iterateInferenceEndpointJobs } from "pulumi-containergroups";
// Loaded by the first listing of a program otherwise; the other subject has its client loaded when time begins to count too.
import "pulumi-containergroups/provider";
import { ENDPOINT, runThrough } from "./listingRun";

void runThrough(iterateInferenceEndpointJobs({ inferenceEndpointName: ENDPOINT, pageSize: 100 }));
