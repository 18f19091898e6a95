import { ServiceError } from "../core/http/errors";
import type { JsonObject } from "../core/json/json";
import { isJsonObject } from "../core/json/object";
import { declaredBody, type Declaration } from "../core/patch/declaration";
import { mergePatch } from "../core/patch/mergePatch";
import { unsetFields } from "../core/patch/removedFields";
import { toWire } from "../core/schema/wireNames";
import type { DeclaredObjects } from "../engine/declaredObjects";
import { fieldNames } from "./fieldNames";
import type { PriorState } from "./objectKind";
import type { ObjectRequests } from "./objectRequests";

/** Statuses that say that the object does not exist any more. */
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

/** What is sent to an object when it is forgotten, unless another resource of the program declares it now. */
export class OnDestroy {
  readonly #objects: ObjectRequests;
  readonly #declared: DeclaredObjects;

  constructor(objects: ObjectRequests, declared: DeclaredObjects) {
    this.#objects = objects;
    this.#declared = declared;
  }

  /** The engine has checked a resource that declares the object, or the program says that it makes one. */
  declare(declaration: Declaration): void {
    this.#declared.declare(this.#objects.key(declaration));
  }

  /** The engine creates, updates or leaves as it is a resource that declares the object. */
  takeOver(declaration: Declaration): void {
    this.#declared.takeOver(this.#objects.key(declaration));
  }

  /** Whether a resource of this run declares the object, even if it has still to be created. */
  isDeclared(declaration: Declaration): boolean {
    return this.#declared.isDeclared(this.#objects.key(declaration));
  }

  /** Whether the engine has created, updated or left as it is a resource of this run that declares the object. */
  isTakenOver(declaration: Declaration): boolean {
    return this.#declared.isTakenOver(this.#objects.key(declaration));
  }

  /** The patch, in wire form; nothing where `onDestroy` says nothing. */
  patch({ args }: Declaration): JsonObject | undefined {
    const { onDestroy } = args;
    const { body } = this.#objects;
    return isJsonObject(onDestroy) ? mergePatch(body, {}, toWire(onDestroy, body)) : undefined;
  }

  /** Prints what forgetting the object is about to send, if anything. */
  show(prior: PriorState, isStillDeclared = this.isTakenOver(prior)): void {
    const patch = this.patch(prior);
    if (patch !== undefined && !isStillDeclared && !this.#objects.isElsewhere(prior)) {
      this.#objects.showOnDestroy(prior, patch);
    }
  }

  /** Sends the patch, if there is one. An object that does not exist any more is forgotten too. */
  async send(prior: PriorState, isStillDeclared = () => this.isTakenOver(prior)): Promise<void> {
    const patch = this.patch(prior);
    if (patch === undefined) {
      return;
    }
    const skipped = isStillDeclared()
      ? "is declared by another resource of the program"
      : this.#objects.isElsewhere(prior) && "was declared at another base URL";
    if (skipped) {
      console.log(`${this.#objects.describe(prior)} ${skipped}, so onDestroy is not sent`);
      return;
    }
    try {
      await this.#objects.send(prior, patch);
      this.#declared.forget(this.#objects.key(prior), patch);
    } catch (error) {
      if (!(error instanceof ServiceError) || !GONE.has(error.status)) {
        throw error;
      }
      this.#objects.warn(`${this.#objects.describe(prior)} does not exist any more, so onDestroy was not sent`);
    }
  }

  /** Says what an `onDestroy` left behind that was sent before the provider knew that another resource declares the object. */
  warnOfEarlier(declaration: Declaration): void {
    const { body } = this.#objects;
    const patch = this.#declared.forgottenWith(this.#objects.key(declaration));
    const left = patch === undefined ? [] : unsetFields(patch, declaredBody(declaration.args, body));
    if (left.length > 0) {
      this.#objects.warnOf(
        declaration,
        "the resource that it left sent its onDestroy first, and these fields, which are not declared now, stay as that " +
          `set them: ${fieldNames(left, declaration, body).join(", ")}`,
      );
    }
  }
}
