import { equalJson } from "../core/equality";
import type { JsonObject } from "../core/json";
import type { Adopted, Adoption } from "../adoption";
import type { FleetGroup, FleetGroups } from "./groups";

/** What makes a fleet's declaration true: the same for the preview, which shows it, and for the update, which does it. */
export class FleetPlan {
  /** The groups that differ, with the patch of each. */
  readonly patches: ReadonlyMap<string, JsonObject>;
  /** The groups that are not declared any more and have an `onDestroy` to be sent. */
  readonly leaving: FleetGroups;
  readonly #adoption: Adoption;

  constructor(
    adoption: Adoption,
    readonly standing: FleetGroups,
    readonly declared: FleetGroups,
  ) {
    this.#adoption = adoption;
    this.leaving = withFarewell(adoption, new Map([...standing].filter(([name]) => !declared.has(name))));
    const patches = new Map<string, JsonObject>();
    for (const [name, group] of declared) {
      const patch = adoption.patch(standing.get(name), group);
      if (patch !== undefined) patches.set(name, patch);
    }
    this.patches = patches;
  }

  /** Whether the state changes: by a patch, a group more or less, or what is kept for the day on which a group leaves. */
  get changes(): boolean {
    const { patches, standing, declared } = this;
    if (patches.size > 0 || standing.size !== declared.size) return true;
    return [...declared].some(([name, { args }]) => {
      const before = standing.get(name);
      return before === undefined || !equalJson(before.args["onDestroy"], args["onDestroy"]);
    });
  }

  /** Prints each request to be made. */
  show(): void {
    for (const [name, patch] of this.patches) this.#adoption.show(this.#group(name), patch);
    for (const group of this.leaving.values()) this.#adoption.showRelease(group);
  }

  /** One task for each request to be made, by `adoption`. A group that is let go gives nothing. */
  tasks(adoption: Adoption): Map<string, () => Promise<Adopted | undefined>> {
    const tasks = new Map<string, () => Promise<Adopted | undefined>>();
    for (const [name, patch] of this.patches) {
      tasks.set(name, () => adoption.apply(this.standing.get(name), this.#group(name), patch));
    }
    for (const [name, group] of this.leaving) {
      tasks.set(name, () => adoption.release(group).then(() => undefined));
    }
    return tasks;
  }

  #group(name: string): FleetGroup {
    const group = this.declared.get(name);
    if (group === undefined) throw new Error(`the group ${name} is not declared`);
    return group;
  }
}

export function withFarewell(adoption: Adoption, groups: FleetGroups): FleetGroups {
  return new Map([...groups].filter(([, group]) => adoption.farewell(group) !== undefined));
}
