import type { DeclaredGroups } from "../../common/declaredGroups";
import type { Json, JsonObject } from "../core/json/json";
import { isJsonObject } from "../../common/json";
import type { IndeterminatePaths } from "../core/patch/indeterminatePaths";
import { secretValue, type Observed } from "../engine/outputValues";
import { fromProperties, toOutputs, type Properties, type ResourceState } from "../engine/state";
import { PROJECT_ADDRESS } from "../resources/objectKind";

/**
 * What a fleet keeps, beside what every resource keeps:
 *
 * - `__declaredElsewhere`: the groups that other resources of the program declare. The check takes it out.
 * - `__prior`: what was declared before of the groups for which the arguments do not hold. Only after a failure, and encrypted.
 */
export interface FleetState extends ResourceState {
  prior?: Json[] | undefined;
}

export function fleetState(properties: Properties): FleetState {
  const { __prior } = properties;
  return { ...fromProperties(properties), prior: Array.isArray(__prior) ? (__prior as Json[]) : undefined };
}

export function groupsDeclaredElsewhere({ __declaredElsewhere }: Properties): readonly DeclaredGroups[] {
  return Array.isArray(__declaredElsewhere) ? (__declaredElsewhere as DeclaredGroups[]) : [];
}

/** What a failure leaves behind in the outputs of a fleet. */
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

/** How lines tell one fleet from another: by its name in the program. */
export function labelOf(fleet: ResourceState): string {
  return `fleet ${String(fleet.internal["__resourceName"] ?? idOf(fleet))}`;
}

const objectOr = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

export const defaultsOf = ({ args }: ResourceState): JsonObject => objectOr(args["defaults"]);

export const entriesOf = ({ args }: ResourceState): JsonObject => objectOr(args["groups"]);

/** What addresses the groups of a fleet, of its arguments. */
export function projectOf({ args }: ResourceState): JsonObject {
  const names: readonly string[] = PROJECT_ADDRESS;
  return Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)));
}
