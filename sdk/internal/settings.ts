import * as pulumi from "@pulumi/pulumi";

/** Where the provider reads settings from when it works in the program's process. */
export interface SettingsSource {
  /** The stack's setting `containergroups:KEY` as text, or `undefined`. */
  get(key: string): string | undefined;
  /** The environment, for settings that are absent. */
  readonly env: NodeJS.ProcessEnv;
}

/** The settings of the stack that the program runs for. */
export function programSettings(): SettingsSource {
  return {
    // Not `pulumi.Config`, which warns when a secret setting is read as plain text.
    get: (key) => pulumi.runtime.getConfig(`containergroups:${key}`),
    env: process.env,
  };
}

const environmentVariables = {
  organizationName: "CONTAINERGROUPS_ORGANIZATION_NAME",
  projectName: "CONTAINERGROUPS_PROJECT_NAME",
} as const;

/** The default of a path parameter: the profile's, else the stack's, else the environment's, else `undefined`. */
export function defaultPathParameter(
  key: keyof typeof environmentVariables,
  profile: string | undefined,
  { get, env }: SettingsSource = programSettings(),
): string | undefined {
  return (profile && profileSetting(get("profiles"), profile, key)) || get(key) || env[environmentVariables[key]];
}

function profileSetting(profiles: string | undefined, profile: string, key: string): string | undefined {
  const value = member(member(parsed(profiles), profile), key);
  return typeof value === "string" ? value : undefined;
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

/** Text that is not JSON counts as absent: the provider says what is wrong with it. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
