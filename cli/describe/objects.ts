import { isResourceName, RESOURCE_NAME_RULE } from "../../common/resourceName";
import { describeValue } from "../../provider/core/json/describeValue";
import type { Settings } from "../../provider/settings/rules";
import { UsageError } from "../errors";

/** The names that address an object. */
export interface ObjectName {
  readonly organizationName: string;
  readonly projectName: string;
  readonly name: string;
}

export const formatName = ({ organizationName, projectName, name }: ObjectName): string =>
  [organizationName, projectName, name].join("/");

type Defaults = Pick<Settings, "organizationName" | "projectName">;

function readName(text: string, defaults: Defaults): ObjectName {
  const parts = text.split("/");
  const [name = "", projectName = defaults.projectName, organizationName = defaults.organizationName] = parts.reverse();
  if (parts.length > 3) {
    throw new UsageError(`${describeValue(text)} is not ORGANIZATION/PROJECT/NAME`);
  }
  const wrong = parts.find((part) => !isResourceName(part));
  if (wrong !== undefined) {
    throw new UsageError(`${describeValue(text)}: ${describeValue(wrong)} must be ${RESOURCE_NAME_RULE}`);
  }
  if (projectName === undefined || organizationName === undefined) {
    throw new UsageError(
      `${describeValue(text)} does not say ${projectName === undefined ? "its project" : "its organization"}, and no setting does: ` +
        "write ORGANIZATION/PROJECT/NAME",
    );
  }
  return { organizationName, projectName, name };
}

/** The objects that a command line names, each once. Throws a UsageError for what is no name, or is not known in full. */
export function readNames(texts: readonly string[], defaults: Defaults): ObjectName[] {
  const names = texts.map((text) => readName(text, defaults));
  return [...new Map(names.map((name) => [formatName(name), name])).values()];
}
