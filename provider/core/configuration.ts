import { closest, distance } from "fastest-levenshtein";
import { isResourceName, RESOURCE_NAME_RULE } from "./operations";

/** The namespace of the stack's settings. */
const NAMESPACE = "containergroups";

/** The provider's settings, read and checked. */
export interface Settings {
  /** The API key; sent as it is in the header `apiKeyHeader`. Absent: no request can be made. */
  apiKey?: string;
  /** What paths are appended to: http or https, no trailing slash, no query. Absent: no request can be made. */
  baseUrl?: string;
  /** Default of the resources. */
  organizationName?: string;
  /** Default of the resources. */
  projectName?: string;
  /** Name of the authentication header. Default `Service-Api-Key` (section 5). */
  apiKeyHeader: string;
  /** Limit of one attempt, in seconds: 0.001 to 3600, default 60. */
  requestTimeoutSeconds: number;
  /** Further attempts of a retryable request: 0 to 100, default 4. */
  maxRetries: number;
  /** Concurrent connections: 1 to 1000, default 16. */
  maxConnections: number;
  /** `state` (default): refresh sends nothing; `patch`: it sends the empty merge patch. */
  refresh: "state" | "patch";
  /** How much of the service's answer is kept: `full` (default) or `summary`. */
  observed: "full" | "summary";
  /** Whether each request to be made is printed. Default false. */
  showPatches: boolean;
  /** Whether an http:// base URL may name another host than loopback. Default false. */
  allowPlainHttp: boolean;
}

/** A setting that cannot be used. */
export interface SettingProblem {
  /** Its full name: `containergroups:maxRetries`, or `containergroups:profiles.eu.maxRetries`. */
  setting: string;
  /** The rule, and the value unless it may be secret. */
  reason: string;
}

/** Where settings come from. */
export interface SettingSource {
  /** A setting of the stack by its key without the namespace: a string, or JSON text for an object setting. */
  get(key: string): string | undefined;
  env: Record<string, string | undefined>;
}

type Reading<T> = { value: T } | { problem: string };

interface Rule<T> {
  env?: string;
  fallback: T;
  read(text: string): Reading<NonNullable<T>>;
}

/** Every setting, the environment variable that stands in for it, its default and how its text is read. */
const RULES: { [K in keyof Required<Settings>]: Rule<Settings[K]> } = {
  apiKey: { env: "CONTAINERGROUPS_API_KEY", fallback: undefined, read: readApiKey },
  baseUrl: { env: "CONTAINERGROUPS_BASE_URL", fallback: undefined, read: readBaseUrl },
  organizationName: { env: "CONTAINERGROUPS_ORGANIZATION_NAME", fallback: undefined, read: readResourceName },
  projectName: { env: "CONTAINERGROUPS_PROJECT_NAME", fallback: undefined, read: readResourceName },
  apiKeyHeader: { fallback: "Service-Api-Key", read: readHeaderName },
  requestTimeoutSeconds: { fallback: 60, read: number(0.001, 3600) },
  maxRetries: { fallback: 4, read: number(0, 100, "whole") },
  maxConnections: { fallback: 16, read: number(1, 1000, "whole") },
  refresh: { fallback: "state", read: oneOf(["state", "patch"]) },
  observed: { fallback: "full", read: oneOf(["full", "summary"]) },
  showPatches: { fallback: false, read: readBoolean },
  allowPlainHttp: { fallback: false, read: readBoolean },
};

const KEYS = Object.keys(RULES) as (keyof Settings)[];

/**
 * Reads all settings and finds all problems at once. A profile is laid over the stack's settings; an environment variable
 * fills in only where both are silent; an empty text counts as absent. A value that cannot be used gives a problem and
 * falls back to the setting's default, never to a value further down: a request must not go where nobody sent it. For the
 * same reason a profile that is not there leaves no API key and no base URL.
 */
export function readSettings(
  source: SettingSource,
  profile?: string,
): { settings: Settings; problems: SettingProblem[] } {
  const problems: SettingProblem[] = [];
  const overlay = profile ? readProfile(source.get("profiles"), profile, problems) : {};
  const origin = new Map<keyof Settings, { setting: string; note: string }>();

  const readOne = <K extends keyof Settings>(key: K): Settings[K] => {
    const { env, fallback, read } = RULES[key] as Rule<Settings[K]>;
    const candidates = [
      { text: overlay?.[key], setting: `${NAMESPACE}:profiles.${profile}.${key}`, note: "" },
      { text: source.get(key), setting: `${NAMESPACE}:${key}`, note: "" },
      { text: env && source.env[env], setting: `${NAMESPACE}:${key}`, note: ` (from the environment variable ${env})` },
    ];
    const given = candidates.find(({ text }) => text !== undefined && text !== "");
    if (given?.text === undefined) {
      return fallback;
    }
    origin.set(key, given);
    const reading = read(given.text);
    if ("problem" in reading) {
      problems.push({ setting: given.setting, reason: reading.problem + given.note });
      return fallback;
    }
    return reading.value;
  };

  const settings = Object.fromEntries(KEYS.map((key) => [key, readOne(key)])) as unknown as Settings;
  if (overlay === undefined) {
    settings.apiKey = undefined;
    settings.baseUrl = undefined;
  }
  if (settings.baseUrl && !settings.allowPlainHttp && isPlainAndRemote(settings.baseUrl)) {
    const { setting, note } = origin.get("baseUrl") ?? { setting: `${NAMESPACE}:baseUrl`, note: "" };
    const reason =
      `must begin with https://, for the API key would travel in clear, but is ${shown(settings.baseUrl)}${note}; ` +
      `http:// is for loopback hosts (localhost, 127.0.0.0/8, [::1]), unless ${NAMESPACE}:allowPlainHttp is true`;
    problems.push({ setting, reason });
    settings.baseUrl = undefined;
  }
  return { settings, problems };
}

