import { createHash } from "node:crypto";
import type { ConfigureRequest } from "@pulumi/pulumi/dynamic";
import { SETTING_PREFIX, settingKey } from "../../common/settings";
import type { Client, SendOptions } from "../core/http/client";
import type { RenderedRequest } from "../core/http/operations";
import { isUnknown } from "../core/json/object";
import { formatProblem } from "../settings/layers";
import { readSettings, type ReadSettings } from "../settings/settings";
import { engineStep, loadSharedClient } from "./clients";
import { engineWatch } from "./engineWatch";
import { UserError } from "./errors";

/** The service that the settings of a stack, or of one of its profiles, name. */
export interface Service extends ReadSettings {
  /** A hash of the base URL, 8 characters; undefined if there is no base URL. */
  hash: string | undefined;
}

/**
 * The stack's configuration as the engine's process gives it. The engine caches a provider before it awaits
 * `configure`. So `configure` stores the settings at once, and nothing is thrown before a request is made.
 */
export class Configuration {
  #get: (key: string) => string | undefined = () => undefined;
  #keys: readonly string[] = [];
  readonly #services = new Map<string | undefined, Service>();

  configure({ config }: ConfigureRequest): void {
    this.#get = (key) => config.get(SETTING_PREFIX + key);
    // Pulumi's published type has no `rawConfig`; without it, misspelled settings are not found.
    const { rawConfig = {} } = config as { rawConfig?: object };
    this.#keys = Object.keys(rawConfig).flatMap((name) => settingKey(name) ?? []);
    this.#services.clear();
  }

  /** The service of a profile, read once. For a profile that is not known yet it is the stack's own. */
  service(profile: unknown): Service {
    const chosen = typeof profile === "string" && !isUnknown(profile) ? profile : undefined;
    let service = this.#services.get(chosen);
    if (service === undefined) {
      const read = readSettings({ get: this.#get, keys: this.#keys, env: process.env }, chosen);
      service = { ...read, hash: hashOf(read.settings.baseUrl) };
      this.#services.set(chosen, service);
    }
    return service;
  }
}

function hashOf(baseUrl: string | undefined): string | undefined {
  return baseUrl === undefined ? undefined : createHash("sha256").update(baseUrl).digest("hex").slice(0, 8);
}

/**
 * A client for a service, which sends nothing once the engine is gone.
 *
 * @throws UserError that lists every setting that is missing or wrong, or names a wrong proxy of the environment
 */
export function clientFor({ settings, problems, missing }: Service): Pick<Client, "send"> {
  const all = [...problems, ...missing];
  if (all.length > 0) {
    throw new UserError(all.map(formatProblem).join("\n"));
  }
  const client = loadSharedClient(settings, engineStep);
  return {
    send: (request: RenderedRequest, options: SendOptions = {}) =>
      engineWatch.during((signal) => client.send(request, { ...options, signal })),
  };
}
