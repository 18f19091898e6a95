/** The namespace of the stack's settings: `pulumi config set containergroups:KEY`. */
export const SETTINGS_NAMESPACE = "containergroups";

/** The full name of a setting of the stack. */
export const settingName = (key: string): string => `${SETTINGS_NAMESPACE}:${key}`;

/** The settings that have an environment variable for where the stack is silent, and its name. */
export const ENVIRONMENT_VARIABLES = {
  apiKey: "CONTAINERGROUPS_API_KEY",
  baseUrl: "CONTAINERGROUPS_BASE_URL",
  organizationName: "CONTAINERGROUPS_ORGANIZATION_NAME",
  projectName: "CONTAINERGROUPS_PROJECT_NAME",
} as const;

/** The flag of the command line that gives a setting. The key comes by standard input: other users of a machine can read flags. */
export function flagOf(key: string): string {
  return key === "apiKey" ? "--api-key-stdin" : `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Where settings come from. */
export interface SettingsSource {
  /** What a command line gives, by setting; absent where there is none. */
  readonly flags?: Readonly<Record<string, string | undefined>>;
  /** A setting of the stack by its key without the namespace: a string, or JSON text for an object setting. */
  get(key: string): string | undefined;
  /** The keys of the stack's settings in our namespace, as far as they are known. */
  readonly keys?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}
