import { isJsonObject } from "../../common/json";
import { settingName, type SettingsSource } from "../../common/settings";
import { closestName } from "../core/check/closestName";
import { describeValue } from "../core/json/describeValue";
import { RULES, SETTING_KEYS, type SettingKey } from "./rules";

/** A setting that cannot be used. */
export interface SettingProblem {
  /** Its full name: `containergroups:maxRetries`, or `containergroups:profiles.eu.maxRetries`. */
  setting: string;
  /** The rule, and the value unless it may be secret. */
  reason: string;
}

export const formatProblem = ({ setting, reason }: SettingProblem): string => `${setting}: ${reason}`;

/** One of the places where settings may be given. */
export interface Layer {
  readonly name: "profile" | "stack" | "environment";
  /** The given values. */
  readonly values: Readonly<Record<string, unknown>>;
  /** A setting's full name, as problems give it. */
  setting(key: SettingKey): string;
  /** Names the source of the value in a problem, where the setting's name does not. */
  note(key: SettingKey): string;
}

/** The places where settings may be given, nearest first. */
export function layersOf(source: SettingsSource, profile: string | undefined, ofProfile: Layer["values"]): Layer[] {
  const stack: Record<string, unknown> = {};
  const environment: Record<string, unknown> = {};
  for (const key of SETTING_KEYS) {
    const { env: variable } = RULES[key];
    stack[key] = source.get(key);
    environment[key] = variable && source.env[variable];
  }
  const setting = settingName;
  const note = () => "";
  return [
    { name: "profile", values: ofProfile, setting: (key) => `${profileName(profile ?? "")}.${key}`, note },
    { name: "stack", values: stack, setting, note },
    {
      name: "environment",
      values: environment,
      setting,
      note: (key) => ` (from the environment variable ${RULES[key].env})`,
    },
  ];
}

/**
 * Settings that may not be empty. If an empty one counted as absent, another layer's value would be used, for another service.
 */
export const NEVER_EMPTY: ReadonlySet<SettingKey> = new Set<SettingKey>(["apiKey", "baseUrl"]);

export const isWhiteSpace = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/** The nearest layer that gives a setting. */
export function layerOf(layers: readonly Layer[], key: SettingKey): Layer | undefined {
  for (const layer of layers) {
    const value = layer.values[key];
    if (value !== undefined && (value !== "" || NEVER_EMPTY.has(key))) {
      return layer;
    }
  }
  return undefined;
}

/** The settings of one profile as given; undefined, and a problem is added, if they cannot be read. */
export function readProfile(
  text: string | undefined,
  profile: string,
  problems: SettingProblem[],
): Layer["values"] | undefined {
  const setting = settingName("profiles");
  const all = text ? parseObject(text) : {};
  if (all === undefined) {
    // Neither the value nor the parser's message, which quotes it, may be shown: profiles hold keys.
    problems.push({ setting, reason: "must be an object: profile names, and settings under each" });
    return undefined;
  }
  const found = Object.hasOwn(all, profile) ? all[profile] : undefined;
  if (found === undefined) {
    const names = Object.keys(all).sort().map(describeValue);
    const known = names.length > 0 ? `the profiles are ${names.join(", ")}` : "there are no profiles";
    const reason = `has no profile ${describeValue(profile)}; ${known}${didYouMean(profile, Object.keys(all))}`;
    problems.push({ setting, reason });
    return undefined;
  }
  if (!isJsonObject(found)) {
    problems.push({ setting: profileName(profile), reason: "must be an object of settings" });
    return undefined;
  }
  const unknown = Object.keys(found).filter((key) => !Object.hasOwn(RULES, key));
  problems.push(
    ...unknown.map((key) => ({
      setting: `${profileName(profile)}.${key}`,
      reason: `is not a setting${didYouMean(key, SETTING_KEYS)}`,
    })),
  );
  return found;
}

/** A profile's full name, as `pulumi config set --path` takes it. */
function profileName(profile: string): string {
  return settingName(`profiles${/^[\w-]+$/.test(profile) ? `.${profile}` : `[${JSON.stringify(profile)}]`}`);
}

/** `undefined` for text that is not a JSON object. */
function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function didYouMean(word: string, known: readonly string[]): string {
  const best = closestName(word, known);
  return best === undefined ? "" : `; did you mean ${describeValue(best)}?`;
}