/** What is missing to make a request: at most one problem each for the base URL and the API key. */
export function connectionProblems(settings: Settings): SettingProblem[] {
  const commands = {
    baseUrl: `pulumi config set ${NAMESPACE}:baseUrl https://…`,
    apiKey: `pulumi config set --secret ${NAMESPACE}:apiKey …`,
  };
  return (["baseUrl", "apiKey"] as const)
    .filter((key) => !settings[key])
    .map((key) => ({
      setting: `${NAMESPACE}:${key}`,
      reason: `is required to make a request: run \`${commands[key]}\` or set the environment variable ${RULES[key].env}`,
    }));
}

/** The members of one profile as texts; undefined when there is no such profile. */
function readProfile(
  text: string | undefined,
  profile: string,
  problems: SettingProblem[],
): Record<string, string> | undefined {
  const setting = `${NAMESPACE}:profiles`;
  const all = text ? parseObject(text) : {};
  if (!all) {
    // Neither the value nor the parser's message, which quotes it, may be shown: profiles hold keys.
    problems.push({ setting, reason: "must be an object: profile names, and settings under each" });
    return undefined;
  }
  const found = Object.hasOwn(all, profile) ? all[profile] : undefined;
  if (found === undefined) {
    const names = Object.keys(all).sort().map(shown);
    const known = names.length > 0 ? `the profiles are ${names.join(", ")}` : "there are no profiles";
    problems.push({
      setting,
      reason: `has no profile ${shown(profile)}; ${known}${didYouMean(profile, Object.keys(all))}`,
    });
    return undefined;
  }
  const members = toObject(found);
  if (!members) {
    problems.push({ setting: `${setting}.${profile}`, reason: "must be an object of settings" });
    return undefined;
  }
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(members)) {
    const name = `${setting}.${profile}.${key}`;
    if (!Object.hasOwn(RULES, key)) {
      problems.push({ setting: name, reason: `is not a setting${didYouMean(key, KEYS)}` });
    } else if (["string", "number", "boolean"].includes(typeof value)) {
      texts[key] = String(value);
    } else {
      problems.push({ setting: name, reason: "must be a string, a number or a boolean" });
    }
  }
  return texts;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function toObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function didYouMean(word: string, known: readonly string[]): string {
  const best = known.length > 0 ? closest(word, known) : "";
  const near = best !== "" && distance(word.toLowerCase(), best.toLowerCase()) <= Math.max(2, best.length / 3);
  return near ? `; did you mean ${shown(best)}?` : "";
}

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
    ? { problem: `must not be a header with a meaning of its own, but is ${shown(text)}` }
    : { value: text };
}

function readBaseUrl(text: string): Reading<string> {
  const rule = "must be an http:// or https:// URL without credentials, query or fragment";
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  // What stands before an @, after a ? or after a # may be a secret.
  if (/[@?#]/.test(trimmed)) {
    return { problem: rule };
  }
  return url && /^https?:$/.test(url.protocol)
    ? { value: (url.origin + url.pathname).replace(/\/+$/, "") }
    : { problem: `${rule}, but is ${shown(text)}` };
}

/** Whether the host of a URL is this machine: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopback(url: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}

function isPlainAndRemote(url: string): boolean {
  return url.startsWith("http:") && !isLoopback(url);
}

function readResourceName(text: string): Reading<string> {
  return isResourceName(text) ? { value: text } : { problem: `must be ${RESOURCE_NAME_RULE}, but is ${shown(text)}` };
}

function readBoolean(text: string): Reading<boolean> {
  const word = text.trim();
  return word === "true" || word === "false"
    ? { value: word === "true" }
    : { problem: `must be true or false, but is ${shown(text)}` };
}

function number(min: number, max: number, kind: "whole" | "any" = "any"): (text: string) => Reading<number> {
  const shape = kind === "whole" ? /^\d+$/ : /^\d+(\.\d+)?(e-?\d+)?$/i;
  return (text) => {
    const value = shape.test(text.trim()) ? Number(text) : NaN;
    return value >= min && value <= max
      ? { value }
      : { problem: `must be a ${kind === "whole" ? "whole " : ""}number from ${min} to ${max}, but is ${shown(text)}` };
  };
}

function oneOf<T extends string>(words: readonly T[]): (text: string) => Reading<T> {
  return (text) => {
    const word = words.find((candidate) => candidate === text.trim());
    return word ? { value: word } : { problem: `must be ${words.map(shown).join(" or ")}, but is ${shown(text)}` };
  };
}

function shown(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
