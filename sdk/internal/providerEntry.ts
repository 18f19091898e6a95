import type {
  InferenceEndpointJob,
  IterateInferenceEndpointJobsArgs,
  ListInferenceEndpointJobsArgs,
  ListInferenceEndpointJobsResult,
} from "../inferenceEndpointJob";
import type { SettingsSource } from "../../common/settings";

/** What the package's own provider entry does in a program's process. It validates what it is given. */
export interface ProviderEntry {
  listInferenceEndpointJobs(
    source: SettingsSource,
    args: ListInferenceEndpointJobsArgs,
  ): Promise<ListInferenceEndpointJobsResult>;
  iterateInferenceEndpointJobs(
    source: SettingsSource,
    args: IterateInferenceEndpointJobsArgs,
  ): AsyncGenerator<InferenceEndpointJob>;
}

/**
 * Loads the provider entry when it is first needed: it brings the validator and the HTTP client, which a program that only
 * declares resources never needs. `require` and not `import()`, which the compiler keeps as it is, so that Node would look for
 * the folder by the rules of ES modules and not find it.
 */
export function loadProvider(): ProviderEntry {
  return require("../../provider") as ProviderEntry;
}
