/** Values nested deeper than this cannot pass through the engine: the same limit as the SDK's. */
export const DEEPEST = 200;

/** Whether objects and arrays stand inside one another more than `levels` deep. A value that holds itself does. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels <= 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
