import type { ServiceError } from "../core/http/errors";
import type { UpdatableObject } from "../core/schema/objects";
import type { JsonObject } from "../core/json/json";
import type { Declaration } from "../core/patch/declaration";
import type { IndeterminatePaths } from "../core/patch/indeterminatePaths";
import type { Observed } from "../engine/observed";
import type { ResourceState } from "../engine/state";
import type { ObservedShape } from "./observing";

/** What tells one kind of object from another that the API lets us patch. */
export interface ObjectKind extends ObservedShape, UpdatableObject {}

/** What was declared of an object before, and what is known of how that went. */
export type PriorState = Declaration & Pick<ResourceState, "service" | "unconfirmed" | "observed" | "ignored">;

/** What came of a change. */
export interface ApplyResult {
  /** What is kept of the service's response; that of before where there was none. */
  observed: Observed;
  /** The change may or may not have been made. */
  indeterminate?: { paths: IndeterminatePaths; reason: string; error: ServiceError };
}

/** The names that address an object, as the API's path has them. */
export function idOf(args: JsonObject): string {
  return [args["organizationName"], args["projectName"], args["name"]].map(String).join("/");
}
