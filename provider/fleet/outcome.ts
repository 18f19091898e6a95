import { ServiceError } from "../core/http/errors";
import type { JsonObject } from "../../common/json";
import { equalJson } from "../core/json/json";
import { isEmpty, setOwn } from "../core/json/object";
import { indeterminatePaths, unionOfPaths, type IndeterminatePaths } from "../core/patch/indeterminatePaths";
import { unionOf } from "../core/secrets/secretPaths";
import type { Observed } from "../engine/outputValues";
import { withoutResponse, type ApplyResult } from "../resources/apply";
import { priorRecord, type FleetGroup, type RecordedGroup } from "./groups";
import { observedByKey } from "./observed";
import type { FleetPlan } from "./plan";
import type { FleetState, Unfinished } from "./state";
import { isDone, resultOf, type Outcome } from "./tasks";

type Applied = Outcome<ApplyResult | undefined>;
type Outcomes = ReadonlyMap<string, Applied>;

export const indeterminateOf = (result: ApplyResult | undefined) => result?.indeterminate;

/** Whether the request surely changed nothing in the service, or was not made. */
export function changedNothing(outcome: Applied): boolean {
  if (outcome === "not tried") {
    return true;
  }
  return "failed" in outcome && !(outcome.failed instanceof ServiceError && outcome.failed.maybeProcessed);
}

/** Whether no request changed anything, so that the previous state still holds. */
export function changedNothingAtAll(outcomes: Outcomes): boolean {
  return [...outcomes.values()].every(changedNothing);
}

/** The kept response of each declared group: the new one or the previous one. */
export function observedAfter({ changes }: FleetPlan, outcomes: Outcomes): Observed {
  return observedByKey(
    [...changes].map(([name, change]) => {
      const result = resultOf(outcomes.get(name));
      return [name, result?.observed ?? withoutResponse(change)];
    }),
  );
}

/**
 * The record of a group whose update is indeterminate: its previous arguments with the new `onDestroy`, and the secret marks of
 * both, because the next patch may name fields of either.
 */
function withOnDestroyOf(before: FleetGroup | undefined, after: FleetGroup): RecordedGroup {
  const { onDestroy } = after.args;
  const secretPaths = unionOf(before?.secretPaths, after.secretPaths);
  const hasAllMarks = before?.secretPaths.pointers.length === secretPaths.pointers.length;
  if (before !== undefined && hasAllMarks && equalJson(before.args["onDestroy"], onDestroy)) {
    return before;
  }
  const { onDestroy: _, ...args } = before?.args ?? {};
  return {
    args: { ...args, ...(onDestroy !== undefined && { onDestroy }) },
    secretPaths,
    source: undefined,
  };
}

/**
 * The state of a fleet of which some groups failed. The arguments hold the groups that are as declared; `prior` holds the old
 * declarations of the others, and `unconfirmed` the paths that may have been applied. A group that was never adopted is
 * in neither.
 */
export function stateAfter(
  plan: FleetPlan,
  outcomes: Outcomes,
  fleet: FleetState,
): { args: JsonObject; unfinished: Unfinished } {
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
      // The patch lacks fields that are no longer managed, so their indeterminate paths stay.
      paths = unionOfPaths(paths ?? {}, indeterminate.paths);
    } else if (before !== undefined) {
      kept.set(name, before);
      const forgotten = plan.removed.get(name);
      // An update that may have been made does not throw, so this was an `onDestroy`.
      if (forgotten !== undefined && !changedNothing(outcome)) {
        const sent = indeterminatePaths(forgotten.onDestroyPatch() ?? {}, forgotten.previous());
        paths = unionOfPaths(paths ?? {}, sent);
      }
    }
    if (paths !== undefined) {
      setOwn(unconfirmed, name, paths);
    }
  }
  return {
    args: { ...fleet.args, groups },
    unfinished: { prior: priorRecord(kept), unconfirmed: isEmpty(unconfirmed) ? undefined : unconfirmed },
  };
}
