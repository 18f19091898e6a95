import type { JsonObject } from "../core/json/json";
import { isUnknown, UNKNOWN } from "../core/json/object";
import type { Failure } from "../core/check/validation";
import { RULES } from "./rules";
import type { ReadSettings } from "./settings";

/** An argument that the settings have a default for. */
export type DefaultedArgument = "organizationName" | "projectName";

/** Fills in what the settings have for arguments that are not given, and says in one failure which of them are given nowhere. */
export function withDefaults(
  given: JsonObject,
  { settings, problems }: ReadSettings,
  names: readonly DefaultedArgument[],
): { args: JsonObject; missing: Failure[] } {
  const args = { ...given };
  const missing: DefaultedArgument[] = [];
  for (const name of names.filter((each) => args[each] === undefined)) {
    const value = isUnknown(args["profile"]) ? UNKNOWN : settings[name];
    if (value !== undefined) {
      args[name] = value;
    } else if (!problems.some(({ setting }) => setting.endsWith(`:${name}`) || setting.endsWith(`.${name}`))) {
      // A setting that cannot be used is reported as what it is, not as missing.
      missing.push(name);
    }
  }
  const [first] = missing;
  return { args, missing: first === undefined ? [] : [{ reason: missingReason(missing) }] };
}

function missingReason(names: readonly DefaultedArgument[]): string {
  const each = (text: (name: DefaultedArgument) => string) => names.map(text).join(" and ");
  const [are, them, s] = names.length > 1 ? (["are", "them", "s"] as const) : (["is", "it", ""] as const);
  return (
    `${each((name) => name)}: ${are} required: give ${them} here, or for the whole stack with ` +
    `${each((name) => `\`pulumi config set containergroups:${name} NAME\``)} or the environment variable${s} ` +
    each((name) => `${RULES[name].env}`)
  );
}
