import type { Service } from "../engine/configuration";
import type { ObjectKey } from "../engine/run";
import type { ResourceState } from "../engine/state";
import { isJsonObject, type JsonObject } from "../../common/json";
import { equalJson } from "../core/json/json";
import { hasUnknown, isUnknown } from "../core/json/object";
import { declaredBody } from "../core/patch/declaration";
import { withoutDriftNotes } from "../core/patch/foldDrift";
import { withIndeterminate } from "../core/patch/indeterminatePaths";
import { unmanagedFields } from "../core/patch/removedFields";
import { mergePatch, type PreviousObject } from "../core/patch/mergePatch";
import type { Removed } from "../core/schema/annotation";
import { secretFields, type BodySource } from "../core/secrets/masking";
import { ADDITIONAL_MEMBERS, toWire } from "../core/schema/wireNames";
import { fieldNames, leafPaths } from "./fieldNames";
import { ADDRESS, type ObjectKind } from "./objectKind";
import type { Declaration } from "../core/secrets/secretPaths";

/** The previous declaration of an object, and how far it was applied. */
export type PriorState = Declaration & Pick<ResourceState, "service" | "unconfirmed" | "observed" | "ignored">;

/** Arguments that only the state keeps: a change of one alone makes no request. */
const LOCAL_ARGUMENTS = ["onDestroy", "removedMembers"] as const;

/** Makes a value once, when it is first needed. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * One object, with its previous and its new declaration. A diff compares, a preview shows and an update sends it. For a refresh
 * and a delete both declarations are that of the state.
 */
export class Change {
  /** Whether the object was declared at another base URL. That declaration says nothing of the object at this one. */
  readonly isElsewhere: boolean;
  /** `prior`, if it was declared at the base URL in force. */
  readonly before: PriorState | undefined;
  /** The object's names in the order of the API's path. */
  readonly id: string;

  constructor(
    readonly kind: ObjectKind,
    readonly service: Service,
    readonly prior: PriorState | undefined,
    readonly after: Declaration,
  ) {
    this.isElsewhere = prior !== undefined && isElsewhere(prior, service);
    this.before = this.isElsewhere ? undefined : prior;
    this.id = objectId(after.args);
  }

  /** The object's name in messages: `container group acme/vision/web`. */
  get label(): string {
    return `${this.kind.noun} ${this.id}`;
  }

  get key(): ObjectKey {
    return objectKey(this.kind, this.service, this.after.args);
  }

  /** The new declaration in wire form. While additional members are unknown, those of before stand in for them. */
  readonly declared = once((): JsonObject => {
    const known = this.#isOpen && { [ADDITIONAL_MEMBERS]: this.before?.args[ADDITIONAL_MEMBERS] };
    return declaredBody({ ...this.after.args, ...known }, this.kind.body);
  });

  /** The previous declaration, as far as it is known to be applied. */
  readonly previous = once((): PreviousObject =>
    this.before ? withIndeterminate(declaredBody(this.before.args, this.kind.body), this.before.unconfirmed) : {},
  );

  /** The merge patch that applies the declaration; undefined if it changes nothing. */
  readonly patch = once((): JsonObject | undefined => {
    const patch = mergePatch(this.kind.body, this.previous(), this.declared(), this.#removed);
    return patch && withoutDriftNotes(patch);
  });

  /** The fields that the declaration no longer has and for which nothing is sent, as programs write them. */
  readonly unmanaged = once((): string[] => {
    if (this.before === undefined) {
      return [];
    }
    const { body } = this.kind;
    const paths = unmanagedFields(body, declaredBody(this.before.args, body), this.declared(), this.#removed);
    return fieldNames(paths, this.source);
  });

  /** The fields that the patch changes, as programs write them. Their paths end where a secret begins. */
  get fields(): string[] {
    return fieldNames(leafPaths(this.patch() ?? {}), this.source);
  }

  /** The fields that the patch sets to a secret value, as programs write them: the engine's preview does not show these. */
  get secretFields(): string[] {
    return fieldNames(secretFields(this.patch() ?? {}, this.source), this.source);
  }

  /** The sources of the patch's values. */
  get source(): BodySource {
    return { body: this.kind.body, declarations: this.before ? [this.after, this.before] : [this.after] };
  }

  /** The patch that `onDestroy` asks for; undefined where it asks for none. */
  readonly onDestroyPatch = once((): JsonObject | undefined => {
    const { onDestroy } = this.after.args;
    const { body } = this.kind;
    return isJsonObject(onDestroy) ? mergePatch(body, {}, toWire(onDestroy, body)) : undefined;
  });

  /** Changed arguments that mean another object. */
  get replaces(): string[] {
    return differingArguments(ADDRESS, this.prior?.args ?? {}, this.after.args);
  }

  /** Whether the state changes, with a request or without one. */
  get differs(): boolean {
    return (
      this.patch() !== undefined ||
      this.#isOpen ||
      this.isElsewhere ||
      this.before === undefined ||
      this.unmanaged().length > 0 ||
      differingArguments(LOCAL_ARGUMENTS, this.before.args, this.after.args).length > 0
    );
  }

  /** Whether the additional members are unknown as a whole. */
  get #isOpen(): boolean {
    return isUnknown(this.after.args[ADDITIONAL_MEMBERS]);
  }

  /** The rule for fields that are taken out of the program. */
  get #removed(): Removed {
    const { removedMembers } = this.after.args;
    return removedMembers === "unset" || removedMembers === "leave"
      ? removedMembers
      : this.service.settings.removedMembers;
  }
}

const objectId = ({ organizationName, projectName, name }: JsonObject): string =>
  [organizationName, projectName, name].map(String).join("/");

/** The key of the addressed object. */
export function objectKey(kind: ObjectKind, { hash }: Service, args: JsonObject): ObjectKey {
  return JSON.stringify([hash, kind.operation, objectId(args)]);
}

/** Whether the state was declared at another base URL than the one in force. */
export function isElsewhere({ service }: Pick<ResourceState, "service">, { hash }: Service): boolean {
  return service !== undefined && hash !== undefined && service !== hash;
}

/** The arguments that differ, or may turn out to differ. */
export function differingArguments(names: readonly string[], before: JsonObject, after: JsonObject): string[] {
  return names.filter((name) => hasUnknown(after[name]) || !equalJson(before[name], after[name]));
}
