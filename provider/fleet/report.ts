import { ServiceError } from "../core/http/errors";
import type { ApplyResult } from "../resources/apply";
import type { FleetPlan } from "./plan";
import type { Outcome } from "./tasks";

/** Maximum names in a line of a message, and fields of one group; the rest are counted. */
const MAX_NAMES = 10;
const MAX_FIELDS = 3;

export const countOfGroups = (some: number, all: number) =>
  `${some.toLocaleString("en")} of ${all.toLocaleString("en")} ${all === 1 ? "group" : "groups"}`;

function listed(names: readonly string[], shown: number): string {
  const more = names.length - shown;
  return names.slice(0, shown).join(", ") + (more > 0 ? ` and ${more.toLocaleString("en")} more` : "");
}

/**
 * Lines that name the groups and fields that a plan changes. The engine's own diff only says that the groups change, or shows
 * all of them. Where requests are shown, the lines of changed and adopted groups are left out, and groups
 * that are sent `onDestroy` are not listed as forgotten.
 */
export function announcement(plan: FleetPlan, areRequestsShown: boolean): string[] {
  const withFields = (name: string, fields: readonly string[]) =>
    fields.length === 0 ? name : `${name} (${listed(fields, MAX_FIELDS)})`;
  const changes = [...plan.changes];
  const changed = changes
    .filter(([, { before, patch }]) => before !== undefined && patch() !== undefined)
    .map(([name, { fields }]) => withFields(name, fields));
  const unmanaged = changes
    .filter(([, change]) => change.unmanaged().length > 0)
    .map(([name, change]) => withFields(name, change.unmanaged()));
  const added = changes.filter(([, { before }]) => before === undefined).map(([name]) => name);
  const removed = [...plan.removed]
    .filter(([, change]) => !areRequestsShown || !plan.sendsOnDestroy(change))
    .map(([name, change]) => (plan.sendsOnDestroy(change) ? `${name} (onDestroy)` : name));
  const line = (verb: string, names: readonly string[], all: number) =>
    names.length > 0 ? [`${verb} ${countOfGroups(names.length, all)}: ${listed(names, MAX_NAMES)}`] : [];
  return [
    ...(areRequestsShown ? [] : line("changes", changed, changes.length)),
    ...line("no longer manages fields of", unmanaged, changes.length),
    ...(areRequestsShown ? [] : line("adopts", added, changes.length)),
    ...line("forgets", removed, plan.prior.size),
  ];
}

/** Maximum reasons in full, and their bytes; the rest are counted by kind. A message travels in a gRPC header. */
const MAX_REASONS = 20;
const MAX_REASON_BYTES = 6_000;
const MAX_KINDS = 10;

interface Reason {
  text: string;
  /** Reasons are counted by this: `422 Unprocessable Entity`. */
  kind: string;
}

const reasonOf = (error: Error, text = error.message): Reason => ({
  text,
  kind: error instanceof ServiceError ? error.summary : error.message.slice(0, 100),
});

/** The first reasons in full, and the others counted by kind. */
function shortened(reasons: readonly Reason[]): string[] {
  let bytes = 0;
  let shown = 0;
  for (const { text } of reasons.slice(0, MAX_REASONS)) {
    bytes += Buffer.byteLength(text);
    if (shown > 0 && bytes > MAX_REASON_BYTES) {
      break;
    }
    shown++;
  }
  const counts = new Map<string, number>();
  for (const { kind } of reasons.slice(shown)) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const kinds = [...counts].sort(([, one], [, other]) => other - one);
  const others = kinds.slice(MAX_KINDS).reduce((sum, [, count]) => sum + count, 0);
  const more = (count: number, kind: string) => `${count.toLocaleString("en")} more: ${kind}`;
  return [
    ...reasons.slice(0, shown).map(({ text }) => text),
    ...kinds.slice(0, MAX_KINDS).map(([kind, count]) => more(count, kind)),
    ...(others > 0 ? [more(others, "other failures")] : []),
  ];
}

/**
 * Returns a line with the number of groups done and `next`, then the reasons of the failed groups, then the groups not tried.
 * Empty if all are done.
 */
export function reasonsOf<T>(
  outcomes: ReadonlyMap<string, Outcome<T>>,
  next: string,
  indeterminateOf: (result: T) => ApplyResult["indeterminate"] = () => undefined,
): string[] {
  const reasons: Reason[] = [];
  const notTried: string[] = [];
  for (const [name, outcome] of outcomes) {
    if (outcome === "not tried") {
      notTried.push(name);
    } else if ("failed" in outcome) {
      reasons.push(reasonOf(outcome.failed));
    } else {
      const indeterminate = indeterminateOf(outcome.done);
      if (indeterminate !== undefined) {
        reasons.push(reasonOf(indeterminate.error, indeterminate.reason));
      }
    }
  }
  if (reasons.length === 0 && notTried.length === 0) {
    return [];
  }
  const done = outcomes.size - reasons.length - notTried.length;
  const lines = [`${countOfGroups(done, outcomes.size)} done; ${next}.`, ...shortened(reasons)];
  if (notTried.length > 0) {
    // If nothing failed, the engine is gone.
    const why = reasons.length > 0 ? " after these failures" : "";
    lines.push(`${countOfGroups(notTried.length, outcomes.size)} not tried${why}: ${listed(notTried, MAX_NAMES)}.`);
  }
  return lines;
}
