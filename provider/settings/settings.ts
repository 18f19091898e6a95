import { flagOf, SETTINGS_NAMESPACE as NAMESPACE, type SettingsSource } from "../../common/settings";
import { foreignKeyProblem, plainHttpProblem } from "./guards";
import { layerOf, layersOf, readValue } from "./layers";
import { didYouMean, type SettingProblem } from "./problem";
import { readProfile } from "./profile";
import { RULES, SETTING_KEYS, type SettingKey, type Settings } from "./rules";

/** The settings for one object, and all that is wrong with them. */
export interface ReadSettings {
  settings: Settings;
  /** What is given and cannot be used. */
  problems: SettingProblem[];
  /** What is given nowhere, and is needed as soon as a request is to be made. */
  missing: SettingProblem[];
}

/**
 * Reads all settings and finds all problems at once. A profile is laid over the stack's settings, and flags over both; an
 * environment variable fills in only where all are silent. An empty string counts as absent, but for the API key and the base URL. A value that
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
  const takesFlags = source.flags !== undefined;
  return {
    settings,
    problems: [...problems, ...refused],
    missing: missing.map((each) => missingProblem(each, takesFlags)),
  };
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

function missingProblem({ key, command }: (typeof REQUIRED)[number], takesFlags: boolean): SettingProblem {
  const flag = takesFlags ? `, or give ${flagOf(key)}` : "";
  return {
    setting: `${NAMESPACE}:${key}`,
    reason: `is required to make a request: run \`${command}\` or set the environment variable ${RULES[key].env}${flag}`,
  };
}
