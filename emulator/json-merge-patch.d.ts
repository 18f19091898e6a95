/** The package carries no types. */
declare module "json-merge-patch" {
  /** RFC 7396 MergePatch. Changes and returns `target` where that is an object. */
  export function apply(target: unknown, patch: unknown): unknown;
}
