import { flagOf, SETTINGS_NAMESPACE as NAMESPACE, type SettingsSource } from "../../common/settings";
import { profileName, type ProfileFields } from "./profile";
import type { Reading } from "./formats";
import { RULES, type Rule, type SettingKey, type Settings } from "./rules";

/** One of the places where a setting may be given, nearest first. */
export interface Layer {
  readonly name: "flag" | "profile" | "stack" | "environment";
  /** What is given here; undefined where nothing is. */
  get(key: SettingKey): unknown;
  /** The setting's full name, as problems give it. */
  setting(key: SettingKey): string;
  /** What a problem adds to that name. */
  note(key: SettingKey): string;
}

export function layersOf(
  source: SettingsSource,
  profile: string | undefined,
  fields: ProfileFields | undefined,
): Layer[] {
  const stackSetting = (key: SettingKey) => `${NAMESPACE}:${key}`;
  return [
    { name: "flag", get: (key) => source.flags?.[key], setting: flagOf, note: () => "" },
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

export const isEmpty = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/** The nearest layer that gives a setting. */
export function layerOf(layers: readonly Layer[], key: SettingKey): Layer | undefined {
  return layers.find((layer) => {
    const value = layer.get(key);
    return value !== undefined && (value !== "" || NEVER_EMPTY.has(key));
  });
}

export function readValue<K extends SettingKey>(key: K, value: unknown): Reading<NonNullable<Settings[K]>> {
  if (NEVER_EMPTY.has(key) && isEmpty(value)) {
    return { problem: "is empty: set it or remove it; an unset variable in CI gives an empty string" };
  }
  return ["string", "number", "boolean"].includes(typeof value)
    ? (RULES[key] as Rule<Settings[K]>).read(String(value))
    : { problem: "must be a string, a number or a boolean" };
}
