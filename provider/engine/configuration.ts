import type { ConfigureRequest } from "@pulumi/pulumi/dynamic";
import type { SettingProblem } from "../settings/problem";
import type { Settings } from "../settings/rules";
import { readSettings, type ReadSettings } from "../settings/settings";
import { loadSharedClient } from "./clients";
import type { Client, SendOptions } from "../core/http/client";
import type { RenderedRequest } from "../core/http/operations";
import { isUnknown } from "../core/json/object";
import { engineWatch } from "./engineWatch";
import { UserError } from "./errors";

const NAMESPACE = "containergroups";

/**
 * The stack's configuration as the engine's process gives it. The engine caches a provider before it awaits
 * `configure`, so that is stored at once, and nothing here throws before a request is to be made.
 */
export class Configuration {
  #get: (key: string) => string | undefined = () => undefined;
  #keys: readonly string[] = [];
  /** Read once for each profile: a fleet asks for them thousands of times. */
  readonly #read = new Map<string | undefined, ReadSettings>();

  configure({ config }: ConfigureRequest): void {
    this.#get = (key) => config.get(`${NAMESPACE}:${key}`);
    // Pulumi's published type leaves the settings out; where they are not there, a misspelled one is not found.
    const { rawConfig = {} } = config as { rawConfig?: object };
    this.#keys = Object.keys(rawConfig).flatMap((key) =>
      key.startsWith(`${NAMESPACE}:`) ? [key.slice(NAMESPACE.length + 1)] : [],
    );
    this.#read.clear();
  }

  /** The settings for one object, and what is wrong with them. A profile that is not known yet has none of its own. */
  settings(profile: unknown): ReadSettings {
    const chosen = typeof profile === "string" && !isUnknown(profile) ? profile : undefined;
    let read = this.#read.get(chosen);
    if (read === undefined) {
      read = readSettings({ get: this.#get, keys: this.#keys, env: process.env }, chosen);
      this.#read.set(chosen, read);
    }
    return read;
  }

  /**
   * A client for one object, which sends nothing when the engine is gone; throws one message that says all that is
   * missing or wrong.
   */
  client(profile: unknown): { client: Pick<Client, "send">; settings: Settings } {
    const { settings, problems, missing } = this.settings(profile);
    const all = [...problems, ...missing];
    if (all.length > 0) {
      throw new UserError(all.map(formatProblem).join("\n"));
    }
    const client = loadSharedClient(settings);
    const send = (request: RenderedRequest, options: SendOptions = {}) =>
      engineWatch.during((signal) => client.send(request, { ...options, signal }));
    return { client: { send }, settings };
  }
}

export const formatProblem = ({ setting, reason }: SettingProblem): string => `${setting}: ${reason}`;
