import * as pulumi from "@pulumi/pulumi";
import { programError } from "./programError";

/** What a resource adopts in the service. */
export interface AdoptedObject {
  readonly kind: "group" | "queue";
  readonly profile: string | undefined;
  readonly organizationName: string;
  readonly projectName: string;
  readonly name: string;
}

/** The resource that adopts it. */
export interface Adopter {
  /** As errors give it: `ContainerGroup "web"`. */
  readonly owner: string;
  /** Equal for two resources with one URN: those the engine refuses by itself, and repeated test runs hold them. */
  readonly identity: string;
}

/** What the resources of one run of a program adopt. */
export type Adoptions = Map<string, Adopter>;

/**
 * One process may run several programs, one after another or at once (Pulumi's Automation API, unit tests). Each run has
 * a monitor of its own, which `getMonitor` finds through the run's asynchronous context.
 */
const adoptionsOfRuns = new WeakMap<object, Adoptions>();

/** What the resources of this run adopt so far. To be called where a resource is declared. */
export function adoptionsOfThisRun(): Adoptions {
  const monitor = pulumi.runtime.getMonitor();
  const known = monitor && adoptionsOfRuns.get(monitor);
  if (known !== undefined) {
    return known;
  }
  const adoptions: Adoptions = new Map();
  if (monitor !== undefined) {
    adoptionsOfRuns.set(monitor, adoptions);
  }
  return adoptions;
}

/**
 * Notes that `adopter` adopts `object`.
 *
 * @throws pulumi.RunError when another resource does already: the two would undo each other's changes on every deployment.
 */
export function declareOnce(adoptions: Adoptions, object: AdoptedObject, adopter: Adopter): void {
  const { kind, profile, organizationName, projectName, name } = object;
  const key = JSON.stringify([kind, profile ?? "", organizationName, projectName, name]);
  const first = adoptions.get(key);
  if (first === undefined) {
    adoptions.set(key, adopter);
    return;
  }
  if (first.identity !== adopter.identity) {
    throw programError(
      `${adopter.owner} declares ${organizationName}/${projectName}/${name}, which ${first.owner} declares already: ` +
        `declare a ${kind} in one resource only`,
    );
  }
}

/** A resource that knows its parent: Pulumi's published types leave the member out. */
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
