import { equalJson, type JsonObject } from "../core/json/json";
import type { Adoption } from "../resources/adoption";
import type { ApplyResult } from "../resources/objectKind";
import type { FleetGroup, FleetGroups } from "./groups";

/** Arguments that never travel as they are. */
const LOCAL_ARGUMENTS = ["onDestroy", "removedMembers"] as const;

/** What makes a fleet's declaration true: the same for the preview, which shows it, and for the update, which does it. */
export class FleetPlan {
  /** The groups that differ, with the patch of each. */
  readonly patches: ReadonlyMap<string, JsonObject>;
  /** The groups of which fields are no longer managed, and these: nothing is sent for them. */
  readonly left: ReadonlyMap<string, readonly string[]>;
  /** The groups that are not declared any more and have an `onDestroy`. */
  readonly removed: FleetGroups;
  readonly #adoption: Adoption;
  readonly #isDeclaredElsewhere: (group: FleetGroup) => boolean;

  constructor(
    adoption: Adoption,
    readonly prior: FleetGroups,
    readonly declared: FleetGroups,
    /** Whether another resource of the program declares a group that this fleet no longer does. */
    isDeclaredElsewhere: (group: FleetGroup) => boolean = (group) => adoption.onDestroy.isDeclared(group),
  ) {
    this.#adoption = adoption;
    this.#isDeclaredElsewhere = isDeclaredElsewhere;
    this.removed = withOnDestroy(adoption, new Map([...prior].filter(([name]) => !declared.has(name))));
    const patches = new Map<string, JsonObject>();
    const left = new Map<string, string[]>();
    for (const [name, group] of declared) {
      const patch = adoption.patch(prior.get(name), group);
      if (patch !== undefined) {
        patches.set(name, patch);
      }
      const fields = adoption.leftFields(prior.get(name), group);
      if (fields.length > 0) {
        left.set(name, fields);
      }
    }
    this.patches = patches;
    this.left = left;
  }

  /** Whether the state changes: by a patch, a group more or less, or what is kept for the day on which a group is removed. */
  get changes(): boolean {
    const { patches, left, prior, declared } = this;
    if (patches.size > 0 || left.size > 0 || prior.size !== declared.size) {
      return true;
    }
    return [...declared].some(([name, { args }]) => {
      const before = prior.get(name);
      return before === undefined || LOCAL_ARGUMENTS.some((local) => !equalJson(before.args[local], args[local]));
    });
  }

  /** Whether `onDestroy` is sent to a group that this fleet no longer declares. */
  sendsOnDestroy(name: string): boolean {
    const group = this.removed.get(name);
    return group !== undefined && !this.#isDeclaredElsewhere(group);
  }

  /** Prints each request to be made. */
  show(): void {
    for (const { group, patch } of this.#patched()) {
      this.#adoption.objects.show(group, patch);
    }
    for (const group of this.removed.values()) {
      this.#adoption.onDestroy.show(group, this.#isDeclaredElsewhere(group));
    }
  }

  /** One task for each request to be made, by `adoption`. A group that is forgotten gives nothing. */
  tasks(adoption: Adoption): Map<string, () => Promise<ApplyResult | undefined>> {
    const tasks = new Map<string, () => Promise<ApplyResult | undefined>>();
    for (const { name, group, patch } of this.#patched()) {
      tasks.set(name, () => adoption.apply(this.prior.get(name), group, patch));
    }
    for (const [name, group] of this.removed) {
      tasks.set(name, async () => {
        await adoption.onDestroy.send(group, () => this.#isDeclaredElsewhere(group));
        return undefined;
      });
    }
    return tasks;
  }

  /** The groups to which a patch is sent. */
  #patched(): { name: string; group: FleetGroup; patch: JsonObject }[] {
    return [...this.declared].flatMap(([name, group]) => {
      const patch = this.patches.get(name);
      return patch === undefined ? [] : [{ name, group, patch }];
    });
  }
}

export function withOnDestroy(adoption: Adoption, groups: FleetGroups): FleetGroups {
  return new Map([...groups].filter(([, group]) => adoption.onDestroy.patch(group) !== undefined));
}
