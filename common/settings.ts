/** The namespace of the stack's settings: `pulumi config set containergroups:KEY`. */
export const SETTINGS_NAMESPACE = "containergroups";

/** Begins the full name of each setting. */
export const SETTING_PREFIX = `${SETTINGS_NAMESPACE}:`;

/** The full name of a setting of the stack. */
export const settingName = (key: string): string => SETTING_PREFIX + key;

/** The key of a setting in our namespace, from its full name. Undefined for settings of others. */
export function settingKey(name: string): string | undefined {
  return name.startsWith(SETTING_PREFIX) ? name.slice(SETTING_PREFIX.length) : undefined;
}

/** The command that sets the API key. */
export const SET_API_KEY = `pulumi config set --secret ${settingName("apiKey")} …`;

/** Environment variables of the settings that may come from the environment. */
export const ENVIRONMENT_VARIABLES = {
  apiKey: "CONTAINERGROUPS_API_KEY",
  baseUrl: "CONTAINERGROUPS_BASE_URL",
  organizationName: "CONTAINERGROUPS_ORGANIZATION_NAME",
  projectName: "CONTAINERGROUPS_PROJECT_NAME",
} as const;

/** The sources of settings. */
export interface SettingsSource {
  /** A setting of the stack by its key without the namespace: a string, or JSON text for an object setting. */
  get(key: string): string | undefined;
  /** The keys of the stack's settings in our namespace, as far as they are known. */
  readonly keys?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}
