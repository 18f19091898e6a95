import { isLoopback, type ConnectionSettings } from "../core/http/connection";
import { isResourceName, RESOURCE_NAME_RULE } from "../../common/resourceName";
import { ENVIRONMENT_VARIABLES } from "../../common/settings";
import { describeValue } from "../core/json/describeValue";

/** The provider's settings, read and checked. */
export interface Settings extends ConnectionSettings {
  /** Default of the resources. */
  organizationName?: string;
  /** Default of the resources. */
  projectName?: string;
  /** What becomes of fields that are taken out of the program: `unset` (default) or `leave`. */
  removedMembers: "unset" | "leave";
  /** `state` (default): refresh sends nothing; `patch`: it sends the empty merge patch. */
  refresh: "state" | "patch";
  /** How much of the service's answer is kept: `full` (default) or `summary`. */
  observed: "full" | "summary";
  /** Whether each request to be made is printed. Default false. */
  showPatches: boolean;
  /** Whether an http:// base URL may name another host than loopback. Default false. */
  allowPlainHttp: boolean;
}

/** What a setting's string says, or why it cannot be used. */
export type Reading<T> = { value: T } | { problem: string };

/** How one setting is read. */
export interface Rule<T> {
  env?: string;
  fallback: T;
  read(text: string): Reading<NonNullable<T>>;
}

/** Every setting, the environment variable that stands in for it, its default and how its string is read. */
export const RULES: { [K in keyof Required<Settings>]: Rule<Settings[K]> } = {
  apiKey: { env: ENVIRONMENT_VARIABLES.apiKey, fallback: undefined, read: readApiKey },
  baseUrl: { env: ENVIRONMENT_VARIABLES.baseUrl, fallback: undefined, read: readBaseUrl },
  organizationName: { env: ENVIRONMENT_VARIABLES.organizationName, fallback: undefined, read: readResourceName },
  projectName: { env: ENVIRONMENT_VARIABLES.projectName, fallback: undefined, read: readResourceName },
  apiKeyHeader: { fallback: "Service-Api-Key", read: readHeaderName },
  requestTimeoutSeconds: { fallback: 60, read: number(0.001, 3600) },
  maxRetries: { fallback: 4, read: number(0, 100, "whole") },
  maxConnections: { fallback: 16, read: number(1, 1000, "whole") },
  removedMembers: { fallback: "unset", read: oneOf(["unset", "leave"]) },
  refresh: { fallback: "state", read: oneOf(["state", "patch"]) },
  observed: { fallback: "full", read: oneOf(["full", "summary"]) },
  showPatches: { fallback: false, read: readBoolean },
  allowPlainHttp: { fallback: false, read: readBoolean },
};

/** The name of a setting, without the namespace. */
export type SettingKey = keyof Settings;

export const SETTING_KEYS = Object.keys(RULES) as SettingKey[];

function readApiKey(text: string): Reading<string> {
  return /^[\x20-\x7e\xa0-\xff]+$/.test(text)
    ? { value: text }
    : { problem: "must hold no line breaks, control characters or signs beyond Latin-1 (it is sent in a header)" };
}

/** Headers that the client or the protocol sets itself. */
const TAKEN_HEADERS = new Set(
  "accept connection content-length content-type expect host keep-alive proxy-authorization te trailer transfer-encoding upgrade user-agent".split(
    " ",
  ),
);

function readHeaderName(text: string): Reading<string> {
  // The value is not shown: "Service-Api-Key: KEY" is a mistake that people make.
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text)) {
    return { problem: "must be the name of a header alone, such as Service-Api-Key: letters, digits and hyphens" };
  }
  return TAKEN_HEADERS.has(text.toLowerCase())
    ? { problem: `must not be a header with a meaning of its own, but is ${describeValue(text)}` }
    : { value: text };
}

/** A base URL without the slash at its end. A problem shows no part of it that may be secret. */
export function readBaseUrl(text: string): Reading<string> {
  const rule = "must be an http:// or https:// URL without credentials, query or fragment";
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  // What stands before an @, after a ? or after a # may be a secret.
  if (/[@?#]/.test(trimmed)) {
    return { problem: rule };
  }
  return url && /^https?:$/.test(url.protocol)
    ? { value: (url.origin + url.pathname).replace(/\/+$/, "") }
    : { problem: `${rule}, but is ${describeValue(text)}` };
}

/** Whether the API key would travel to another machine in clear. */
export function isPlainAndRemote(url: string): boolean {
  return url.startsWith("http:") && !isLoopback(url);
}

function readResourceName(text: string): Reading<string> {
  return isResourceName(text)
    ? { value: text }
    : { problem: `must be ${RESOURCE_NAME_RULE}, but is ${describeValue(text)}` };
}

function readBoolean(text: string): Reading<boolean> {
  const word = text.trim();
  return word === "true" || word === "false"
    ? { value: word === "true" }
    : { problem: `must be true or false, but is ${describeValue(text)}` };
}

function number(min: number, max: number, kind: "whole" | "any" = "any"): (text: string) => Reading<number> {
  const shape = kind === "whole" ? /^\d+$/ : /^\d+(\.\d+)?(e-?\d+)?$/i;
  return (text) => {
    const value = shape.test(text.trim()) ? Number(text) : NaN;
    return value >= min && value <= max
      ? { value }
      : {
          problem: `must be a ${kind === "whole" ? "whole " : ""}number from ${min} to ${max}, but is ${describeValue(text)}`,
        };
  };
}

function oneOf<T extends string>(words: readonly T[]): (text: string) => Reading<T> {
  return (text) => {
    const word = words.find((candidate) => candidate === text.trim());
    return word
      ? { value: word }
      : { problem: `must be ${words.map(describeValue).join(" or ")}, but is ${describeValue(text)}` };
  };
}
