import { jsonPointer } from "../../common/path";
import type { JsonObject } from "../core/json/json";
import { isJsonObject, setOwn } from "../core/json/object";
import type { IndeterminatePaths } from "../core/patch/indeterminatePaths";
import type { ResourceState } from "./state";

/**
 * Reads `__standing`, in which early states keep what `__prior` and `__unconfirmed` keep now: of each group of a fleet whose last
 * change failed a record of its own, with the arguments that were declared before.
 */
export function readStanding(standing: unknown): Pick<ResourceState, "prior" | "unconfirmed"> | undefined {
  if (!isJsonObject(standing)) {
    return undefined;
  }
  const groups: JsonObject = {};
  const secrets: string[] = [];
  const unconfirmed: IndeterminatePaths = {};
  for (const [name, record] of Object.entries(standing)) {
    const { args, secrets: pointers, unconfirmed: paths } = isJsonObject(record) ? record : {};
    setOwn(groups, name, args ?? {});
    secrets.push(
      ...(Array.isArray(pointers) ? pointers : []).map((pointer) => jsonPointer(["groups", name]) + pointer),
    );
    if (isJsonObject(paths)) {
      setOwn(unconfirmed, name, paths as IndeterminatePaths);
    }
  }
  return { prior: [{ groups, secrets }], unconfirmed };
}
