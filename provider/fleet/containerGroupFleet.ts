import type { CreateResult, DiffResult, ReadResult, ResourceProvider, UpdateResult } from "@pulumi/pulumi/dynamic";
import { overlay } from "../core/patch/declaration";
import { equalJson, type Json, type JsonObject } from "../core/json/json";
import { membersOf } from "../core/schema/members";
import { getOwn, hasUnknown, isEmpty, isJsonObject, setOwn } from "../core/json/object";
import { containerGroupFleetArguments, containerGroupUpdate, fleetGroupObserved } from "../core/schema/containerGroup";
import { SecretPaths } from "../core/secrets/secretPaths";
import { jsonPointer } from "../../common/path";
import { validateAdditionalMembers, type Failure } from "../core/check/validation";
import { Adoption } from "../resources/adoption";
import type { ObjectKind } from "../resources/objectKind";
import { containerGroupKind } from "../resources/containerGroup";
import { declaredObjects, type DeclaredObjects } from "../engine/declaredObjects";
import { ResourceProviderBase, type Properties } from "../resources/resourceProvider";
import {
  declarationOf,
  declaredGroups,
  isOpen,
  priorGroups,
  priorRecord,
  type FleetGroup,
  type FleetGroups,
} from "./groups";
import { indeterminateOf, nothingWasMade, observedAfter, stateAfter } from "./outcome";
import { FleetPlan, withOnDestroy } from "./plan";
import { announcement, countOfGroups, reasonsOf } from "./report";
import { resultOf, runAll, type Outcome } from "./run";
import { InitializationFailedError, hideStack, UserError } from "../engine/errors";
import { observedByKey, type Observed } from "../engine/observed";
import { propertiesBytes } from "../engine/outputSize";
import { secretValue } from "../engine/outputValues";
import { replacements } from "../resources/replacements";
import { Warnings } from "../engine/printing";
import { fromProperties, toOutputs, type ResourceState } from "../engine/state";

/** Arguments that say which groups are meant: another value means other groups. */
const ADDRESS = ["organizationName", "projectName", "profile"] as const;

const FLEET_GROUP: ObjectKind = { ...containerGroupKind, observed: fleetGroupObserved };

/** The most bytes that the outputs take for what is observed of one group, its name aside. */
const MAX_OBSERVED_BYTES = 150;

/**
 * What happens to a `ContainerGroupFleet`: each of its groups is adopted as a `ContainerGroup` is. A group that is added is
 * adopted, one that is taken out is forgotten.
 */
class ContainerGroupFleetProvider extends ResourceProviderBase implements ResourceProvider {
  protected readonly schema = containerGroupFleetArguments;
  protected override readonly sizeHint = "; make two fleets of it";
  readonly #declared: DeclaredObjects;
  readonly #adoption: Adoption;

  constructor(declared = declaredObjects) {
    super();
    this.#declared = declared;
    this.#adoption = new Adoption(FLEET_GROUP, this.configuration, declared);
  }

