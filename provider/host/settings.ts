import { SETTINGS_NAMESPACE as NAMESPACE, type SettingsSource } from "../../common/settings";
import { describeValue } from "../core/json/describeValue";
import { closestName } from "../core/schema/closestName";
import { isPlainAndRemote, readBaseUrl, RULES, SETTING_KEYS } from "./settingRules";
import type { Reading, Rule, SettingKey, Settings } from "./settingRules";

export type { Settings };

/** A setting that cannot be used. */
export interface SettingProblem {
  /** Its full name: `containergroups:maxRetries`, or `containergroups:profiles.eu.maxRetries`. */
  setting: string;
  /** The rule, and the value unless it may be secret. */
  reason: string;
}

/** One of the places where a setting may be given, nearest first. */
interface Layer {
  readonly name: "profile" | "stack" | "environment";
  /** What is given here; undefined where nothing is. */
  get(key: SettingKey): unknown;
  /** The setting's full name, as problems give it. */
  setting(key: SettingKey): string;
  /** What a problem adds to that name. */
  note(key: SettingKey): string;
}

function layersOf(source: SettingsSource, profile: string | undefined, fields: ProfileFields | undefined): Layer[] {
  const stackSetting = (key: SettingKey) => `${NAMESPACE}:${key}`;
  return [
    {
      name: "profile",
      get: (key) => fields?.[key],
      setting: (key) => `${profileName(profile ?? "")}.${key}`,
      note: () => "",
    },
    { name: "stack", get: (key) => source.get(key), setting: stackSetting, note: () => "" },
    {
      name: "environment",
      get: (key) => {
        const { env } = RULES[key];
        return env && source.env[env];
      },
      setting: stackSetting,
      note: (key) => ` (from the environment variable ${RULES[key].env})`,
    },
  ];
}

/** Settings whose empty value is a mistake: taken as absent, it would let those of another service in. */
const NEVER_EMPTY: ReadonlySet<SettingKey> = new Set<SettingKey>(["apiKey", "baseUrl"]);

const isEmpty = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/** The nearest layer that gives a setting. */
function layerOf(layers: readonly Layer[], key: SettingKey): Layer | undefined {
  return layers.find((layer) => {
    const value = layer.get(key);
    return value !== undefined && (value !== "" || NEVER_EMPTY.has(key));
  });
}

function readValue<K extends SettingKey>(key: K, value: unknown): Reading<NonNullable<Settings[K]>> {
  if (NEVER_EMPTY.has(key) && isEmpty(value)) {
    return { problem: "is empty: set it or remove it; an unset variable in CI gives an empty string" };
  }
  return ["string", "number", "boolean"].includes(typeof value)
    ? (RULES[key] as Rule<Settings[K]>).read(String(value))
    : { problem: "must be a string, a number or a boolean" };
}

/** The settings for one object, and all that is wrong with them. */
export interface ReadSettings {
  settings: Settings;
  /** What is given and cannot be used. */
  problems: SettingProblem[];
  /** What is given nowhere, and is needed as soon as a request is to be made. */
  missing: SettingProblem[];
}

/**
 * Reads all settings and finds all problems at once. A profile is laid over the stack's settings; an environment variable
 * fills in only where both are silent. An empty string counts as absent, but for the API key and the base URL. A value that
 * cannot be used gives a problem and falls back to the setting's default, never to a value further down: a request must not
 * go where nobody sent it. For the same reason there is no API key and no base URL where the profile is not there, or where
 * the key would go to a service that it is not for.
 */
export function readSettings(source: SettingsSource, profile?: string): ReadSettings {
  const problems = misspelledSettings(source.keys ?? []);
  const fields = profile ? readProfile(source.get("profiles"), profile, problems) : {};
  const layers = layersOf(source, profile, fields);

  const readOne = <K extends SettingKey>(key: K): Settings[K] => {
    const fallback = RULES[key].fallback as Settings[K];
    const layer = layerOf(layers, key);
    if (layer === undefined) {
      return fallback;
    }
    const reading = readValue(key, layer.get(key));
    if ("problem" in reading) {
      problems.push({ setting: layer.setting(key), reason: reading.problem + layer.note(key) });
      return fallback;
    }
    return reading.value;
  };

  const settings = Object.fromEntries(SETTING_KEYS.map((key) => [key, readOne(key)])) as unknown as Settings;
  const refused = [foreignKeyProblem(layers, settings), plainHttpProblem(layers, settings)].filter(
    (problem) => problem !== undefined,
  );
  if (fields === undefined || refused.length > 0) {
    settings.apiKey = undefined;
    settings.baseUrl = undefined;
  }
  const missing = REQUIRED.filter(({ key }) => fields !== undefined && layerOf(layers, key) === undefined);
  return { settings, problems: [...problems, ...refused], missing: missing.map(missingProblem) };
}

