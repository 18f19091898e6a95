import { describeValue } from "../core/json/describeValue";
import { closestName } from "../core/check/closestName";

/** A setting that cannot be used. */
export interface SettingProblem {
  /** Its full name: `containergroups:maxRetries`, or `containergroups:profiles.eu.maxRetries`. */
  setting: string;
  /** The rule, and the value unless it may be secret. */
  reason: string;
}

export function didYouMean(word: string, known: readonly string[]): string {
  const best = closestName(word, known);
  return best === undefined ? "" : `; did you mean ${describeValue(best)}?`;
}
