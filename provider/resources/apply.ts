import { covers } from "../../common/propertyPaths";
import { ServiceError } from "../core/http/errors";
import type { JsonObject } from "../../common/json";
import { driftOf } from "../core/patch/drift";
import { foldDrift } from "../core/patch/foldDrift";
import { indeterminatePaths, type IndeterminatePaths } from "../core/patch/indeterminatePaths";
import { ADDITIONAL_MEMBERS, programPath } from "../core/schema/wireNames";
import { portable, type Observed } from "../engine/outputValues";
import type { Run } from "../engine/run";
import type { Change, PriorState } from "./change";
import { keepObserved, observeResponse } from "./observing";
import { sendPatch, showPatch, type Warn } from "./requests";
import { removalHint, responseWarning } from "./responseMessages";

export interface ApplyResult {
  /** The kept part of the response, or of the previous one if there was none. */
  observed: Observed;
  /** Set if the change may have been made. */
  indeterminate?: { paths: IndeterminatePaths; reason: string; error: ServiceError };
}

/**
 * Sends the patch of a change, if there is one.
 *
 * @throws ServiceError when the change surely was not made.
 */
export async function apply(run: Run, change: Change, warn: Warn): Promise<ApplyResult> {
  const patch = change.patch();
  if (patch === undefined) {
    return { observed: withoutResponse(change) };
  }
  try {
    const response = await sendPatch(run, change, patch, warn);
    if (response === undefined) {
      return { observed: withoutResponse(change) };
    }
    const warning = responseWarning(patch, response, change.source);
    if (warning !== undefined) {
      warn(`${change.label}: ${warning}`);
    }
    return { observed: keepResponse(change, response, warn) };
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      throw error;
    }
    if (!error.maybeProcessed) {
      const hint = removalHint(error, patch, change.declared(), change.source);
      throw Object.assign(error, { message: error.message + hint });
    }
    const next = "The change may or may not have been made; the next `pulumi up` sends it again.";
    return {
      observed: withoutResponse(change),
      indeterminate: {
        paths: indeterminatePaths(patch, change.previous()),
        reason: `${error.message} ${next}`,
        error,
      },
    };
  }
}

/** The previous observation at the same service, if there is no response to read. */
export function withoutResponse({ kind, before, after }: Change): Observed {
  return keepObserved(before?.observed, after, kind);
}

/**
 * Sends the empty patch. Returns the arguments with the drift folded in, or undefined if the response cannot be read or the
 * object was declared at another base URL.
 */
export async function refresh(
  run: Run,
  change: Change,
  warn: Warn,
): Promise<{ args: JsonObject; observed: Observed; drifted: boolean } | undefined> {
  const { kind, before, service } = change;
  if (before === undefined) {
    warn(`${change.label} was declared at another base URL, so it is not refreshed`);
    return undefined;
  }
  if (service.settings.showPatches) {
    showPatch(change, {});
  }
  const response = await sendPatch(run, change, {}, warn);
  if (response === undefined) {
    return undefined;
  }
  // An ignored field stays as declared. If its drift were folded in, the next update would undo it.
  const drift = driftOf(change.declared(), response, kind.body).filter(({ path }) => !isIgnored(before, path, change));
  const args = portable(foldDrift(before, drift, kind.body), () => undefined) as JsonObject;
  return { args, observed: keepResponse(change, response, warn), drifted: drift.length > 0 };
}

function isIgnored({ ignored }: PriorState, path: readonly string[], { kind }: Change): boolean {
  return covers(ignored, programPath(path, kind.body)) || covers(ignored, [ADDITIONAL_MEMBERS, ...path]);
}

function keepResponse({ kind, after, service, label }: Change, response: JsonObject, warn: Warn): Observed {
  return observeResponse(response, after, service.settings, kind, (message) => warn(`${label}: ${message}`));
}
