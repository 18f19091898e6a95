import * as pulumi from "@pulumi/pulumi";
import { isJsonObject } from "../../common/json";
import { ENVIRONMENT_VARIABLES, SETTINGS_NAMESPACE, type SettingsSource } from "../../common/settings";

/** The settings of the stack that the program runs for. */
export function programSettings(): SettingsSource {
  return {
    // Not `pulumi.Config`, which warns when a secret setting is read as plain text.
    get: (key) => pulumi.runtime.getConfig(`${SETTINGS_NAMESPACE}:${key}`),
    env: process.env,
  };
}

/** The default of a path parameter: the profile's, else the stack's, else the environment's, else `undefined`. */
export function defaultPathParameter(
  key: "organizationName" | "projectName",
  profile: string | undefined,
): string | undefined {
  const { get, env } = programSettings();
  return (profile && profileSetting(get("profiles"), profile, key)) || get(key) || env[ENVIRONMENT_VARIABLES[key]];
}

/** What cannot be read counts as absent: the provider says what is wrong with it. */
function profileSetting(profiles = "{}", profile: string, key: string): string | undefined {
  try {
    const value = ownField(ownField(JSON.parse(profiles), profile), key);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

function ownField(value: unknown, key: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
