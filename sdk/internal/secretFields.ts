import { plainName } from "../../common/names";
import { CREDENTIAL_NAMES } from "./schemaFacts";

/**
 * The parts of a value that are always secret: all of it, the fields of this tree (`*` stands for every key of a map), or
 * `byName` the fields at any depth that are named like a credential.
 */
export type Secrecy = true | "byName" | SecretFields;

/** Fields and their secret parts. */
export interface SecretFields {
  readonly [field: string]: Secrecy;
}

/** The secret parts of the field or element `step`. */
export function secrecyBelow(secrecy: Secrecy | undefined, step: string | number): Secrecy | undefined {
  if (secrecy === "byName") {
    return typeof step === "string" && CREDENTIAL_NAMES.has(plainName(step)) ? true : secrecy;
  }
  if (secrecy === undefined || secrecy === true || typeof step === "number") {
    return undefined;
  }
  return Object.hasOwn(secrecy, step) ? secrecy[step] : secrecy["*"];
}
