import { ServiceError } from "../core/http/errors";
import { hideStack, UserError } from "../engine/errors";
import type { Run } from "../engine/run";
import type { Change } from "./change";
import { sendPatch, showOnDestroyPatch, type Warn } from "./requests";

/** Statuses that say that the object does not exist any more. */
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

/** Prints the patch that forgetting an object is about to send, if any. */
export function showOnDestroy(change: Change, isStillDeclared: boolean): void {
  const patch = change.onDestroyPatch();
  if (patch !== undefined && !isStillDeclared && !change.isElsewhere) {
    showOnDestroyPatch(change, patch);
  }
}

/**
 * Sends the patch that `onDestroy` asks for, if it asks for one and no other resource of the program declares the object. An
 * object that does not exist any more counts as done.
 *
 * @throws ServiceError, or a UserError if the resource that declares the object now could not be created, because nobody would
 *   manage the object if this one were forgotten.
 */
export async function sendOnDestroy(
  run: Run,
  change: Change,
  isStillDeclared: () => boolean,
  warn: Warn,
): Promise<void> {
  const patch = change.onDestroyPatch();
  if (patch === undefined) {
    return;
  }
  if (run.objects.hasFailed(change.key)) {
    throw hideStack(
      new UserError(
        `${change.label} stays in this resource: the resource of the program that declares it now could not be created. ` +
          "The next `pulumi up` tries both again.",
      ),
    );
  }
  const skipped = isStillDeclared()
    ? "is declared by another resource of the program"
    : change.isElsewhere && "was declared at another base URL";
  if (skipped) {
    console.log(`${change.label} ${skipped}, so onDestroy is not sent`);
    return;
  }
  try {
    await sendPatch(run, change, patch, warn);
  } catch (error) {
    if (!(error instanceof ServiceError) || !GONE.has(error.status)) {
      throw error;
    }
    warn(`${change.label} does not exist any more, so onDestroy was not sent`);
  }
}
