import type { CreateResult, DiffResult, ReadResult, ResourceProvider, UpdateResult } from "@pulumi/pulumi/dynamic";
import { equalJson } from "./core/equality";
import type { JsonObject } from "./core/json";
import { membersOf } from "./core/members";
import type { SecretPaths } from "./core/secrets";
import { isUnknown } from "./core/unknown";
import { validateAdditionalMembers, type Failure } from "./core/validation";
import { Adoption, idOf, type AdoptedKind } from "./adoption";
import { DeclaredResource, type Properties } from "./declaredResource";
import { PartialError } from "./host";
import { replacements } from "./replacements";
import { pack, unpack, type Kept } from "./state";

/** Arguments that say which object is meant: another value is another object. */
const PLACE = ["organizationName", "projectName", "name", "profile"] as const;

/** A resource that adopts an existing object: patches what the program declares, and forgets it on delete. */
export class AdoptedObject extends DeclaredResource implements ResourceProvider {
  protected readonly schema: AdoptedKind["arguments"];
  readonly #body: AdoptedKind["body"];
  readonly #adoption: Adoption;

  constructor(kind: AdoptedKind) {
    super();
    this.schema = kind.arguments;
    this.#body = kind.body;
    this.#adoption = new Adoption(kind, this.configuration);
  }

  diff = (_id: string, olds: Properties, news: Properties): Promise<DiffResult> => {
    const before = unpack(olds);
    const after = unpack(news);
    const { replaces, sameObject } = replacements(PLACE, before, after);
    const patch = this.#adoption.patch(before, after);
    if (replaces.length === 0) this.#show(after, patch);
    const marksDiffer = !equalJson(before.internal["__secrets"], after.internal["__secrets"]);
    const { onDestroy } = after.args;
    const onDestroyDiffers = isUnknown(onDestroy) || !equalJson(before.args["onDestroy"], onDestroy);
    return Promise.resolve({
      changes: replaces.length > 0 || patch !== undefined || marksDiffer || onDestroyDiffers,
      replaces,
      // Where the same object is replaced, what `onDestroy` sends must not come last.
      deleteBeforeReplace: sameObject && before.args["onDestroy"] !== undefined,
    });
  };

  create = async (inputs: Properties): Promise<CreateResult> => {
    const kept = unpack(inputs);
    return { id: idOf(kept.args), outs: await this.#apply(undefined, kept) };
  };

  update = async (_id: string, olds: Properties, news: Properties): Promise<UpdateResult> => {
    return { outs: await this.#apply(unpack(olds), unpack(news)) };
  };

  read = async (id: string, properties: Properties = {}): Promise<ReadResult> => {
    const kept = unpack(properties);
    if (this.settings(kept).refresh === "state") return { id, props: properties };
    const found = await this.#adoption.refresh(kept);
    if (found === undefined) return { id, props: properties };
    const { args, observed, drifted } = found;
    const props = pack({ ...kept, args }, observed, { unconfirmed: kept.unconfirmed });
    return drifted ? { id, props, inputs: { ...args, ...kept.internal } } : { id, props };
  };

  delete = async (_id: string, properties: Properties): Promise<void> => {
    const kept = unpack(properties);
    if (this.settings(kept).showPatches) this.#adoption.showRelease(kept);
    await this.#adoption.release(kept);
  };

  protected override rulesBeyondSchema(args: JsonObject, marked: SecretPaths): Failure[] {
    return validateAdditionalMembers(args, membersOf(this.#body), marked);
  }

  protected showCreation(kept: Kept): void {
    this.#show(kept, this.#adoption.patch(undefined, kept));
  }

  #show(kept: Kept, patch: JsonObject | undefined): void {
    if (patch !== undefined && this.settings(kept).showPatches) this.#adoption.show(kept, patch);
  }

  /** Sends what differs and gives the new outputs. Whatever fails, the outputs say what is known and what is in doubt. */
  async #apply(before: Kept | undefined, after: Kept): Promise<JsonObject> {
    const { observed, doubt } = await this.#adoption.apply(before, after, this.#adoption.patch(before, after));
    if (doubt === undefined) return pack(after, observed);
    throw new PartialError(idOf(after.args), pack(after, observed, { unconfirmed: doubt.paths }), [doubt.reason]);
  }
}
