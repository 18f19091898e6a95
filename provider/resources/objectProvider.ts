import type { CreateResult, DiffResult, ReadResult, ResourceProvider, UpdateResult } from "@pulumi/pulumi/dynamic";
import { validateAdditionalMembers } from "../core/check/validation";
import type { JsonObject } from "../../common/json";
import type { Service } from "../engine/configuration";
import { InitializationFailedError } from "../engine/errors";
import { warn } from "../engine/printing";
import type { Run } from "../engine/run";
import { fromProperties, toOutputs, type Properties, type ResourceState } from "../engine/state";
import { unionOf } from "../core/secrets/secretPaths";
import { apply, refresh } from "./apply";
import { Change, objectKey } from "./change";
import { CONTAINER_GROUP_KIND, QUEUE_KIND, type ObjectKind } from "./objectKind";
import { sendOnDestroy, showOnDestroy } from "./onDestroy";
import { showPatch } from "./requests";
import { announceOptions, optionsDiffer, ResourceProviderBase } from "./resourceProvider";

/** This resource adopts an existing object, patches the declared fields, and forgets it on delete. */
class ObjectProvider extends ResourceProviderBase implements ResourceProvider {
  protected readonly schema: ObjectKind["schema"];
  readonly #kind: ObjectKind;

  constructor(kind: ObjectKind, run?: Run) {
    super(run);
    this.schema = kind.schema;
    this.#kind = kind;
  }

  diff = (_id: string, olds: Properties, news: Properties): Promise<DiffResult> => {
    const before = fromProperties(olds);
    const after = fromProperties(news);
    const change = this.#change(before, after);
    const { replaces } = change;
    if (replaces.length > 0) {
      return Promise.resolve({ changes: true, replaces });
    }
    this.run.objects.takeOver(change.key);
    announce(change);
    if (!change.differs) {
      announceOptions(change.id, before, after);
    }
    return Promise.resolve({ changes: change.differs || optionsDiffer(before, after), replaces });
  };

  create = async (inputs: Properties): Promise<CreateResult> => {
    const state = fromProperties(inputs);
    const change = this.#change(undefined, state);
    try {
      return { id: change.id, outs: await this.#apply(change, state) };
    } catch (error) {
      if (!(error instanceof InitializationFailedError)) {
        this.run.objects.creationFailed(change.key);
      }
      throw error;
    }
  };

  update = async (_id: string, olds: Properties, news: Properties): Promise<UpdateResult> => {
    const state = fromProperties(news);
    return { outs: await this.#apply(this.#change(fromProperties(olds), state), state) };
  };

  read = async (id: string, properties: Properties = {}): Promise<ReadResult> => {
    const state = fromProperties(properties);
    const change = this.#change(state, state);
    const isRead = change.service.settings.refresh === "patch";
    const found = isRead ? await refresh(this.run, change, warn) : undefined;
    if (found === undefined) {
      return { id, props: properties };
    }
    const { args, observed, drifted } = found;
    const props = toOutputs({ ...state, args }, observed, state.unconfirmed);
    return drifted ? { id, props, inputs: { ...args, ...state.internal } } : { id, props };
  };

  delete = async (_id: string, properties: Properties): Promise<void> => {
    const state = fromProperties(properties);
    const change = this.#change(state, state);
    const isTakenOver = () => this.run.objects.isTakenOver(change.key);
    if (change.service.settings.showPatches) {
      showOnDestroy(change, isTakenOver());
    }
    await sendOnDestroy(this.run, change, isTakenOver, warn);
  };

  protected override declare({ args }: ResourceState, service: Service): void {
    this.run.objects.declare(objectKey(this.#kind, service, args));
  }

  protected override rulesBeyondSchema({ args, secretPaths }: ResourceState): string[] {
    return validateAdditionalMembers(args, this.#kind.body, secretPaths);
  }

  protected showCreation(state: ResourceState): void {
    announce(this.#change(undefined, state));
  }

  #change(before: ResourceState | undefined, after: ResourceState): Change {
    return new Change(this.#kind, this.serviceOf(after), before, after);
  }

  /** Sends the patch and returns the new outputs. If the change is indeterminate, the error that it throws holds them. */
  async #apply(change: Change, state: ResourceState): Promise<JsonObject> {
    this.run.objects.takeOver(change.key);
    const { observed, indeterminate } = await apply(this.run, change, warn);
    // Without a base URL no request was made, so the hash of the previous base URL is kept.
    const kept = { ...state, service: change.service.hash ?? change.prior?.service };
    if (indeterminate === undefined) {
      return toOutputs(kept, observed);
    }
    // The next patch may name fields that only the previous declaration marks secret.
    const marks = unionOf(change.prior?.secretPaths, state.secretPaths);
    const internal = { ...state.internal, ...(!marks.isEmpty && { __secrets: marks.pointers }) };
    const properties = toOutputs({ ...kept, internal }, observed, indeterminate.paths);
    throw new InitializationFailedError(change.id, properties, [indeterminate.reason]);
  }
}

/** Prints what the engine's own diff does not show, such as the request or the secret fields that it changes. */
function announce(change: Change): void {
  const unmanaged = change.unmanaged();
  if (change.isElsewhere) {
    console.log(`${change.id}: the base URL has changed, so all that is declared is sent to the new one`);
  }
  if (unmanaged.length > 0) {
    console.log(`${change.id}: no longer managed, so nothing is sent for it: ${unmanaged.join(", ")}`);
  }
  const patch = change.patch();
  if (patch === undefined) {
    return;
  }
  if (change.service.settings.showPatches) {
    showPatch(change, patch);
    return;
  }
  const secret = change.secretFields;
  if (secret.length > 0) {
    console.log(`${change.id} changes ${secret.map((field) => `${field} (secret)`).join(", ")}`);
  }
}

export const containerGroup = (run?: Run): ResourceProvider => new ObjectProvider(CONTAINER_GROUP_KIND, run);

export const queue = (run?: Run): ResourceProvider => new ObjectProvider(QUEUE_KIND, run);
