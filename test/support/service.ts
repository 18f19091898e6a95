import type { Emulator } from "../../emulator";

/** Where the objects of tests are. */
export const PROJECT = { organizationName: "acme", projectName: "vision" };

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
