import { formatPath } from "../../common/path";
import type { ServiceError } from "../core/http/errors";
import type { JsonObject } from "../core/json/json";
import { declaredBody, type Declaration } from "../core/patch/declaration";
import { unsetFields } from "../core/patch/unsetFields";
import type { Member } from "../core/schema/members";
import { programPath } from "../core/schema/wireNames";
import { fieldNames } from "./fieldNames";

/** Statuses that may mean that the service lets a field not be unset: the API does not say of which it does. */
const REFUSED: ReadonlySet<number | undefined> = new Set([400, 422]);

/** What to do where the service refuses a patch that unsets fields; nothing where that is not the case. */
export function removalHint(
  { status }: ServiceError,
  declaration: Declaration,
  patch: JsonObject,
  body: Member,
): string {
  const unset = REFUSED.has(status) ? unsetFields(patch, declaredBody(declaration.args, body)) : [];
  if (unset.length === 0) {
    return "";
  }
  const inProbe = unset.find(([first = "", second]) => second !== undefined && body.byWire.get(first)?.entity);
  const probe = inProbe && formatPath(programPath(inProbe.slice(0, 1), body));
  return (
    ` The patch unsets ${fieldNames(unset, declaration, body).join(", ")}. If that is what the service refuses, give a value, ` +
    'or set removedMembers: "leave" to stop managing what is taken out.' +
    (probe === undefined
      ? ""
      : ` To change the kind of ${probe}, take two steps: ${probe}: null first, the new one in a second \`pulumi up\`.`)
  );
}
