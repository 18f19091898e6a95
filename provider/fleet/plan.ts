import type { Service } from "../engine/configuration";
import type { Run } from "../engine/run";
import { apply, type ApplyResult } from "../resources/apply";
import { Change } from "../resources/change";
import { CONTAINER_GROUP_KIND, type ObjectKind } from "../resources/objectKind";
import { sendOnDestroy, showOnDestroy } from "../resources/onDestroy";
import { showPatch, type Warn } from "../resources/requests";
import { fleetGroupObserved } from "../core/schema/containerGroup";
import { membersOf } from "../core/schema/members";
import type { FleetGroup, FleetGroups } from "./groups";

const FLEET_GROUP: ObjectKind = { ...CONTAINER_GROUP_KIND, observed: membersOf(fleetGroupObserved) };

/** The change of a fleet's group from its previous to its new declaration. */
export const groupChange = (service: Service, before: FleetGroup | undefined, after: FleetGroup): Change =>
  new Change(FLEET_GROUP, service, before, after);

/** The requests that apply a fleet's declaration. A preview shows them, and an update sends them. */
export class FleetPlan {
  /** The groups that are declared, by name. */
  readonly changes: ReadonlyMap<string, Change>;
  /** The groups that are not declared any more, by name. */
  readonly removed: ReadonlyMap<string, Change>;
  readonly #run: Run;
  readonly #isDeclaredElsewhere: (key: string) => boolean;

  constructor(
    run: Run,
    service: Service,
    readonly prior: FleetGroups,
    readonly declared: FleetGroups,
    /** Whether another resource of the program declares a group that this fleet no longer does. */
    isDeclaredElsewhere = (key: string) => run.objects.isDeclared(key),
  ) {
    this.#run = run;
    this.#isDeclaredElsewhere = isDeclaredElsewhere;
    this.changes = new Map([...declared].map(([name, group]) => [name, groupChange(service, prior.get(name), group)]));
    const removed = [...prior].filter(([name]) => !declared.has(name));
    this.removed = new Map(removed.map(([name, group]) => [name, groupChange(service, group, group)]));
  }

  /** Whether a group is changed, added or removed. */
  get differs(): boolean {
    return this.removed.size > 0 || [...this.changes.values()].some((change) => change.differs);
  }

  /** Whether `onDestroy` is sent to a group that this fleet no longer declares. */
  sendsOnDestroy(change: Change): boolean {
    return change.onDestroyPatch() !== undefined && !this.#isDeclaredElsewhere(change.key);
  }

  /** Prints each request to be made. */
  show(): void {
    for (const change of this.changes.values()) {
      const patch = change.patch();
      if (patch !== undefined) {
        showPatch(change, patch);
      }
    }
    for (const change of this.removed.values()) {
      showOnDestroy(change, this.#isDeclaredElsewhere(change.key));
    }
  }

  /** One task for each request to be made. The task of a forgotten group returns undefined. */
  tasks(warn: Warn): Map<string, () => Promise<ApplyResult | undefined>> {
    const tasks = new Map<string, () => Promise<ApplyResult | undefined>>();
    for (const [name, change] of this.changes) {
      if (change.patch() !== undefined) {
        tasks.set(name, () => apply(this.#run, change, warn));
      }
    }
    for (const [name, change] of this.removed) {
      if (change.onDestroyPatch() !== undefined) {
        tasks.set(name, async () => {
          await sendOnDestroy(this.#run, change, () => this.#isDeclaredElsewhere(change.key), warn);
          return undefined;
        });
      }
    }
    return tasks;
  }

  /** Notes which groups could not be adopted. */
  noteFailures(failed: (name: string) => boolean): void {
    for (const [name, change] of this.changes) {
      if (change.before === undefined && failed(name)) {
        this.#run.objects.creationFailed(change.key);
      }
    }
  }

  /** Notes that the engine updates the declared groups, or leaves them as they are. */
  takeOver(): void {
    for (const { key } of this.changes.values()) {
      this.#run.objects.takeOver(key);
    }
  }
}
