import type { Adopted, Adoption } from "../adoption";
import type { FleetPlan } from "./plan";
import type { Outcome } from "./run";

/** Names in one line of a message, and members of one group there; what is beyond is counted. */
const NAMES_SHOWN = 10;
const MEMBERS_SHOWN = 3;

export const countOfGroups = (some: number, all: number) =>
  `${some.toLocaleString("en")} of ${all.toLocaleString("en")} ${all === 1 ? "group" : "groups"}`;

function listed(names: readonly string[], shown: number): string {
  const more = names.length - shown;
  return names.slice(0, shown).join(", ") + (more > 0 ? ` and ${more.toLocaleString("en")} more` : "");
}

/**
 * What a change does to the groups: names and members, no values. The engine's own diff says of a fleet that its groups
 * change, or shows all of them.
 */
export function announcement(adoption: Adoption, { patches, standing, declared, leaving }: FleetPlan): string[] {
  const changed = [...patches]
    .filter(([name]) => standing.has(name))
    .map(([name, patch]) => `${name} (${listed(adoption.membersIn(patch), MEMBERS_SHOWN)})`);
  const added = [...declared.keys()].filter((name) => !standing.has(name));
  const gone = [...standing.keys()]
    .filter((name) => !declared.has(name))
    .map((name) => (leaving.has(name) ? `${name} (onDestroy)` : name));
  const all = declared.size;
  return [
    ...(changed.length > 0 ? [`changes ${countOfGroups(changed.length, all)}: ${listed(changed, NAMES_SHOWN)}`] : []),
    ...(added.length > 0 ? [`adopts ${countOfGroups(added.length, all)}: ${listed(added, NAMES_SHOWN)}`] : []),
    ...(gone.length > 0
      ? [`lets go of ${countOfGroups(gone.length, standing.size)}: ${listed(gone, NAMES_SHOWN)}`]
      : []),
  ];
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
      `${countOfGroups(notTried.length, outcomes.size)} not tried after these failures: ${listed(notTried, NAMES_SHOWN)}.`,
    );
  }
  return [`${countOfGroups(done, outcomes.size)} done; ${next}.`, ...reasons];
}
