import { startEmulator, type Emulator, type EmulatorOptions, type Fault } from "../../emulator";
import { configurationOf, PROJECT } from "./configuration";

/** The service of a test: an emulator with group `web` and queue `renders`, or what the options have in their place. */
export const startService = (options: EmulatorOptions = {}): Promise<Emulator> =>
  startEmulator({ groups: [{ ...PROJECT, name: "web" }], queues: [{ ...PROJECT, name: "renders" }], ...options });

/** The configuration of a stack for a service: what it needs, and these settings. */
export const configurationFor = ({ url, apiKey }: Emulator, settings: Record<string, string | undefined> = {}) =>
  configurationOf({ baseUrl: url, apiKey, ...PROJECT, ...settings });

/** The API does not say whether the version rises with a patch that changes nothing: drift is tested with both. */
export const VERSION_RULES: [rule: string, versionOnEveryPatch: boolean][] = [
  ["a change alone", false],
  ["every patch, {} too", true],
];

/** Another program, or a person, changes fields of a group. */
export function changeGroup(service: Emulator, name: string, fields: object): void {
  const stored = service.stored(PROJECT.organizationName, PROJECT.projectName, name);
  service.putGroup({ ...stored, ...fields, ...PROJECT, name });
}

/** The service does what it is asked for, and its response has these fields, whatever they are in truth. */
export const respondsWith = (fields: object): Fault => ({
  kind: "body",
  processed: true,
  headers: { "content-type": "application/json" },
  body: (_request: unknown, response: unknown) => ({ ...(response as object), ...fields }),
});
