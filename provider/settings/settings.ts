import { SET_API_KEY, settingName, type SettingsSource } from "../../common/settings";
import { isLoopback } from "../core/http/connection";
import { describeValue } from "../core/json/describeValue";
import type { JsonObject } from "../../common/json";
import { UNKNOWN } from "../../common/unknown";
import { isUnknown } from "../core/json/object";
import {
  didYouMean,
  isWhiteSpace,
  layerOf,
  layersOf,
  NEVER_EMPTY,
  readProfile,
  type Layer,
  type SettingProblem,
} from "./layers";
import { originOf, RULES, SETTING_KEYS, type SettingKey, type Settings } from "./rules";

/** The settings for one object, and the problems with them. */
export interface ReadSettings {
  settings: Settings;
  /** Given settings that are unusable. */
  problems: SettingProblem[];
  /** Settings that are given nowhere, although every request needs them. */
  missing: SettingProblem[];
}

/**
 * Reads all settings and finds all problems at once. A profile is laid over the stack's settings, and an environment variable
 * counts only if neither of them does. An empty string counts as absent, but for the API key and the base URL.
 *
 * A value that cannot be used gives a problem and falls back to the setting's default, never to the value of a layer further
 * down, because a request must not go where nobody sent it. For the same reason the API key and the base URL are undefined if the
 * profile is missing or the key must not be sent to that URL.
 */
export function readSettings(source: SettingsSource, profile?: string): ReadSettings {
  const problems = misspelledSettings(source.keys ?? []);
  const ofProfile = profile ? readProfile(source.get("profiles"), profile, problems) : {};
  const layers = layersOf(source, profile, ofProfile ?? {});
  const read: { [key: string]: unknown } = {};
  for (const key of SETTING_KEYS) {
    const layer = layerOf(layers, key);
    read[key] = layer === undefined ? RULES[key].fallback : readValue(key, layer, problems);
  }
  const settings = read as unknown as Settings;
  const refused = [keyOfAnotherService(layers, settings), plainHttpProblem(layers, settings)].filter(
    (problem) => problem !== undefined,
  );
  if (ofProfile === undefined || refused.length > 0) {
    settings.apiKey = undefined;
    settings.baseUrl = undefined;
  }
  const missing = ofProfile === undefined ? [] : REQUIRED.filter(({ key }) => layerOf(layers, key) === undefined);
  return {
    settings,
    problems: [...problems, ...refused],
    missing: missing.map(missingProblem),
  };
}

/** The value of a setting; its default, and a problem, where the value cannot be used. */
function readValue(key: SettingKey, layer: Layer, problems: SettingProblem[]): unknown {
  const value = layer.values[key];
  const { fallback, schema } = RULES[key];
  let reason = "must be a string, a number or a boolean";
  if (NEVER_EMPTY.has(key) && isWhiteSpace(value)) {
    reason = "is empty: set it or remove it; an unset variable in CI gives an empty string";
  } else if (["string", "number", "boolean"].includes(typeof value)) {
    const { data, error } = schema.safeParse(String(value));
    if (error === undefined) {
      return data;
    }
    reason = error.issues[0]?.message ?? reason;
  }
  problems.push({ setting: layer.setting(key), reason: reason + layer.note(key) });
  return fallback;
}

/** Keys that look like settings. Others pass: a project named like our namespace may have settings of its own there. */
function misspelledSettings(keys: readonly string[]): SettingProblem[] {
  const known = [...SETTING_KEYS, "profiles"];
  return keys
    .filter((key) => !known.includes(key))
    .map((key) => ({ setting: settingName(key), hint: didYouMean(key, known) }))
    .filter(({ hint }) => hint !== "")
    .map(({ setting, hint }) => ({ setting, reason: `is not a setting${hint}` }));
}

/**
 * A key belongs to the service that its own layer names. A key whose layer names none may go where the stack or the
 * environment says, but not to a base URL of a profile: that is another service, and needs a key of its own.
 */
function keyOfAnotherService(layers: readonly Layer[], { apiKey, baseUrl }: Settings): SettingProblem | undefined {
  const [from, to] = [layerOf(layers, "apiKey"), layerOf(layers, "baseUrl")];
  if (!apiKey || !baseUrl || !from || !to || from === to) {
    return undefined;
  }
  const origin = originOf(baseUrl);
  const own = from.values["baseUrl"];
  const namesOne = own !== undefined && !isWhiteSpace(own);
  const ownOrigin = namesOne ? originOf(own) : undefined;
  if (namesOne ? ownOrigin === origin : to.name !== "profile") {
    return undefined;
  }
  const why = namesOne
    ? `it is for ${ownOrigin ?? "another base URL"}${from.note("baseUrl")}`
    : "a profile with a base URL of its own needs a key of its own";
  const command = `set the key of this service with \`pulumi config set --path --secret ${shellWord(to.setting("apiKey"))} …\``;
  return {
    setting: to.setting("baseUrl"),
    reason: `is ${origin}, where the key of ${from.setting("apiKey")}${from.note("apiKey")} is not sent: ${why}; ${command}`,
  };
}

const shellWord = (text: string): string => (text.includes('"') ? `'${text}'` : text);

/** The API key would be sent unencrypted to another machine. */
function plainHttpProblem(layers: readonly Layer[], { baseUrl, allowPlainHttp }: Settings): SettingProblem | undefined {
  const layer = layerOf(layers, "baseUrl");
  if (!baseUrl?.startsWith("http:") || !layer || allowPlainHttp || isLoopback(baseUrl)) {
    return undefined;
  }
  return {
    setting: layer.setting("baseUrl"),
    reason:
      `must begin with https://, because the API key would be sent unencrypted, but is ${describeValue(baseUrl)}${layer.note("baseUrl")}; ` +
      `http:// is for loopback hosts (localhost, 127.0.0.0/8, [::1]), unless ${settingName("allowPlainHttp")} is true`,
  };
}

/** Settings that every request needs, and the commands that set them. */
const REQUIRED = [
  { key: "baseUrl", command: `pulumi config set ${settingName("baseUrl")} https://…` },
  { key: "apiKey", command: SET_API_KEY },
] as const;

function missingProblem({ key, command }: (typeof REQUIRED)[number]): SettingProblem {
  const reason = `is required to make a request: run \`${command}\` or set the environment variable ${RULES[key].env}`;
  return { setting: settingName(key), reason };
}

/** Fills in missing arguments from the settings, and returns a failure for each one that is given nowhere. */
export function withDefaults(
  given: JsonObject,
  { settings, problems }: ReadSettings,
  names: readonly ("organizationName" | "projectName")[],
): { args: JsonObject; missing: string[] } {
  const args = { ...given };
  const missing: string[] = [];
  for (const name of names.filter((each) => args[each] === undefined)) {
    const value = isUnknown(args["profile"]) ? UNKNOWN : settings[name];
    if (value !== undefined) {
      args[name] = value;
    } else if (!problems.some(({ setting }) => setting.endsWith(`:${name}`) || setting.endsWith(`.${name}`))) {
      // A setting that cannot be used is a problem already, so it is not missing.
      missing.push(
        `${name}: is required: give it here, or for the whole stack with ` +
          `\`pulumi config set ${settingName(name)} NAME\` or the environment variable ${RULES[name].env}`,
      );
    }
  }
  return { args, missing };
}