/** Settings that are none but nearly are: a project of the same name as our namespace may have settings of its own there. */
function misspelledSettings(keys: readonly string[]): SettingProblem[] {
  const known = [...SETTING_KEYS, "profiles"];
  return keys
    .filter((key) => !known.includes(key))
    .map((key) => ({ setting: `${NAMESPACE}:${key}`, hint: didYouMean(key, known) }))
    .filter(({ hint }) => hint !== "")
    .map(({ setting, hint }) => ({ setting, reason: `is not a setting${hint}` }));
}

/** What a request cannot be made without, and the command that sets it. */
const REQUIRED = [
  { key: "baseUrl", command: `pulumi config set ${NAMESPACE}:baseUrl https://…` },
  { key: "apiKey", command: `pulumi config set --secret ${NAMESPACE}:apiKey …` },
] as const;

function missingProblem({ key, command }: (typeof REQUIRED)[number]): SettingProblem {
  return {
    setting: `${NAMESPACE}:${key}`,
    reason: `is required to make a request: run \`${command}\` or set the environment variable ${RULES[key].env}`,
  };
}

/**
 * A key belongs to the service that its own layer names. One whose layer names none may go where the stack or the
 * environment says, but not to a base URL of a profile: that is another service, and needs a key of its own.
 */
function foreignKeyProblem(layers: readonly Layer[], { apiKey, baseUrl }: Settings): SettingProblem | undefined {
  const [from, to] = [layerOf(layers, "apiKey"), layerOf(layers, "baseUrl")];
  if (!apiKey || !baseUrl || !from || !to || from === to) {
    return undefined;
  }
  const origin = originOf(baseUrl);
  const own = from.get("baseUrl");
  const ownOrigin = originOf(own);
  const namesOne = own !== undefined && !isEmpty(own);
  if (namesOne ? ownOrigin === origin : to.name !== "profile") {
    return undefined;
  }
  const why = namesOne
    ? `it is for ${ownOrigin ?? "another base URL"}${from.note("baseUrl")}`
    : "a profile with a base URL of its own needs a key of its own";
  const command = `pulumi config set --path --secret ${shellWord(to.setting("apiKey"))} …`;
  return {
    setting: to.setting("baseUrl"),
    reason:
      `is ${origin}, where the key of ${from.setting("apiKey")}${from.note("apiKey")} is not sent: ${why}; ` +
      `set the key of this service with \`${command}\``,
  };
}

function originOf(baseUrl: unknown): string | undefined {
  const reading = readBaseUrl(String(baseUrl ?? ""));
  return "value" in reading ? new URL(reading.value).origin : undefined;
}

function plainHttpProblem(layers: readonly Layer[], { baseUrl, allowPlainHttp }: Settings): SettingProblem | undefined {
  const layer = layerOf(layers, "baseUrl");
  if (!baseUrl || !layer || allowPlainHttp || !isPlainAndRemote(baseUrl)) {
    return undefined;
  }
  return {
    setting: layer.setting("baseUrl"),
    reason:
      `must begin with https://, for the API key would travel in clear, but is ${describeValue(baseUrl)}${layer.note("baseUrl")}; ` +
      `http:// is for loopback hosts (localhost, 127.0.0.0/8, [::1]), unless ${NAMESPACE}:allowPlainHttp is true`,
  };
}

/** A profile's full name, as `pulumi config set --path` takes it. */
function profileName(profile: string): string {
  return `${NAMESPACE}:profiles${/^[\w-]+$/.test(profile) ? `.${profile}` : `[${JSON.stringify(profile)}]`}`;
}

const shellWord = (text: string): string => (text.includes('"') ? `'${text}'` : text);

type ProfileFields = Record<string, unknown>;

/** The settings of one profile as they are given; undefined when there is no such profile. */
function readProfile(text: string | undefined, profile: string, problems: SettingProblem[]): ProfileFields | undefined {
  const setting = `${NAMESPACE}:profiles`;
  const all = text ? parseObject(text) : {};
  if (!all) {
    // Neither the value nor the parser's message, which quotes it, may be shown: profiles hold keys.
    problems.push({ setting, reason: "must be an object: profile names, and settings under each" });
    return undefined;
  }
  const found = Object.hasOwn(all, profile) ? all[profile] : undefined;
  if (found === undefined) {
    const names = Object.keys(all).sort().map(describeValue);
    const known = names.length > 0 ? `the profiles are ${names.join(", ")}` : "there are no profiles";
    problems.push({
      setting,
      reason: `has no profile ${describeValue(profile)}; ${known}${didYouMean(profile, Object.keys(all))}`,
    });
    return undefined;
  }
  const fields = toObject(found);
  if (!fields) {
    problems.push({ setting: profileName(profile), reason: "must be an object of settings" });
    return undefined;
  }
  for (const key of Object.keys(fields).filter((key) => !Object.hasOwn(RULES, key))) {
    problems.push({
      setting: `${profileName(profile)}.${key}`,
      reason: `is not a setting${didYouMean(key, SETTING_KEYS)}`,
    });
  }
  return fields;
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
  const best = closestName(word, known);
  return best === undefined ? "" : `; did you mean ${describeValue(best)}?`;
}
