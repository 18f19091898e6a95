import type { JsonObject } from "../../core/json/json";
import { isUnknown, UNKNOWN } from "../../core/json/unknown";
import type { Failure } from "../../core/schema/validation";
import { RULES } from "./rules";
import type { ReadSettings } from "./settings";

/** An argument that the settings have a default for. */
export type DefaultedArgument = "organizationName" | "projectName";

/** Fills in what the settings have for arguments that are not given, and says which of them are given nowhere. */
export function withDefaults(
  given: JsonObject,
  { settings, problems }: ReadSettings,
  names: readonly DefaultedArgument[],
): { args: JsonObject; missing: Failure[] } {
  const args = { ...given };
  const missing: Failure[] = [];
  for (const name of names.filter((each) => args[each] === undefined)) {
    const value = isUnknown(args["profile"]) ? UNKNOWN : settings[name];
    if (value !== undefined) {
      args[name] = value;
    } else if (!problems.some(({ setting }) => setting.endsWith(`:${name}`) || setting.endsWith(`.${name}`))) {
      // A setting that cannot be used is reported as what it is, not as missing.
      missing.push({ path: name, reason: missingReason(name) });
    }
  }
  return { args, missing };
}

const missingReason = (name: DefaultedArgument): string =>
  `${name}: is required: give it here, or for the whole stack with ` +
  `\`pulumi config set containergroups:${name} NAME\` or the environment variable ${RULES[name].env}`;
