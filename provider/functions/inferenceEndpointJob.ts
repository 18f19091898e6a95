import { RunError } from "@pulumi/pulumi/errors";
import { ENVIRONMENT_VARIABLES, type SettingsSource } from "../../common/settings";
import type { z } from "zod";
import type { InferenceEndpointJob, ListInferenceEndpointJobsResult } from "../../sdk/inferenceEndpointJob";
import { clientFor } from "../host/clients";
import type { Client } from "../core/http/client";
import { readSettings } from "../host/settings";
import type { JsonObject } from "../core/json/json";
import { readListedJob } from "../core/schema/listedJob";
import { iteratePages, listPage } from "../core/http/listing";
import { oneByOne } from "../core/http/oneByOne";
import { iterateArguments, listArguments } from "../core/schema";
import { SecretPaths } from "../core/secrets/secrets";
import { validate } from "../core/schema/validation";
import { formatProblem } from "../host/configuration";
import { RefusedError } from "../host/errors";

interface Listing {
  organizationName: string;
  inferenceEndpointName: string;
  page?: number;
  pageSize?: number;
  maxItems?: number;
}

const ORGANIZATION_MISSING = `organizationName: is required: give it here, or set containergroups:organizationName or ${ENVIRONMENT_VARIABLES.organizationName}`;

/** Reads arguments and settings, and says all that is wrong with either at once. */
function open(source: SettingsSource, given: unknown, schema: z.ZodType): { client: Client; listing: Listing } {
  const args = Object.fromEntries(
    Object.entries((given ?? {}) as { [key: string]: unknown }).filter(([, value]) => value !== undefined),
  ) as JsonObject;
  const { settings, problems, missing } = readSettings(
    source,
    typeof args["profile"] === "string" ? args["profile"] : undefined,
  );
  const organizationName = args["organizationName"] ?? settings.organizationName;
  const complete: JsonObject = organizationName === undefined ? args : { ...args, organizationName };
  const failures = validate(complete, schema, new SecretPaths([])).map(({ reason }) => reason);
  if (organizationName === undefined) failures.unshift(ORGANIZATION_MISSING);
  failures.push(...[...problems, ...missing].map(formatProblem));
  if (failures.length > 0) throw new RefusedError(`list inference endpoint jobs: ${failures.join("\n")}`);
  return { client: clientFor(settings), listing: complete as unknown as Listing };
}

/**
 * Pulumi shows a `RunError` by its message alone; of a promise that nobody awaits Node shows the stack, and Pulumi takes
 * half a minute to render one that comes out of an output. What the error was made of is its `cause`.
 */
function forProgram(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const cause = Object.assign(error, { stack: error.message });
  return Object.assign(new RunError(error.message, { cause }), { stack: error.message });
}

/** One page of an endpoint's jobs (interface section 4.2). */
export async function listInferenceEndpointJobs(
  source: SettingsSource,
  args: unknown,
): Promise<ListInferenceEndpointJobsResult> {
  try {
    const { client, listing } = open(source, args, listArguments);
    const page = await listPage(client, listing);
    return { ...page, items: page.items.map(readListedJob) };
  } catch (error) {
    throw forProgram(error);
  }
}

async function* pages(source: SettingsSource, args: unknown): AsyncGenerator<InferenceEndpointJob[], void, undefined> {
  try {
    const { client, listing } = open(source, args, iterateArguments);
    for await (const items of iteratePages(client, listing)) yield items.map(readListedJob);
  } catch (error) {
    throw forProgram(error);
  }
}

/** All jobs of an endpoint, page by page (interface section 4.2). */
export function iterateInferenceEndpointJobs(
  source: SettingsSource,
  args: unknown,
): AsyncGenerator<InferenceEndpointJob, void, undefined> {
  return oneByOne(pages(source, args));
}
