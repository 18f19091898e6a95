import type { Json, JsonObject } from "../json/json";
import { UNCONFIRMED, type Previous, type PreviousObject } from "./mergePatch";
import { isEmpty, isJsonObject, getOwn, setOwn } from "../json/object";

/** The paths of a patch that may not have arrived: `true` where a value stood. It holds no value, so nothing secret. */
export type UnconfirmedPaths = { [key: string]: true | UnconfirmedPaths };

function leaves(value: Previous): true | UnconfirmedPaths {
  if (!isJsonObject(value) || isEmpty(value)) return true;
  const paths: UnconfirmedPaths = {};
  for (const [key, child] of Object.entries(value)) setOwn(paths, key, leaves(child as Previous));
  return paths;
}

/**
 * The paths that a failed patch leaves in doubt. Where the patch removes or replaces an object, all the members that it had
 * are in doubt: should that not have arrived, the next declaration must remove them one by one.
 */
export function unconfirmedPaths(patch: JsonObject, previous: PreviousObject): UnconfirmedPaths {
  const paths: UnconfirmedPaths = {};
  for (const [key, value] of Object.entries(patch)) {
    const before = getOwn(previous, key);
    if (!isJsonObject(value) && isJsonObject(before)) setOwn(paths, key, leaves(before as Previous));
    else if (isJsonObject(value) && !isEmpty(value)) {
      setOwn(paths, key, unconfirmedPaths(value as JsonObject, isJsonObject(before) ? (before as PreviousObject) : {}));
    } else setOwn(paths, key, true);
  }
  return paths;
}

/** What was declared before, with every path in doubt marked, so that `mergePatch` sends it again. */
export function withUnconfirmed(previous: JsonObject, paths: UnconfirmedPaths | undefined): PreviousObject {
  const marked: PreviousObject = { ...previous };
  for (const [key, below] of Object.entries(paths ?? {})) {
    const before: Json | undefined = getOwn(previous, key);
    setOwn(
      marked,
      key,
      below === true ? UNCONFIRMED : withUnconfirmed(isJsonObject(before) ? (before as JsonObject) : {}, below),
    );
  }
  return marked;
}
