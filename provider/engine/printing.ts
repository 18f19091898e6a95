import type { Json } from "../../common/json";
import { stringifyCanonical } from "../core/json/json";
import { renderRequest, type OperationName } from "../core/http/operations";
import { isUnknown } from "../core/json/object";

/**
 * Prints a request that is about to be made, as `showPatches` asks. The engine shows it under Diagnostics,
 * during a preview too. `body` is masked. The path follows the base URL, as in the API.
 */
export function showRequest(operation: OperationName, parameters: Record<string, string>, body: Json): void {
  if (Object.values(parameters).some(isUnknown)) {
    // `renderRequest` refuses a name that is unknown.
    console.log(`${operation} of a name that is not known yet ${stringifyCanonical(body)}`);
    return;
  }
  const request = renderRequest(operation, parameters, { body });
  console.log(`${request.method} ${request.path} ${request.body}`);
}

export function warn(message: string): void {
  console.log(`warning: ${message}`);
}

const warned = new Set<string>();

/** Prints a warning that concerns all resources, once in the process. */
export function warnOnce(message: string): void {
  if (!warned.has(message)) {
    warned.add(message);
    warn(message);
  }
}

/** Warnings of many objects at once: the first ones are printed, the rest is counted. */
export class Warnings {
  static readonly #printed = 10;
  #count = 0;

  readonly add = (message: string): void => {
    if (this.#count++ < Warnings.#printed) {
      warn(message);
    }
  };

  /** Prints how many more there were, if any. */
  end(): void {
    const more = this.#count - Warnings.#printed;
    if (more > 0) {
      warn(`${more.toLocaleString("en")} more of these`);
    }
  }
}
