/** What the engine gives in place of a value that is not known yet, at any depth, during a preview. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export const isUnknown = (value: unknown): boolean => value === UNKNOWN;

/** Whether a value that is not known yet stands anywhere in `value`. */
export function hasUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnknown);
}
