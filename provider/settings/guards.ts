import { flagOf, SETTINGS_NAMESPACE as NAMESPACE } from "../../common/settings";
import { describeValue } from "../core/json/describeValue";
import { isEmpty, layerOf, type Layer } from "./layers";
import type { SettingProblem } from "./problem";
import { isPlainAndRemote, readBaseUrl } from "./formats";
import type { Settings } from "./rules";

/**
 * A key belongs to the service that its own layer names. One whose layer names none may go where the stack, the
 * environment or a flag says, but not to a base URL of a profile: that is another service, and needs a key of its own.
 */
export function foreignKeyProblem(layers: readonly Layer[], { apiKey, baseUrl }: Settings): SettingProblem | undefined {
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
  const command = `set the key of this service with \`pulumi config set --path --secret ${shellWord(to.setting("apiKey"))} …\``;
  return {
    setting: to.setting("baseUrl"),
    reason:
      `is ${origin}, where the key of ${from.setting("apiKey")}${from.note("apiKey")} is not sent: ${why}; ` +
      (to.name === "flag" ? `give the key of this service with ${flagOf("apiKey")}` : command),
  };
}

function originOf(baseUrl: unknown): string | undefined {
  const reading = readBaseUrl(String(baseUrl ?? ""));
  return "value" in reading ? new URL(reading.value).origin : undefined;
}

export function plainHttpProblem(
  layers: readonly Layer[],
  { baseUrl, allowPlainHttp }: Settings,
): SettingProblem | undefined {
  const layer = layerOf(layers, "baseUrl");
  if (!baseUrl || !layer || allowPlainHttp || !isPlainAndRemote(baseUrl)) {
    return undefined;
  }
  return {
    setting: layer.setting("baseUrl"),
    reason:
      `must begin with https://, because the API key would be sent unencrypted, but is ${describeValue(baseUrl)}${layer.note("baseUrl")}; ` +
      `http:// is for loopback hosts (localhost, 127.0.0.0/8, [::1]), unless ${NAMESPACE}:allowPlainHttp is true`,
  };
}

const shellWord = (text: string): string => (text.includes('"') ? `'${text}'` : text);
