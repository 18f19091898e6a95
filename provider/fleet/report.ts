import type { Adopted } from "../adoption";
import type { Outcome } from "./run";

/** Names in one line of a message; what is beyond is counted. */
const NAMES_SHOWN = 10;

export const countOfGroups = (some: number, all: number) =>
  `${some.toLocaleString("en")} of ${all.toLocaleString("en")} ${all === 1 ? "group" : "groups"}`;

export function listed(names: readonly string[]): string {
  const more = names.length - NAMES_SHOWN;
  return names.slice(0, NAMES_SHOWN).join(", ") + (more > 0 ? ` and ${more.toLocaleString("en")} more` : "");
}

/**
 * How many groups are done and `next`, what comes next, then one reason for each group that failed, then the groups that
 * were not tried. None where all is well.
 */
export function reasonsOf<T>(
  outcomes: ReadonlyMap<string, Outcome<T>>,
  next: string,
  doubtOf: (result: T) => Adopted["doubt"] = () => undefined,
): string[] {
  const reasons: string[] = [];
  const notTried: string[] = [];
  for (const [name, outcome] of outcomes) {
    if (outcome === "not tried") notTried.push(name);
    else if ("failed" in outcome) reasons.push(outcome.failed.message);
    else {
      const doubt = doubtOf(outcome.done);
      if (doubt !== undefined) reasons.push(doubt.reason);
    }
  }
  if (reasons.length === 0) return [];
  const done = outcomes.size - reasons.length - notTried.length;
  if (notTried.length > 0) {
    reasons.push(
      `${countOfGroups(notTried.length, outcomes.size)} not tried after these failures: ${listed(notTried)}.`,
    );
  }
  return [`${countOfGroups(done, outcomes.size)} done; ${next}.`, ...reasons];
}
