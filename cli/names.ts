import { isResourceName, RESOURCE_NAME_RULE } from "../common/names";
import { describeValue } from "../provider/core/json/describeValue";
import type { Settings } from "../provider/settings/rules";
import { UsageError } from "./context";

/** The names that address an object. */
export interface ObjectName {
  readonly organizationName: string;
  readonly projectName: string;
  readonly name: string;
}

export const formatName = ({ organizationName, projectName, name }: ObjectName): string =>
  [organizationName, projectName, name].join("/");

function readName(text: string, defaults: Pick<Settings, "organizationName" | "projectName">): ObjectName {
  const parts = text.split("/");
  if (parts.length > 3 || !parts.every(isResourceName)) {
    throw new UsageError(
      `${describeValue(text)} is not ORGANIZATION/PROJECT/NAME, where each is ${RESOURCE_NAME_RULE}`,
    );
  }
  const [name = "", projectName = defaults.projectName, organizationName = defaults.organizationName] = parts.reverse();
  if (projectName === undefined || organizationName === undefined) {
    throw new UsageError(`no setting says where ${describeValue(text)} is: write ORGANIZATION/PROJECT/NAME`);
  }
  return { organizationName, projectName, name };
}

/**
 * The objects that a command line names, each once.
 *
 * @throws UsageError for a text that is no name, a name that is not complete, and groups of two projects for one fleet
 */
export function readNames(
  texts: readonly string[],
  defaults: Pick<Settings, "organizationName" | "projectName">,
  isFleet: boolean,
): ObjectName[] {
  const names = texts.map((text) => readName(text, defaults));
  const projects = new Set(names.map(({ organizationName, projectName }) => `${organizationName}/${projectName}`));
  if (isFleet && projects.size > 1) {
    throw new UsageError(`a fleet has groups of one project, and these are of ${[...projects].join(" and ")}`);
  }
  return [...new Map(names.map((name) => [formatName(name), name])).values()];
}
