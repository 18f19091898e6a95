import type { CheckFailure } from "@pulumi/pulumi/dynamic";
import type { z } from "zod";
import { ENVIRONMENT_VARIABLES } from "../../common/settings";
import type { Settings } from "../host/settings";
import type { JsonObject } from "../core/json/json";
import { isUnknown, UNKNOWN } from "../core/json/unknown";
import { validate, type Failure } from "../core/schema/validation";
import { formatProblem, type Configuration } from "../host/configuration";
import type { ResourceState } from "../host/state";

type Default = "organizationName" | "projectName";

/** The arguments that the configuration has defaults for. */
const DEFAULTS: readonly Default[] = ["organizationName", "projectName"];

function missing(name: Default): Failure {
  const reason =
    `${name}: is required: give it here, or for all resources with ` +
    `\`pulumi config set containergroups:${name} NAME\` or the environment variable ${ENVIRONMENT_VARIABLES[name]}`;
  return { path: name, reason };
}

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
  const { settings, problems } = configuration.settings(state.args["profile"]);
  const args = { ...state.args };
  const failures: Failure[] = [];
  for (const name of DEFAULTS) {
    if (args[name] !== undefined) continue;
    const value = isUnknown(args["profile"]) ? UNKNOWN : settings[name];
    if (value !== undefined) args[name] = value;
    // A setting that cannot be used is told as what it is, not as missing.
    else if (!problems.some(({ setting }) => setting.endsWith(`:${name}`) || setting.endsWith(`.${name}`))) {
      failures.push(missing(name));
    }
  }
  failures.push(...validate(args, schema, state.secretPaths), ...more(args));
  const reasons = [...failures.map(({ reason }) => reason), ...problems.map(formatProblem)];
  // With an empty property the CLI prints the reason alone, which has the full path in it.
  return { args, settings, failures: reasons.map((reason) => ({ property: "", reason })) };
}
