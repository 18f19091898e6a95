import { formatPath } from "../../common/path";
import type { Json } from "../core/json/json";
import { isEmpty, isJsonObject } from "../core/json/object";
import type { Declaration } from "../core/patch/declaration";
import type { Member } from "../core/schema/members";
import { programPath } from "../core/schema/wireNames";

/** Wire paths as programs write them, as far as they may be shown: `container.image`. */
export function fieldNames(paths: readonly string[][], { secretPaths }: Declaration, body: Member): string[] {
  const visible = paths.map((path) => formatPath(secretPaths.visible(programPath(path, body))));
  return [...new Set(visible)].map((field) => (field === "" ? "fields of a secret value" : field));
}

/** The wire paths of all values that hold no others. */
export function leafPaths(value: Json): string[][] {
  if (!isJsonObject(value) || isEmpty(value)) {
    return [[]];
  }
  return Object.entries(value).flatMap(([key, inner]) => leafPaths(inner).map((path) => [key, ...path]));
}