  diff = (_id: string, olds: Properties, news: Properties): Promise<DiffResult> => {
    const before = fromProperties(olds);
    const after = fromProperties(news);
    const { replaces, sameObject } = replacements(ADDRESS, before, after);
    const plan = this.#plan(before, after);
    const isMoved = this.#isElsewhere(before);
    if (replaces.length === 0) {
      this.#takeOver(plan);
      this.#announce(plan, after, isMoved);
    }
    const changes =
      replaces.length > 0 ||
      plan.changes ||
      isMoved ||
      before.prior !== undefined ||
      hasUnknown(after.args["defaults"]) ||
      hasUnknown(after.args["groups"]) ||
      this.internalsDiffer(idOf(after), before, after);
    // Where the same groups are replaced, what `onDestroy` sends must not come last.
    const deleteBeforeReplace = sameObject && withOnDestroy(this.#adoption, plan.prior).size > 0;
    return Promise.resolve({ changes, replaces, deleteBeforeReplace });
  };

  create = async (inputs: Properties): Promise<CreateResult> => {
    const fleet = fromProperties(inputs);
    return { id: idOf(fleet), outs: await this.#apply(this.#plan(undefined, fleet), fleet) };
  };

  update = async (_id: string, olds: Properties, news: Properties): Promise<UpdateResult> => {
    const fleet = fromProperties(news);
    return { outs: await this.#apply(this.#plan(fromProperties(olds), fleet), fleet) };
  };

  read = async (id: string, properties: Properties = {}): Promise<ReadResult> => {
    const fleet = fromProperties(properties);
    if (this.settings(fleet).refresh === "state") {
      return { id, props: properties };
    }
    if (this.#isElsewhere(fleet)) {
      console.log(`${labelOf(fleet)}: the groups were declared at another base URL, so they are not refreshed`);
      return { id, props: properties };
    }
    const known = priorGroups(fleet);
    const outcomes = await this.#run(fleet, "refreshed", (adoption) =>
      eachOf(known, (group) => adoption.refresh(group)),
    );
    throwReasons(reasonsOf(outcomes, "nothing was changed"));
    const declared = entriesIn(fleet);
    const groups: JsonObject = { ...declared };
    const prior = new Map<string, FleetGroup>();
    const observed = new Map<string, Observed>();
    for (const [name, group] of known) {
      const found = resultOf(outcomes.get(name));
      const part = found?.observed ?? group.observed;
      if (part !== undefined) {
        observed.set(name, part);
      }
      if (!Object.hasOwn(declared, name)) {
        prior.set(name, found?.drifted ? { ...group, args: found.args, source: undefined } : group);
      } else if (found?.drifted) {
        setOwn(groups, name, overlay(defaultsOf(fleet), declarationOf(found.args)));
      }
    }
    const args = { ...fleet.args, groups };
    const props = toOutputs({ ...fleet, args }, observedByKey(observed), {
      unconfirmed: fleet.unconfirmed,
      prior: fleet.prior && priorRecord(prior),
    });
    if (equalJson(groups, declared)) {
      return { id, props };
    }
    return { id, props, inputs: { ...args, groups: { ...groups, ...entriesOf(fleet, prior) }, ...fleet.internal } };
  };

  delete = async (_id: string, properties: Properties): Promise<void> => {
    const fleet = fromProperties(properties);
    const plan = new FleetPlan(this.#adoption, this.#priorGroups(fleet), new Map(), (group) =>
      this.#adoption.onDestroy.isTakenOver(group),
    );
    if (this.settings(fleet).showPatches) {
      plan.show();
    }
    const outcomes = await this.#run(fleet, "forgotten", (adoption) => plan.tasks(adoption));
    throwReasons(reasonsOf(outcomes, "the next `pulumi destroy` sends `onDestroy` to all of them"));
  };

  protected override declare(fleet: ResourceState): void {
    for (const group of declaredGroups(fleet).values()) {
      this.#adoption.onDestroy.declare(group);
    }
    for (const { groups, ...project } of fleet.declaredElsewhere) {
      for (const name of groups) {
        this.#adoption.onDestroy.declare({ args: { ...project, name }, secretPaths: fleet.secretPaths });
      }
    }
  }

  protected override rulesBeyondSchema(fleet: ResourceState): Failure[] {
    const body = membersOf(containerGroupUpdate);
    const { defaults, groups } = fleet.args;
    const ofDefaults = isJsonObject(defaults)
      ? validateAdditionalMembers(defaults, body, fleet.secretPaths, ["defaults"])
      : [];
    if (ofDefaults.length > 0 || !isJsonObject(groups)) {
      return ofDefaults;
    }
    return [...declaredGroups(fleet)].flatMap(([name, { args, pointers }]) => {
      const around = ["groups", name];
      // What the defaults mark is marked in each group.
      const marked = new SecretPaths(pointers.map((pointer) => jsonPointer(around) + pointer));
      return validateAdditionalMembers(args, body, marked, around);
    });
  }

  /** Of each group either what is declared now or what was declared before has to be kept. */
  protected override maxBytes(before: ResourceState, after: ResourceState): number {
    const { groups: _, ...rest } = after.args;
    const entries = [entriesIn(before), entriesIn(after)];
    const names = new Set(entries.flatMap(Object.keys));
    let bytes = propertiesBytes(rest) + propertiesBytes({ defaults: before.args["defaults"] ?? null });
    for (const name of names) {
      const sizes = entries.map((each) => propertiesBytes({ [name]: getOwn(each, name) ?? null }));
      bytes += Math.max(...sizes) + Buffer.byteLength(name) + MAX_OBSERVED_BYTES;
    }
    return bytes;
  }

  protected showCreation(fleet: ResourceState): void {
    if (!isOpen(fleet)) {
      this.#plan(undefined, fleet).show();
    }
  }

  #plan(before: ResourceState | undefined, fleet: ResourceState): FleetPlan {
    const prior = before === undefined ? new Map<string, FleetGroup>() : this.#priorGroups(before);
    return new FleetPlan(this.#adoption, prior, declaredGroups(fleet));
  }

  /** What is known of the groups at the base URL in force: at another one nothing is. */
  #priorGroups(fleet: ResourceState): FleetGroups {
    return this.#isElsewhere(fleet) ? new Map() : priorGroups(fleet);
  }

  #isElsewhere(fleet: ResourceState): boolean {
    return this.#adoption.objects.isElsewhere(fleet);
  }

