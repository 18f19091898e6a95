import { formatPath } from "../../common/path";
import { isJsonObject, type Json } from "../../common/json";
import { isEmpty } from "../core/json/object";
import { visiblePath, type BodySource } from "../core/secrets/masking";

/** Wire paths as programs write them, each cut where a secret begins. */
export function fieldNames(paths: readonly (readonly string[])[], source: BodySource): string[] {
  const visible = paths.map((path) => formatPath(visiblePath(path, source)));
  return [...new Set(visible)].map((field) => (field === "" ? "fields of a secret value" : field));
}

/** The wire paths of all values that hold no others. */
export function leafPaths(value: Json): string[][] {
  if (!isJsonObject(value) || isEmpty(value)) {
    return [[]];
  }
  return Object.entries(value).flatMap(([key, inner]) => leafPaths(inner).map((path) => [key, ...path]));
}
