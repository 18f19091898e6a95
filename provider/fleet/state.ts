import type { DeclaredGroups } from "../../common/declaredGroups";
import { isJsonObject, type Json, type JsonObject } from "../../common/json";
import type { IndeterminatePaths } from "../core/patch/indeterminatePaths";
import { secretValue, type Observed } from "../engine/outputValues";
import { fromProperties, toOutputs, type Properties, type ResourceState } from "../engine/state";
import { PROJECT_ADDRESS } from "../resources/objectKind";

/**
 * A fleet's state holds, beside that of every resource:
 *
 * - `__declaredElsewhere`: the groups that other resources of the program declare. The check takes it out.
 * - `__prior`: the old declarations of the groups for which the arguments do not hold. Only after a failure, and encrypted.
 */
export interface FleetState extends ResourceState {
  prior?: Json[] | undefined;
}

export function fleetState(properties: Properties): FleetState {
  const { __prior } = properties;
  return { ...fromProperties(properties), prior: Array.isArray(__prior) ? (__prior as Json[]) : undefined };
}

export function readDeclaredElsewhere({ __declaredElsewhere }: Properties): readonly DeclaredGroups[] {
  return Array.isArray(__declaredElsewhere) ? (__declaredElsewhere as DeclaredGroups[]) : [];
}

/** Outputs of a fleet that only a failure leaves behind. */
export interface Unfinished {
  prior?: Json[] | undefined;
  unconfirmed?: IndeterminatePaths | undefined;
}

export function fleetOutputs(fleet: ResourceState, observed: Observed, unfinished: Unfinished = {}): JsonObject {
  const { prior, unconfirmed } = unfinished;
  return { ...toOutputs(fleet, observed, unconfirmed), ...(prior && { __prior: secretValue(prior) }) };
}

export function idOf({ args }: ResourceState): string {
  return [args["organizationName"], args["projectName"]].map(String).join("/");
}

/** The fleet's name in messages, from its name in the program. */
export function labelOf(fleet: ResourceState): string {
  return `fleet ${String(fleet.internal["__resourceName"] ?? idOf(fleet))}`;
}

/** The value if it is an object, else an empty one. */
export const objectOr = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

export const defaultsOf = ({ args }: ResourceState): JsonObject => objectOr(args["defaults"]);

export const entriesOf = ({ args }: ResourceState): JsonObject => objectOr(args["groups"]);

/** The arguments of a fleet that address its groups. */
export function projectOf({ args }: ResourceState): JsonObject {
  const names: readonly string[] = PROJECT_ADDRESS;
  return Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)));
}
