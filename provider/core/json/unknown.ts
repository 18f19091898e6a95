import { UNKNOWN } from "../../../common/pulumiMarkers";

export { UNKNOWN };

export const isUnknown = (value: unknown): boolean => value === UNKNOWN;

/** Whether a value that is not known yet stands anywhere in `value`. */
export function hasUnknown(value: unknown): boolean {
  if (isUnknown(value)) {
    return true;
  }
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnknown);
}
