import type { Member } from "../../provider/core/schema/members";
import type { Settings } from "../../provider/settings/rules";
import { UsageError } from "../errors";
import { emptyObject, type Description, type ObjectDescription } from "./description";
import { fleetArguments } from "./fleet";
import { formatName, type ObjectName } from "./objects";
import type { DeclaredResource } from "./printing";

/** An object, and what can be declared of it. */
export interface DescribedObject {
  readonly name: ObjectName;
  readonly description: ObjectDescription;
}

/** What a program that runs with these settings need not say. */
export interface ProgramDefaults extends Pick<Settings, "organizationName" | "projectName"> {
  profile: string | undefined;
}

const text = (value: string): Description => ({ kind: "value", value });

/** The arguments that say where the objects are, as far as the settings do not. */
function placement({ organizationName, projectName }: ObjectName, defaults: ProgramDefaults): ObjectDescription {
  const { fields, ...rest } = emptyObject();
  if (organizationName !== defaults.organizationName) {
    fields.set("organizationName", text(organizationName));
  }
  if (projectName !== defaults.projectName) {
    fields.set("projectName", text(projectName));
  }
  if (defaults.profile !== undefined) {
    fields.set("profile", text(defaults.profile));
  }
  return { fields, ...rest };
}

const merged = (...all: ObjectDescription[]): ObjectDescription => ({
  kind: "object",
  fields: new Map(all.flatMap(({ fields }) => [...fields])),
  notes: all.flatMap(({ notes }) => notes),
});

/** A resource for each object. It is named as the object is, or where another one is named so too, by the object's whole path. */
export function singleResources(
  type: "ContainerGroup" | "Queue",
  objects: readonly DescribedObject[],
  defaults: ProgramDefaults,
): DeclaredResource[] {
  return objects.map(({ name, description }) => {
    const isAlone = objects.filter((other) => other.name.name === name.name).length === 1;
    const named = emptyObject();
    if (!isAlone) {
      named.fields.set("name", text(name.name));
    }
    const args = merged(named, placement(name, defaults), description);
    return { type, name: isAlone ? name.name : formatName(name).replaceAll("/", "-"), args };
  });
}

/** The project that groups have in common: a fleet has one. */
export function assertOneProject(names: readonly ObjectName[]): void {
  const projects = new Set(names.map(({ organizationName, projectName }) => `${organizationName}/${projectName}`));
  if (projects.size > 1) {
    throw new UsageError(`a fleet has groups of one project, and these are of ${[...projects].join(" and ")}`);
  }
}

/** One fleet for all groups, named as their project is. */
export function fleetResource(
  groups: readonly DescribedObject[],
  body: Member,
  defaults: ProgramDefaults,
): DeclaredResource[] {
  return groups.slice(0, 1).map(({ name }) => {
    const described = new Map(groups.map((group) => [group.name.name, group.description]));
    const args = merged(placement(name, defaults), fleetArguments(described, body));
    return { type: "ContainerGroupFleet", name: name.projectName, args };
  });
}
