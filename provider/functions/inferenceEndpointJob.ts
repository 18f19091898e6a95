import { RunError } from "@pulumi/pulumi/errors";
import type { SettingsSource } from "../../common/settings";
import type { z } from "zod";
import type { InferenceEndpointJob, ListInferenceEndpointJobsResult } from "../../common/inferenceEndpointJob";
import { loadSharedClient } from "../engine/clients";
import type { Client } from "../core/http/client";
import { nextStep } from "../settings/nextSteps";
import { readSettings, withDefaults } from "../settings/settings";
import type { JsonObject } from "../../common/json";
import { iterateJobs, listPage, type JobListing } from "../core/http/listing";
import { inferenceEndpointJob, iterateArguments, listArguments } from "../core/schema/inferenceEndpointJob";
import { membersOf } from "../core/schema/members";
import { observe } from "../core/schema/observed";
import { SecretPaths } from "../core/secrets/secretPaths";
import { validate } from "../core/check/validation";
import { formatProblem } from "../settings/layers";
import { UserError } from "../engine/errors";

/** Reads arguments and settings. Throws one UserError that lists all problems. */
function open(
  source: SettingsSource,
  given: unknown,
  schema: z.ZodType,
): { client: Client; listing: JobListing & { maxItems?: number } } {
  const entries = Object.entries((given ?? {}) as { [key: string]: unknown }).filter(
    ([, value]) => value !== undefined,
  );
  const declared = Object.fromEntries(entries) as JsonObject;
  const profile = typeof declared["profile"] === "string" ? declared["profile"] : undefined;
  const read = readSettings(source, profile);
  const { args, missing } = withDefaults(declared, read, ["organizationName"]);
  const failures = [...missing, ...validate(args, schema, new SecretPaths([]))];
  failures.push(...[...read.problems, ...read.missing].map(formatProblem));
  if (failures.length > 0) {
    throw new UserError(`list inference endpoint jobs: ${failures.join("\n")}`);
  }
  return { client: loadSharedClient(read.settings, nextStep), listing: args as unknown as JobListing };
}

const readJob = (item: JsonObject) => observe(item, membersOf(inferenceEndpointJob)) as InferenceEndpointJob;

/**
 * Pulumi shows only the message of a `RunError`. The stack is replaced, because Node shows it for an unhandled rejection, and
 * Pulumi takes half a minute to render one that comes out of an output.
 */
function forProgram(error: unknown): unknown {
  if (!(error instanceof Error)) {
    return error;
  }
  const cause = Object.assign(error, { stack: error.message });
  return Object.assign(new RunError(error.message, { cause }), { stack: error.message });
}

/** One page of an endpoint's jobs. */
export async function listInferenceEndpointJobs(
  source: SettingsSource,
  args: unknown,
): Promise<ListInferenceEndpointJobsResult> {
  try {
    const { client, listing } = open(source, args, listArguments);
    const page = await listPage(client, listing);
    return { ...page, items: page.items.map(readJob) };
  } catch (error) {
    throw forProgram(error);
  }
}

/** All jobs of an endpoint. */
export async function* iterateInferenceEndpointJobs(
  source: SettingsSource,
  args: unknown,
): AsyncGenerator<InferenceEndpointJob, void, undefined> {
  try {
    const { client, listing } = open(source, args, iterateArguments);
    for await (const item of iterateJobs(client, listing)) {
      yield readJob(item);
    }
  } catch (error) {
    throw forProgram(error);
  }
}
