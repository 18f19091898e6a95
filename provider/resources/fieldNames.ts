import { formatPath } from "../../common/path";
import type { Json } from "../core/json/json";
import { isJsonObject } from "../../common/json";
import { isEmpty, valueAt } from "../core/json/object";
import type { Declaration } from "../core/patch/declaration";
import type { Member } from "../core/schema/members";
import { ADDITIONAL_MEMBERS, programPath } from "../core/schema/wireNames";

/** A wire path in the names of programs, cut at the first value that one of the declarations marks secret. */
function visiblePath(path: readonly string[], body: Member, declarations: readonly Declaration[]): readonly string[] {
  const typed = programPath(path, body);
  const additional = [ADDITIONAL_MEMBERS, ...path];
  const lengthsWhere = (isPlace: (args: Declaration["args"], place: readonly string[]) => boolean) =>
    declarations.flatMap(({ args, secretPaths }) => [
      ...(isPlace(args, typed) ? [secretPaths.visible(typed).length] : []),
      ...(isPlace(args, additional) ? [Math.max(secretPaths.visible(additional).length - 1, 0)] : []),
    ]);
  const declared = lengthsWhere((args, place) => valueAt(args, place) !== undefined);
  return typed.slice(0, Math.min(...(declared.length > 0 ? declared : lengthsWhere(() => true))));
}

/** Wire paths as programs write them, each cut where a secret begins. `prior` declared the fields that are removed. */
export function fieldNames(
  paths: readonly (readonly string[])[],
  declaration: Declaration,
  body: Member,
  prior: Declaration = declaration,
): string[] {
  const visible = paths.map((path) => formatPath(visiblePath(path, body, [declaration, prior])));
  return [...new Set(visible)].map((field) => (field === "" ? "fields of a secret value" : field));
}

/** The wire paths of all values that hold no others. */
export function leafPaths(value: Json): string[][] {
  if (!isJsonObject(value) || isEmpty(value)) {
    return [[]];
  }
  return Object.entries(value).flatMap(([key, inner]) => leafPaths(inner).map((path) => [key, ...path]));
}
