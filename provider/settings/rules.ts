import { ENVIRONMENT_VARIABLES } from "../../common/settings";
import type { ConnectionSettings } from "../core/http/connection";
import { apiKey, baseUrl, boolean, headerName, number, oneOf, resourceName, type Format } from "./formats";

/** The provider's settings, read and checked. What each of them means is said by its rule. */
export interface Settings extends ConnectionSettings {
  organizationName?: string;
  projectName?: string;
  removedMembers: "unset" | "leave";
  refresh: "state" | "patch";
  observed: "full" | "summary";
  showPatches: boolean;
  allowPlainHttp: boolean;
}

/** Everything there is to know of a setting: the provider reads it, and the tables of the documentation are made of it. */
export interface Rule<T> extends Format<T> {
  meaning: string;
  env?: string;
  fallback: T;
}

/** Every setting. */
export const RULES: { [K in keyof Required<Settings>]: Rule<Settings[K]> } = {
  apiKey: {
    meaning: "The API key. Set it with `--secret`. Required for a request",
    env: ENVIRONMENT_VARIABLES.apiKey,
    fallback: undefined,
    ...apiKey(),
  },
  baseUrl: {
    meaning: "The URL of the service; it may have a path. Required for a request",
    env: ENVIRONMENT_VARIABLES.baseUrl,
    fallback: undefined,
    ...baseUrl(),
  },
  organizationName: {
    meaning: "The default of the argument `organizationName`",
    env: ENVIRONMENT_VARIABLES.organizationName,
    fallback: undefined,
    ...resourceName(),
  },
  projectName: {
    meaning: "The default of the argument `projectName`",
    env: ENVIRONMENT_VARIABLES.projectName,
    fallback: undefined,
    ...resourceName(),
  },
  apiKeyHeader: {
    meaning: "The name of the header that carries the key",
    fallback: "Service-Api-Key",
    ...headerName(),
  },
  requestTimeoutSeconds: {
    meaning: "The time limit of one attempt of a request, in seconds",
    fallback: 60,
    ...number(0.001, 3600),
  },
  maxRetries: {
    meaning: "How often a request that may be repeated is tried again",
    fallback: 4,
    ...number(0, 100, "whole"),
  },
  maxConnections: {
    meaning: "How many connections are open at once at most",
    fallback: 16,
    ...number(1, 1000, "whole"),
  },
  removedMembers: {
    meaning:
      "What an update does with fields that are no longer in the program. `unset`: removes them in the service. " +
      "`leave`: sends nothing for them",
    fallback: "unset",
    ...oneOf(["unset", "leave"]),
  },
  refresh: {
    meaning:
      "What `pulumi refresh` does. `state`: sends nothing. `patch`: sends the empty merge patch, and finds drift in the response",
    fallback: "state",
    ...oneOf(["state", "patch"]),
  },
  observed: {
    meaning:
      "How much of a response is kept. `full`: what the reference lists. `summary`: `id`, `version`, `pendingChange` and `updateTime`",
    fallback: "full",
    ...oneOf(["full", "summary"]),
  },
  showPatches: {
    meaning: "Whether a preview and an update print each request: its method, path and body, secrets masked",
    fallback: false,
    ...boolean(),
  },
  allowPlainHttp: {
    meaning: "Whether an `http://` base URL may name another machine, to which the key is then sent unencrypted",
    fallback: false,
    ...boolean(),
  },
};

/** The name of a setting, without the namespace. */
export type SettingKey = keyof Settings;

export const SETTING_KEYS = Object.keys(RULES) as SettingKey[];
