import { isJsonObject } from "../../common/json";
import { SETTINGS_NAMESPACE as NAMESPACE } from "../../common/settings";
import { describeValue } from "../core/json/describeValue";
import { didYouMean, type SettingProblem } from "./problem";
import { RULES, SETTING_KEYS } from "./rules";

export type ProfileFields = Record<string, unknown>;

/** The settings of one profile as they are given; undefined when there is no such profile. */
export function readProfile(
  text: string | undefined,
  profile: string,
  problems: SettingProblem[],
): ProfileFields | undefined {
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
  if (!isJsonObject(found)) {
    problems.push({ setting: profileName(profile), reason: "must be an object of settings" });
    return undefined;
  }
  for (const key of Object.keys(found).filter((key) => !Object.hasOwn(RULES, key))) {
    problems.push({
      setting: `${profileName(profile)}.${key}`,
      reason: `is not a setting${didYouMean(key, SETTING_KEYS)}`,
    });
  }
  return found;
}

/** A profile's full name, as `pulumi config set --path` takes it. */
export function profileName(profile: string): string {
  return `${NAMESPACE}:profiles${/^[\w-]+$/.test(profile) ? `.${profile}` : `[${JSON.stringify(profile)}]`}`;
}

/** `undefined` for text that is not a JSON object. */
function parseObject(text: string): ProfileFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
