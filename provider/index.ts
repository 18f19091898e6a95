// The engine's dynamic-provider process loads this file, and the program's process for its two functions. The types are written
// out, so that the published declaration needs no other file of the provider.
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { SettingsSource } from "../common/settings";
import type { InferenceEndpointJob, ListInferenceEndpointJobsResult } from "../common/inferenceEndpointJob";
import * as jobs from "./functions/inferenceEndpointJob";
import * as objects from "./resources/objectProvider";
import * as fleets from "./fleet";
import * as queueJobs from "./resources/queueJob";

export const containerGroup: () => ResourceProvider = objects.containerGroup;
export const containerGroupFleet: () => ResourceProvider = fleets.containerGroupFleet;
export const queue: () => ResourceProvider = objects.queue;
export const queueJob: () => ResourceProvider = queueJobs.queueJob;

export const listInferenceEndpointJobs: (
  source: SettingsSource,
  args: unknown,
) => Promise<ListInferenceEndpointJobsResult> = jobs.listInferenceEndpointJobs;

export const iterateInferenceEndpointJobs: (
  source: SettingsSource,
  args: unknown,
) => AsyncGenerator<InferenceEndpointJob, void, undefined> = jobs.iterateInferenceEndpointJobs;
