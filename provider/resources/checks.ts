import type { CheckFailure } from "@pulumi/pulumi/dynamic";
import type { z } from "zod";
import type { Settings } from "../settings/rules";
import type { JsonObject } from "../core/json/json";
import { validate, type Failure } from "../core/check/validation";
import { formatProblem, type Configuration } from "../engine/configuration";
import { withDefaults } from "../settings/defaults";
import type { ResourceState } from "../engine/state";

/**
 * Fills in what the configuration has for arguments that are not given, then checks all against the schema. The
 * result names every failure, those of the configuration among them, so that one preview is enough to mend them all.
 */
export function checkArguments(
  state: ResourceState,
  configuration: Configuration,
  schema: z.ZodType,
  more: (args: JsonObject) => Failure[] = () => [],
): { args: JsonObject; failures: CheckFailure[]; settings: Settings } {
  const read = configuration.settings(state.args["profile"]);
  const { args, missing } = withDefaults(state.args, read, ["organizationName", "projectName"]);
  const failures = [...missing, ...validate(args, schema, state.secretPaths), ...more(args)];
  const reasons = [...failures.map(({ reason }) => reason), ...read.problems.map(formatProblem)];
  // With an empty property the CLI prints the reason alone, which has the full path in it.
  return { args, settings: read.settings, failures: reasons.map((reason) => ({ property: "", reason })) };
}
