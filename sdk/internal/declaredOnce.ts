import * as pulumi from "@pulumi/pulumi";
import type { DeclaredGroups } from "../../common/declaredGroups";
import { defaultPathParameter, isMocked, programError } from "./program";
import type { DeclaredObjects } from "./resourceKinds";

/** The resource that declares an object. Two owners are the same only if they are one JavaScript object. */
export interface Owner {
  /** The name in errors: `ContainerGroup "web"`. */
  readonly label: string;
}

/** An object of the service, and the resource that declares it. */
interface Declared extends Omit<DeclaredGroups, "groups"> {
  readonly what: DeclaredObjects["what"];
  readonly name: string;
  readonly owner: Owner;
}

/** The objects that are declared in one run of a program, by their addresses. */
type DeclaredInRun = Map<string, Declared>;

/**
 * One process may run several programs, one after another or at once (Pulumi's Automation API, unit tests). Each run has
 * a monitor of its own, which `getMonitor` finds through the run's asynchronous context.
 */
const runs = new WeakMap<object, DeclaredInRun>();

function declaredInThisRun(): DeclaredInRun {
  const monitor = pulumi.runtime.getMonitor();
  const declared: DeclaredInRun = (monitor && runs.get(monitor)) ?? new Map<string, Declared>();
  if (monitor !== undefined) {
    runs.set(monitor, declared);
  }
  return declared;
}

/**
 * Notes that `owner` declares the objects that its arguments name. A name or an address with an output or a promise in it is not
 * known yet and passes. An address that is not complete passes too, because the provider reports it.
 *
 * @throws pulumi.RunError when another resource of this run declares one of them already: the two would undo each other's
 *   changes on every deployment. In unit tests with mocks, resources with the same label count as one, because each test may
 *   make them.
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
  const declared = declaredInThisRun();
  for (const name of namesIn(args[argument])) {
    const address = JSON.stringify([what, profile, organizationName, projectName, name]);
    const other = declared.get(address)?.owner;
    if (other !== undefined && !(other.label === owner.label && isMocked())) {
      throw programError(
        `${owner.label} declares ${organizationName}/${projectName}/${name}, which ${other.label} declares already: ` +
          `declare a ${what} in one resource only`,
      );
    }
    declared.set(address, {
      what,
      ...(profile !== undefined && { profile }),
      organizationName,
      projectName,
      name,
      owner,
    });
  }
}

/**
 * The groups that other resources of this run declare. Resources that the program makes only after waiting for something may be
 * missing.
 */
export async function groupsDeclaredElsewhere(owner: Owner): Promise<DeclaredGroups[]> {
  const declared = declaredInThisRun();
  await new Promise((resolve) => setImmediate(resolve));
  const byProject = new Map<string, DeclaredGroups & { groups: string[] }>();
  for (const { what, name, owner: other, ...project } of declared.values()) {
    if (what === "group" && other !== owner) {
      const key = JSON.stringify(project);
      const known = byProject.get(key) ?? { ...project, groups: [] };
      known.groups.push(name);
      byProject.set(key, known);
    }
  }
  return [...byProject.values()];
}

/** The names in an argument, which is one name or a map by name. */
function namesIn(given: unknown): string[] {
  if (typeof given === "string") {
    return [given];
  }
  if (typeof given !== "object" || given === null || Array.isArray(given) || isDeferred(given)) {
    return [];
  }
  return Object.entries(given).flatMap(([name, entry]) => (entry === undefined ? [] : [name]));
}

function isDeferred(value: object): boolean {
  return value instanceof Promise || pulumi.Output.isInstance(value) || pulumi.isUnknown(value);
}
