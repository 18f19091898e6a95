import { isJsonObject, type Json, type JsonObject } from "../../../common/json";
import { INDETERMINATE, type Previous, type PreviousObject } from "./mergePatch";
import { isEmpty, getOwn, setOwn } from "../json/object";

/** The paths of a patch that may not have arrived; `true` replaces each value, so that no secret is kept. */
export type IndeterminatePaths = { [key: string]: true | IndeterminatePaths };

function leaves(value: Previous): true | IndeterminatePaths {
  if (!isJsonObject(value) || isEmpty(value)) {
    return true;
  }
  const paths: IndeterminatePaths = {};
  for (const [key, child] of Object.entries(value)) {
    setOwn(paths, key, leaves(child as Previous));
  }
  return paths;
}

/**
 * The paths that a failed patch leaves indeterminate. If the patch removes or replaces an object, all its fields are
 * indeterminate: if the patch did not arrive, the next one must remove them one by one.
 */
export function indeterminatePaths(patch: JsonObject, previous: PreviousObject): IndeterminatePaths {
  const paths: IndeterminatePaths = {};
  for (const [key, value] of Object.entries(patch)) {
    const before = getOwn(previous, key);
    if (!isJsonObject(value) && isJsonObject(before)) {
      setOwn(paths, key, leaves(before as Previous));
    } else if (isJsonObject(value) && !isEmpty(value)) {
      setOwn(
        paths,
        key,
        indeterminatePaths(value as JsonObject, isJsonObject(before) ? (before as PreviousObject) : {}),
      );
    } else {
      setOwn(paths, key, true);
    }
  }
  return paths;
}

/** The previous body with every indeterminate path marked, so that `mergePatch` sends it again. */
export function withIndeterminate(previous: JsonObject, paths: IndeterminatePaths | undefined): PreviousObject {
  const marked: PreviousObject = { ...previous };
  for (const [key, below] of Object.entries(paths ?? {})) {
    const before: Json | undefined = getOwn(previous, key);
    setOwn(
      marked,
      key,
      below === true ? INDETERMINATE : withIndeterminate(isJsonObject(before) ? (before as JsonObject) : {}, below),
    );
  }
  return marked;
}

/** The paths that either of two failures left indeterminate. */
export function unionOfPaths(one: IndeterminatePaths, other: IndeterminatePaths): IndeterminatePaths {
  const union: IndeterminatePaths = { ...one };
  for (const [key, below] of Object.entries(other)) {
    const known = getOwn(one, key);
    const both = typeof known === "object" && typeof below === "object" ? unionOfPaths(known, below) : true;
    setOwn(union, key, known === undefined ? below : both);
  }
  return union;
}
