import type { CreateResult, DiffResult, ReadResult, ResourceProvider, UpdateResult } from "@pulumi/pulumi/dynamic";
import { equalJson, type JsonObject } from "../core/json/json";
import { membersOf } from "../core/schema/members";
import { isUnknown } from "../core/json/object";
import { validateAdditionalMembers, type Failure } from "../core/check/validation";
import { Adoption } from "./adoption";
import { idOf, type ObjectKind, type PriorState } from "./objectKind";
import { declaredObjects } from "../engine/declaredObjects";
import { ResourceProviderBase, type Properties } from "./resourceProvider";
import { InitializationFailedError } from "../engine/errors";
import { replacements } from "./replacements";
import { fromProperties, toOutputs, type ResourceState } from "../engine/state";

/** Arguments that say which object is meant: another value is another object. */
const ADDRESS = ["organizationName", "projectName", "name", "profile"] as const;

/** Arguments that never travel as they are: a change of one alone makes no request. */
const LOCAL_ARGUMENTS = ["onDestroy", "removedMembers"] as const;

/** A resource that adopts an existing object: patches what the program declares, and forgets it on delete. */
export class ObjectProvider extends ResourceProviderBase implements ResourceProvider {
  protected readonly schema: ObjectKind["arguments"];
  readonly #body: ObjectKind["body"];
  readonly #adoption: Adoption;

  constructor(kind: ObjectKind, declared = declaredObjects) {
    super();
    this.schema = kind.arguments;
    this.#body = kind.body;
    this.#adoption = new Adoption(kind, this.configuration, declared);
  }

  diff = (_id: string, olds: Properties, news: Properties): Promise<DiffResult> => {
    const before = fromProperties(olds);
    const after = fromProperties(news);
    const { replaces, sameObject } = replacements(ADDRESS, before, after);
    const patch = this.#adoption.patch(before, after);
    const left = this.#adoption.leftFields(before, after);
    const isMoved = this.#adoption.objects.isElsewhere(before);
    if (replaces.length === 0) {
      this.#adoption.onDestroy.takeOver(after);
      if (isMoved) {
        console.log(`${idOf(after.args)}: the base URL has changed, so all that is declared is sent to the new one`);
      }
      if (left.length > 0) {
        console.log(`${idOf(after.args)}: no longer managed, so nothing is sent for it: ${left.join(", ")}`);
      }
      this.#show(after, patch);
      const secret = patch === undefined ? [] : this.#adoption.secretFieldsIn(patch, after);
      if (secret.length > 0 && !this.settings(after).showPatches) {
        console.log(`${idOf(after.args)} changes ${secret.map((field) => `${field} (secret)`).join(", ")}`);
      }
    }
    const localsDiffer = LOCAL_ARGUMENTS.some(
      (name) => isUnknown(after.args[name]) || !equalJson(before.args[name], after.args[name]),
    );
    const changes =
      replaces.length > 0 ||
      patch !== undefined ||
      isMoved ||
      left.length > 0 ||
      localsDiffer ||
      this.internalsDiffer(idOf(after.args), before, after);
    return Promise.resolve({
      changes,
      replaces,
      // Where the same object is replaced, what `onDestroy` sends must not come last.
      deleteBeforeReplace: sameObject && before.args["onDestroy"] !== undefined,
    });
  };

  create = async (inputs: Properties): Promise<CreateResult> => {
    const state = fromProperties(inputs);
    return { id: idOf(state.args), outs: await this.#apply(undefined, state) };
  };

  update = async (_id: string, olds: Properties, news: Properties): Promise<UpdateResult> => {
    return { outs: await this.#apply(fromProperties(olds), fromProperties(news)) };
  };

  read = async (id: string, properties: Properties = {}): Promise<ReadResult> => {
    const state = fromProperties(properties);
    if (this.settings(state).refresh === "state") {
      return { id, props: properties };
    }
    const found = await this.#adoption.refresh(state);
    if (found === undefined) {
      return { id, props: properties };
    }
    const { args, observed, drifted } = found;
    const props = toOutputs({ ...state, args }, observed, { unconfirmed: state.unconfirmed });
    return drifted ? { id, props, inputs: { ...args, ...state.internal } } : { id, props };
  };

  delete = async (_id: string, properties: Properties): Promise<void> => {
    const state = fromProperties(properties);
    if (this.settings(state).showPatches) {
      this.#adoption.onDestroy.show(state);
    }
    await this.#adoption.onDestroy.send(state);
  };

  protected override declare(state: ResourceState): void {
    this.#adoption.onDestroy.declare(state);
  }

  protected override rulesBeyondSchema({ args, secretPaths }: ResourceState): Failure[] {
    return validateAdditionalMembers(args, membersOf(this.#body), secretPaths);
  }

  protected showCreation(state: ResourceState): void {
    this.#show(state, this.#adoption.patch(undefined, state));
  }

  #show(state: ResourceState, patch: JsonObject | undefined): void {
    if (patch !== undefined && this.settings(state).showPatches) {
      this.#adoption.objects.show(state, patch);
    }
  }

  /** Sends what differs and gives the new outputs. Whatever fails, the outputs say what is known and what is indeterminate. */
  async #apply(prior: PriorState | undefined, after: ResourceState): Promise<JsonObject> {
    this.#adoption.onDestroy.takeOver(after);
    const patch = this.#adoption.patch(prior, after);
    const { observed, indeterminate } = await this.#adoption.apply(prior, after, patch);
    const state = { ...after, service: this.#adoption.objects.service(after) };
    if (indeterminate === undefined) {
      return toOutputs(state, observed);
    }
    throw new InitializationFailedError(
      idOf(after.args),
      toOutputs(state, observed, { unconfirmed: indeterminate.paths }),
      [indeterminate.reason],
    );
  }
}
