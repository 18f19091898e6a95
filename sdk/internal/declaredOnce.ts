import * as pulumi from "@pulumi/pulumi";
import type { DeclaredGroups } from "../../common/declaredGroups";
import { isJsonObject } from "../../common/json";
import type { DeclaredObjects } from "./resourceKinds";
import { programError } from "./programError";
import { defaultPathParameter } from "./settings";

/** The resource that declares an object. */
export interface Owner {
  /** As errors give it: `ContainerGroup "web"`. */
  readonly label: string;
  /** Equal for two resources with one URN: those the engine refuses by itself, and repeated test runs hold them. */
  readonly identity: string;
}

/** An object of the service, and the resource that declares it. */
interface Declared extends Omit<DeclaredGroups, "groups"> {
  readonly what: DeclaredObjects["what"];
  readonly name: string;
  readonly owner: Owner;
}

/** What is declared in one run of a program, and by whom, by the object's address. */
type Owners = Map<string, Declared>;

/**
 * One process may run several programs, one after another or at once (Pulumi's Automation API, unit tests). Each run has
 * a monitor of its own, which `getMonitor` finds through the run's asynchronous context.
 */
const ownersOfRuns = new WeakMap<object, Owners>();

function ownersOfThisRun(): Owners {
  const monitor = pulumi.runtime.getMonitor();
  const owners: Owners = (monitor && ownersOfRuns.get(monitor)) ?? new Map<string, Declared>();
  if (monitor !== undefined) {
    ownersOfRuns.set(monitor, owners);
  }
  return owners;
}

/**
 * Notes that `owner` declares the objects that its arguments name. What is not plain (an output, a promise) is not known
 * yet and is passed, as is an address that is not whole: the provider says what is wrong with that.
 *
 * @throws pulumi.RunError when another resource of this run declares one of them already: the two would undo each other's
 *   changes on every deployment.
 */
export function declareOnce(
  { what, argument }: DeclaredObjects,
  args: Readonly<Record<string, unknown>>,
  owner: Owner,
): void {
  const { profile } = args;
  if (profile !== undefined && typeof profile !== "string") {
    return;
  }
  const { organizationName = defaultPathParameter("organizationName", profile) } = args;
  const { projectName = defaultPathParameter("projectName", profile) } = args;
  if (typeof organizationName !== "string" || typeof projectName !== "string") {
    return;
  }
  const owners = ownersOfThisRun();
  for (const name of namesIn(args[argument])) {
    const address = JSON.stringify([what, profile, organizationName, projectName, name]);
    const first = owners.get(address)?.owner ?? owner;
    if (first.identity !== owner.identity) {
      throw programError(
        `${owner.label} declares ${organizationName}/${projectName}/${name}, which ${first.label} declares already: ` +
          `declare a ${what} in one resource only`,
      );
    }
    owners.set(address, {
      what,
      ...(profile !== undefined && { profile }),
      organizationName,
      projectName,
      name,
      owner: first,
    });
  }
}

/**
 * The groups that other resources of this run declare, as far as they are known when the program has made all the resources that
 * it makes without waiting for anything.
 */
export async function groupsDeclaredElsewhere({ identity }: Owner): Promise<DeclaredGroups[]> {
  const owners = ownersOfThisRun();
  await new Promise((resolve) => setImmediate(resolve));
  const byProject = new Map<string, DeclaredGroups & { groups: string[] }>();
  for (const { what, name, owner, ...project } of owners.values()) {
    if (what === "group" && owner.identity !== identity) {
      const key = JSON.stringify(project);
      const known = byProject.get(key) ?? { ...project, groups: [] };
      known.groups.push(name);
      byProject.set(key, known);
    }
  }
  return [...byProject.values()];
}

/** The names that an argument gives: it is one, or has them as its keys. */
function namesIn(given: unknown): string[] {
  if (typeof given === "string") {
    return [given];
  }
  return isJsonObject(given) && !isDeferred(given)
    ? Object.keys(given).filter((name) => given[name] !== undefined)
    : [];
}

function isDeferred(value: unknown): boolean {
  return value instanceof Promise || pulumi.Output.isInstance(value) || pulumi.isUnknown(value);
}

/** A resource that knows its parent: Pulumi's published types leave the field out. */
interface Child {
  readonly __parentResource?: pulumi.Resource;
}

/** The identity of a resource: its own name, and the types of all that hold it, as in its URN. */
export function resourceIdentity(type: string, name: string, parent: pulumi.Resource | undefined): string {
  const types = [type];
  for (let above = parent; above !== undefined; above = (above as Child).__parentResource) {
    types.push(pulumi.resourceType(above));
  }
  return JSON.stringify([name, ...types.filter((each) => each !== "pulumi:pulumi:Stack")]);
}
