import type { ServiceError } from "../core/http/errors";
import type { JsonObject } from "../../common/json";
import { driftOf } from "../core/patch/drift";
import { unsetFields } from "../core/patch/removedFields";
import type { BodySource } from "../core/secrets/masking";
import { fieldNames } from "./fieldNames";

/** A warning that names the fields whose values differ in the response to a patch; undefined if there are none. */
export function responseWarning(patch: JsonObject, response: JsonObject, source: BodySource): string | undefined {
  const paths = driftOf(patch, response, source.body).map(({ path }) => path);
  return paths.length === 0
    ? undefined
    : `the service accepted the change but its response shows another value of ` +
        `${fieldNames(paths, source).join(", ")}; it may have ignored or changed what was sent`;
}

/** Statuses with which a service may refuse to unset a field: the API does not say which fields can be unset. */
const REFUSED: ReadonlySet<number | undefined> = new Set([400, 422]);

/** A sentence to follow the error's, with advice if the service may have refused to unset fields; empty for other errors. */
export function removalHint(
  { status }: ServiceError,
  patch: JsonObject,
  declared: JsonObject,
  source: BodySource,
): string {
  const unset = REFUSED.has(status) ? unsetFields(patch, declared) : [];
  return unset.length === 0
    ? ""
    : ` The patch unsets ${fieldNames(unset, source).join(", ")}. If that is what the service refuses, ` +
        'give a value, or set removedMembers: "leave" to stop managing fields that are taken out of the program.';
}
