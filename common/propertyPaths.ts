const SEGMENT = /\["((?:[^"\\]|\\.)*)"\]|\[(\d+|\*)\]|([^.[\]]+)/g;

/** A property path of a resource option, such as `groups["a.b"].replicas`, as its steps. `*` matches any step. */
export type PropertyPath = readonly string[];

function parsePropertyPath(path: string): PropertyPath {
  return [...path.matchAll(SEGMENT)].map(([, quoted, index, name]) => quoted ?? index ?? name ?? "");
}

/** The paths that a resource option lists. */
export function parsePropertyPaths(option: unknown): PropertyPath[] {
  return Array.isArray(option) ? option.filter((path) => typeof path === "string").map(parsePropertyPath) : [];
}

/** Returns the rest of a path below `steps`: the empty path if it ends above them, and no path if it leads elsewhere. */
export function below(path: PropertyPath, ...steps: readonly string[]): PropertyPath[] {
  const leads = path.every((step, index) => index >= steps.length || step === "*" || step === steps[index]);
  return leads ? [path.slice(steps.length)] : [];
}

/** Whether one of `paths` is this path or a prefix of it. */
export function covers(paths: readonly PropertyPath[], path: readonly string[]): boolean {
  return paths.some(
    (each) => each.length <= path.length && each.every((step, index) => step === "*" || step === path[index]),
  );
}
