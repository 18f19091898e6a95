import { covers } from "../../common/propertyPaths";
import { ServiceError } from "../core/http/errors";
import type { JsonObject } from "../core/json/json";
import { declaredBody, type Declaration } from "../core/patch/declaration";
import { driftOf } from "../core/patch/drift";
import { foldDrift, withoutDriftNotes } from "../core/patch/foldDrift";
import { indeterminatePaths, withIndeterminate, type IndeterminatePaths } from "../core/patch/indeterminatePaths";
import { mergePatch, type PreviousObject } from "../core/patch/mergePatch";
import { unmanagedFields } from "../core/patch/removedFields";
import { ADDITIONAL_MEMBERS, programPath } from "../core/schema/wireNames";
import { secretFields } from "../core/secrets/masking";
import type { Configuration } from "../engine/configuration";
import type { DeclaredObjects } from "../engine/declaredObjects";
import type { Observed } from "../engine/observed";
import { portable } from "../engine/outputValues";
import { warn } from "../engine/printing";
import { keepObserved, observeResponse } from "./observing";
import { fieldNames, leafPaths } from "./fieldNames";
import type { ApplyResult, ObjectKind, PriorState } from "./objectKind";
import { ObjectRequests } from "./objectRequests";
import { OnDestroy } from "./onDestroy";
import { removalHint, responseWarning } from "./responseMessages";

/** Adopts objects of one kind: makes patches of declarations, sends them, and reads the responses. It keeps nothing itself. */
export class Adoption {
  readonly objects: ObjectRequests;
  readonly onDestroy: OnDestroy;

  constructor(kind: ObjectKind, configuration: Configuration, declared: DeclaredObjects, warning = warn) {
    this.objects = new ObjectRequests(kind, configuration, declared, warning);
    this.onDestroy = new OnDestroy(this.objects, declared);
  }

  /** The merge patch that makes the declaration true; nothing when it is true already. */
  patch(prior: PriorState | undefined, declaration: Declaration): JsonObject | undefined {
    const declared = declaredBody(declaration.args, this.#body);
    const patch = mergePatch(this.#body, this.#previous(prior), declared, { removed: this.#removed(declaration) });
    return patch && withoutDriftNotes(patch);
  }

  /** The fields that the declaration no longer has and for which nothing is sent, as programs write them: they are no longer managed. */
  leftFields(prior: PriorState | undefined, declaration: Declaration): string[] {
    if (prior === undefined || this.objects.isElsewhere(prior)) {
      return [];
    }
    const [before, after] = [declaredBody(prior.args, this.#body), declaredBody(declaration.args, this.#body)];
    return fieldNames(
      unmanagedFields(this.#body, before, after, { removed: this.#removed(declaration) }),
      prior,
      this.#body,
    );
  }

  /** The fields that a patch changes, as programs write them: `container.image`. What is marked secret as a whole is not looked into. */
  fieldsIn(patch: JsonObject, declaration: Declaration): string[] {
    return fieldNames(leafPaths(patch), declaration, this.#body);
  }

  /** The fields that a patch sets to a secret value, as programs write them: the engine's preview does not show these. */
  secretFieldsIn(patch: JsonObject, declaration: Declaration): string[] {
    const { args, secretPaths } = declaration;
    const paths = secretFields(patch, args, { schema: this.objects.arguments, body: this.#body, secretPaths });
    return fieldNames(paths, declaration, this.#body);
  }

  /**
   * Sends a patch, if there is one.
   *
   * @throws ServiceError when the change surely was not made.
   */
  async apply(
    prior: PriorState | undefined,
    declaration: Declaration,
    patch: JsonObject | undefined,
  ): Promise<ApplyResult> {
    if (patch === undefined) {
      return { observed: this.withoutResponse(prior, declaration) };
    }
    try {
      const response = await this.objects.send(declaration, patch, prior);
      if (prior === undefined) {
        this.onDestroy.warnOfEarlier(declaration);
      }
      if (response === undefined) {
        return { observed: this.withoutResponse(prior, declaration) };
      }
      const warning = responseWarning(patch, response, declaration, this.#body, prior);
      if (warning !== undefined) {
        this.objects.warnOf(declaration, warning);
      }
      return { observed: this.#observe(response, declaration) };
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      if (!error.maybeProcessed) {
        const hint = removalHint(error, declaration, patch, this.#body, prior);
        throw Object.assign(error, { message: error.message + hint });
      }
      const next = "The change may or may not have been made; the next `pulumi up` sends it again.";
      return {
        observed: this.withoutResponse(prior, declaration),
        indeterminate: {
          paths: indeterminatePaths(patch, this.#previous(prior)),
          reason: `${error.message} ${next}`,
          error,
        },
      };
    }
  }

  /** What is kept when there is no response to read: what was observed before still holds, of the same service. */
  withoutResponse(prior: PriorState | undefined, declaration: Declaration): Observed {
    const observed = prior && this.objects.isElsewhere(prior) ? undefined : prior?.observed;
    return keepObserved(observed, declaration, this.objects.kind);
  }

  /**
   * Asks the service what it has, by the empty patch: the arguments with what drifted folded in. Nothing: no response to read,
   * or the object was declared at another base URL.
   */
  async refresh(prior: PriorState): Promise<{ args: JsonObject; observed: Observed; drifted: boolean } | undefined> {
    if (this.objects.isElsewhere(prior)) {
      this.objects.warn(`${this.objects.describe(prior)} was declared at another base URL, so it is not refreshed`);
      return undefined;
    }
    if (this.objects.settings(prior).showPatches) {
      this.objects.show(prior, {});
    }
    const response = await this.objects.send(prior, {});
    if (response === undefined) {
      return undefined;
    }
    // What the program ignores changes of stays as it was declared: folded in, it would be a change to be undone.
    const isIgnored = (path: readonly string[]) =>
      covers(prior.ignored, programPath(path, this.#body)) || covers(prior.ignored, [ADDITIONAL_MEMBERS, ...path]);
    const drift = driftOf(declaredBody(prior.args, this.#body), response, this.#body).filter(
      ({ path }) => !isIgnored(path),
    );
    const args = portable(foldDrift(prior, drift, this.#body), () => undefined) as JsonObject;
    return { args, observed: this.#observe(response, prior), drifted: drift.length > 0 };
  }

  /** What is indeterminate of an object whose `onDestroy` may or may not have arrived. */
  unconfirmedForget(prior: PriorState): IndeterminatePaths {
    return indeterminatePaths(this.onDestroy.patch(prior) ?? {}, this.#previous(prior));
  }

  get #body() {
    return this.objects.body;
  }

  /** What becomes of fields that are taken out of the program. */
  #removed(declaration: Declaration): "unset" | "leave" {
    const { removedMembers } = declaration.args;
    return removedMembers === "unset" || removedMembers === "leave"
      ? removedMembers
      : this.objects.settings(declaration).removedMembers;
  }

  /** What was declared before, as far as it is known to have been applied at the base URL in force. */
  #previous(prior: PriorState | undefined): PreviousObject {
    return prior && !this.objects.isElsewhere(prior)
      ? withIndeterminate(declaredBody(prior.args, this.#body), prior.unconfirmed)
      : {};
  }

  #observe(response: JsonObject, declaration: Declaration): Observed {
    return observeResponse(response, declaration, this.objects.settings(declaration), this.objects.kind, (message) =>
      this.objects.warnOf(declaration, message),
    );
  }
}
