/** Whether objects and arrays stand inside one another more than `levels` deep. A value that holds itself does. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  if (levels <= 0) {
    return true;
  }
  // Loops, for a listing asks this of every job: `Object.values` and `some` take four times as long.
  if (Array.isArray(value)) {
    for (const element of value) {
      if (isDeeperThan(levels - 1, element)) {
        return true;
      }
    }
    return false;
  }
  for (const key in value) {
    if (isDeeperThan(levels - 1, (value as { [key: string]: unknown })[key])) {
      return true;
    }
  }
  return false;
}
