import { mergeDeep } from "../core/declaration";
import { ServiceError } from "../core/errors";
import type { Json, JsonObject } from "../core/json";
import type { UnconfirmedPaths } from "../core/unconfirmed";
import type { Adopted, Adoption } from "../adoption";
import { addressOf, standingRecord } from "./groups";
import type { FleetPlan } from "./plan";
import type { Outcome } from "./run";

type Applied = Outcome<Adopted | undefined>;
type Outcomes = ReadonlyMap<string, Applied>;

export const doubtOf = (adopted: Adopted | undefined) => adopted?.doubt;

/** Whether the request surely changed nothing in the service, or was not made. */
function changedNothing(outcome: Applied): boolean {
  if (outcome === "not tried") return true;
  return "failed" in outcome && !(outcome.failed instanceof ServiceError && outcome.failed.maybeProcessed);
}

export function nothingWasMade(outcomes: Outcomes): boolean {
  return [...outcomes.values()].every(changedNothing);
}

/** What is kept as observed of each declared group: what the service answered now, or before. */
export function observedAfter(adoption: Adoption, { declared, standing }: FleetPlan, outcomes: Outcomes) {
  return [...declared].map(([name, group]): [string, JsonObject] => {
    const outcome = outcomes.get(name);
    const adopted = typeof outcome === "object" && "done" in outcome ? outcome.done : undefined;
    return [name, adopted?.observed ?? adoption.unanswered(standing.get(name), group)];
  });
}

/** What stands of the groups for which the new arguments do not: the task failed, was not begun, or is in doubt. */
export function recordsAfter(adoption: Adoption, plan: FleetPlan, outcomes: Outcomes) {
  const records: [string, Json][] = [];
  for (const [name, outcome] of outcomes) {
    const before = plan.standing.get(name);
    const after = plan.declared.get(name);
    if (typeof outcome === "object" && "done" in outcome) {
      const unconfirmed = doubtOf(outcome.done)?.paths;
      if (unconfirmed === undefined) continue;
      // The change may have arrived: what is sent when the group is let go is what was declared with it.
      const { onDestroy, ...declared } = after?.args ?? {};
      const args = { ...(before?.args ?? addressOf(declared)), ...(onDestroy !== undefined && { onDestroy }) };
      const pointers = [...(before?.pointers ?? []), ...(after?.pointers ?? [])];
      records.push([name, standingRecord({ args, pointers, unconfirmed })]);
    } else if (before !== undefined && after === undefined && !changedNothing(outcome)) {
      const unconfirmed = mergeDeep(before.unconfirmed ?? {}, adoption.releaseInDoubt(before)) as UnconfirmedPaths;
      records.push([name, standingRecord({ ...before, unconfirmed })]);
    } else records.push([name, standingRecord(before)]);
  }
  return records;
}