  #takeOver({ declared }: FleetPlan): void {
    for (const group of declared.values()) {
      this.#adoption.onDestroy.takeOver(group);
    }
  }

  /** Prints what the engine's diff does not show. What is not known yet is not there to be printed. */
  #announce(plan: FleetPlan, after: ResourceState, isMoved: boolean): void {
    if (isMoved) {
      console.log(`${labelOf(after)}: the base URL has changed, so all groups are declared anew at the new one`);
    }
    if (isOpen(after)) {
      return;
    }
    if (this.settings(after).showPatches) {
      plan.show();
    } else {
      for (const line of announcement(this.#adoption, plan)) {
        console.log(`${labelOf(after)} ${line}`);
      }
    }
  }

  async #run<T>(
    fleet: ResourceState,
    verb: string,
    tasksBy: (adoption: Adoption) => ReadonlyMap<string, () => Promise<T>>,
    failureIn?: (result: T) => Error | undefined,
  ): Promise<Map<string, Outcome<T>>> {
    const warnings = new Warnings();
    const tasks = tasksBy(new Adoption(FLEET_GROUP, this.configuration, this.#declared, warnings.add));
    if (tasks.size === 0) {
      return new Map();
    }
    // What is missing to make a request is said once, not once a group.
    const { settings } = this.configuration.client(fleet.args["profile"]);
    const progress = (done: number) => console.log(`${labelOf(fleet)}: ${countOfGroups(done, tasks.size)} ${verb}`);
    const outcomes = await runAll(tasks, settings.maxConnections, { failureIn, progress });
    warnings.end();
    return outcomes;
  }

  /** Sends what differs and gives the new outputs. Whatever fails, the outputs say what is declared of each group. */
  async #apply(plan: FleetPlan, fleet: ResourceState): Promise<JsonObject> {
    this.#takeOver(plan);
    const outcomes = await this.#run(
      fleet,
      "updated",
      (adoption) => plan.tasks(adoption),
      (result) => indeterminateOf(result)?.error,
    );
    const reasons = reasonsOf(outcomes, "the next `pulumi up` sends what is missing", indeterminateOf);
    if (nothingWasMade(outcomes)) {
      throwReasons(reasons);
    }
    const observed = observedAfter(this.#adoption, plan, outcomes);
    const state = { ...fleet, service: this.#adoption.objects.service(fleet) };
    if (reasons.length === 0) {
      return toOutputs(state, observed);
    }
    const { args, prior, unconfirmed } = stateAfter(this.#adoption, plan, outcomes, fleet);
    throw new InitializationFailedError(
      idOf(fleet),
      toOutputs({ ...state, args }, observed, { prior, unconfirmed }),
      reasons,
    );
  }
}

function throwReasons(reasons: readonly string[]): void {
  if (reasons.length > 0) {
    throw hideStack(new UserError(reasons.join("\n")));
  }
}

function idOf({ args }: ResourceState): string {
  return [args["organizationName"], args["projectName"]].map(String).join("/");
}

/** How lines tell one fleet from another: by its name in the program. */
function labelOf(fleet: ResourceState): string {
  return `fleet ${String(fleet.internal["__resourceName"] ?? idOf(fleet))}`;
}

function defaultsOf({ args }: ResourceState): JsonObject {
  return isJsonObject(args["defaults"]) ? args["defaults"] : {};
}

function entriesIn({ args }: ResourceState): JsonObject {
  return isJsonObject(args["groups"]) ? args["groups"] : {};
}

/** What is known of groups that the arguments no longer hold, as entries over the fleet's defaults: secret as it is kept. */
function entriesOf(fleet: ResourceState, groups: FleetGroups): JsonObject {
  const entries: { [name: string]: Json } = {};
  for (const [name, { args }] of groups) {
    const entry = overlay(defaultsOf(fleet), declarationOf(args));
    setOwn(entries, name, isEmpty(entry) ? entry : secretValue(entry));
  }
  return entries;
}

function eachOf<T>(groups: FleetGroups, task: (group: FleetGroup) => Promise<T>) {
  return new Map([...groups].map(([name, group]) => [name, () => task(group)]));
}

export const containerGroupFleet = (declared?: DeclaredObjects): ResourceProvider =>
  new ContainerGroupFleetProvider(declared);
