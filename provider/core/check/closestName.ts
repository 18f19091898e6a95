import { distance } from "fastest-levenshtein";
import { plainName } from "../../../common/names";

/** The known name within a typo of `name`, or undefined; letter case and punctuation do not count. */
export function closestName(name: string, known: Iterable<string>): string | undefined {
  const limit = name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3));
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const far = distance(plainName(name), plainName(candidate));
    if (far <= limit && (best === undefined || far < best.distance)) {
      best = { name: candidate, distance: far };
    }
  }
  return best?.name;
}
