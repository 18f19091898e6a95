import { equalJson, type Json, type JsonObject } from "../core/json/json";
import { ServiceError } from "../core/http/errors";
import { isEmpty, setOwn } from "../core/json/object";
import { unionOfPaths, type IndeterminatePaths } from "../core/patch/indeterminatePaths";
import type { Adoption } from "../resources/adoption";
import type { ApplyResult } from "../resources/objectKind";
import { observedByKey, type Observed } from "../engine/observed";
import type { ResourceState } from "../engine/state";
import { addressOf, priorRecord, type FleetGroup, type RecordedGroup } from "./groups";
import type { FleetPlan } from "./plan";
import { isDone, resultOf, type Outcome } from "./run";

type Applied = Outcome<ApplyResult | undefined>;
type Outcomes = ReadonlyMap<string, Applied>;

export const indeterminateOf = (result: ApplyResult | undefined) => result?.indeterminate;

/** Whether the request surely changed nothing in the service, or was not made. */
function changedNothing(outcome: Applied): boolean {
  if (outcome === "not tried") {
    return true;
  }
  return "failed" in outcome && !(outcome.failed instanceof ServiceError && outcome.failed.maybeProcessed);
}

export function nothingWasMade(outcomes: Outcomes): boolean {
  return [...outcomes.values()].every(changedNothing);
}

/** What is kept as observed of each declared group: the response of now, or of before. */
export function observedAfter(adoption: Adoption, { declared, prior }: FleetPlan, outcomes: Outcomes): Observed {
  return observedByKey(
    [...declared].map(([name, group]) => {
      const result = resultOf(outcomes.get(name));
      return [name, result?.observed ?? adoption.withoutResponse(prior.get(name), group)];
    }),
  );
}

/** A group of which the change may have been made: what is sent when it is forgotten is what was declared with the change. */
function withOnDestroyOf(before: FleetGroup | undefined, after: FleetGroup): RecordedGroup {
  const { onDestroy } = after.args;
  if (before !== undefined && equalJson(before.args["onDestroy"], onDestroy)) {
    return before;
  }
  const { onDestroy: _, ...args } = before?.args ?? addressOf(after.args);
  return {
    args: { ...args, ...(onDestroy !== undefined && { onDestroy }) },
    pointers: [...new Set([...(before?.pointers ?? []), ...after.pointers])],
    source: undefined,
  };
}

/**
 * What is kept of a fleet of which some groups failed. The arguments hold the groups that are as declared; `prior` holds what was
 * declared before of the others, and `unconfirmed` the paths that may have been applied. A group that was never adopted is
 * in neither.
 */
export function stateAfter(
  adoption: Adoption,
  plan: FleetPlan,
  outcomes: Outcomes,
  fleet: ResourceState,
): { args: JsonObject; prior: Json[]; unconfirmed: IndeterminatePaths | undefined } {
  const groups: JsonObject = { ...(fleet.args["groups"] as JsonObject) };
  const kept = new Map<string, RecordedGroup>();
  const unconfirmed: IndeterminatePaths = {};
  for (const [name, outcome] of outcomes) {
    const before = plan.prior.get(name);
    const after = plan.declared.get(name);
    const indeterminate = indeterminateOf(resultOf(outcome));
    if (isDone(outcome) && indeterminate === undefined) {
      continue;
    }
    delete groups[name];
    let paths = before?.unconfirmed;
    if (indeterminate !== undefined && after !== undefined) {
      kept.set(name, withOnDestroyOf(before, after));
      // A field that is no longer managed is in no patch, so what was indeterminate of it still is.
      paths = unionOfPaths(paths ?? {}, indeterminate.paths);
    } else if (before !== undefined) {
      kept.set(name, before);
      // Only `onDestroy` fails in this way: a change is indeterminate.
      if (!changedNothing(outcome)) {
        paths = unionOfPaths(paths ?? {}, adoption.unconfirmedForget(before));
      }
    }
    if (paths !== undefined) {
      setOwn(unconfirmed, name, paths);
    }
  }
  return {
    args: { ...fleet.args, groups },
    prior: priorRecord(kept),
    unconfirmed: isEmpty(unconfirmed) ? undefined : unconfirmed,
  };
}
