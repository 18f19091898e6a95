import * as pulumi from "@pulumi/pulumi";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";
import {
  ENVIRONMENT_VARIABLES,
  SET_API_KEY,
  SETTINGS_NAMESPACE,
  settingName,
  type SettingsSource,
} from "../../common/settings";
import type * as provider from "../../provider";

/**
 * An error that ends the program and shows its message alone. It has no stack: Pulumi takes half a minute to render the
 * stack of an error that comes out of an output.
 */
export function programError(message: string): pulumi.RunError {
  return Object.assign(new pulumi.RunError(message), { stack: message });
}

/** The settings of the stack that the program runs for. */
export function programSettings(): SettingsSource {
  return {
    // `pulumi.Config` would warn that a secret setting is read as plain text.
    get: (key) => pulumi.runtime.getConfig(settingName(key)),
    env: process.env,
  };
}

let isKeyChecked = false;

/** Warns once if the stack's settings hold a key in plain text, because it is then in the repository and the state. */
export function warnOfPlainKey(): void {
  // Pulumi's language host lists the secret settings here. An inline program of the Automation API has no such list.
  const secret = process.env["PULUMI_CONFIG_SECRET_KEYS"];
  if (isKeyChecked || secret === undefined) {
    return;
  }
  isKeyChecked = true;
  const { get } = programSettings();
  const isPlain = (key: string) => get(key) !== undefined && !secret.includes(`"${settingName(key)}"`);
  if (isPlain("apiKey")) {
    void pulumi.log.warn(`${settingName("apiKey")} is in plain text in the stack's settings: run \`${SET_API_KEY}\``);
  }
  if (isPlain("profiles") && get("profiles")?.includes('"apiKey"')) {
    const command = `pulumi config set --path --secret ${settingName("profiles")}.NAME.apiKey …`;
    void pulumi.log.warn(`${settingName("profiles")} holds an apiKey in plain text: run \`${command}\``);
  }
}

type PathParameter = "organizationName" | "projectName";

/** The default of a path parameter: the profile's, else the stack's, else the environment's, else `undefined`. */
export function defaultPathParameter(key: PathParameter, profile: string | undefined): string | undefined {
  const { get, env } = programSettings();
  return (profile && profileSetting(get("profiles"), profile, key)) || get(key) || env[ENVIRONMENT_VARIABLES[key]];
}

/** The setting of a profile; `undefined` also if the profiles cannot be read, because the provider reports that. */
function profileSetting(profiles = "{}", profile: string, key: PathParameter): string | undefined {
  try {
    const value = (JSON.parse(profiles) as Record<string, Record<string, unknown>>)[profile]?.[key];
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Loads the provider when it is first needed, because a program that only declares resources needs neither its validator nor its
 * HTTP client. It uses `require`, because the compiler leaves `import()` as it is, and Node's `import()` does not load a folder.
 */
export function loadProvider(): typeof provider {
  return require("../../provider") as typeof provider;
}

/** Whether the program runs in a unit test with `pulumi.runtime.setMocks`: there is no engine then, and no provider. */
export function isMocked(): boolean {
  return pulumi.runtime.getMonitor() instanceof MockMonitor;
}

/** Calls the mocks of a unit test for a function of this package. */
export function callMock<T>(name: string, args: object): Promise<T> {
  return pulumi.runtime.invoke(`${SETTINGS_NAMESPACE}:index:${name}`, { ...args }) as Promise<T>;
}

/** The outputs that the provider would give a resource, for those that the mocks of a unit test leave out. */
export function mockedOutputs({ profile }: { readonly profile?: unknown }): Readonly<Record<string, unknown>> {
  const name = typeof profile === "string" ? profile : undefined;
  return {
    organizationName: defaultPathParameter("organizationName", name),
    projectName: defaultPathParameter("projectName", name),
    observed: {},
  };
}
