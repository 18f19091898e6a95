import type { CreateResult, DiffResult, ReadResult, ResourceProvider, UpdateResult } from "@pulumi/pulumi/dynamic";
import { overlay } from "./core/declaration";
import { equalJson } from "./core/equality";
import type { JsonObject } from "./core/json";
import { membersOf } from "./core/members";
import { isObject } from "./core/object";
import { containerGroupFleetArguments, containerGroupUpdate, fleetGroupObserved } from "./core/schema";
import type { SecretPaths } from "./core/secrets";
import { hasUnknown } from "./core/unknown";
import { validateAdditionalMembers, type Failure } from "./core/validation";
import { Adoption, type AdoptedKind } from "./adoption";
import { containerGroupKind } from "./containerGroup";
import { DeclaredResource, type Properties } from "./declaredResource";
import {
  declarationOf,
  declaredGroups,
  groupDeclaration,
  isOpen,
  standingGroups,
  type FleetGroup,
  type FleetGroups,
} from "./fleet/groups";
import { doubtOf, nothingWasMade, observedAfter, recordsAfter } from "./fleet/outcome";
import { FleetPlan, withFarewell } from "./fleet/plan";
import { announcement, countOfGroups, reasonsOf } from "./fleet/report";
import { runAll, type Outcome } from "./fleet/run";
import { PartialError, quiet, RefusedError } from "./host";
import { replacements } from "./replacements";
import { Warnings } from "./show";
import { pack, unpack, type Kept } from "./state";

/** Arguments that say which groups are meant: another value means other groups. */
const PLACE = ["organizationName", "projectName", "profile"] as const;

const FLEET_GROUP: AdoptedKind = { ...containerGroupKind, observed: fleetGroupObserved };

/**
 * What happens to a `ContainerGroupFleet`: each of its groups is adopted as a `ContainerGroup` is (interface sections 2.1
 * and 4.1). A group that is added is adopted, one that is taken out is let go.
 */
class ContainerGroupFleetProvider extends DeclaredResource implements ResourceProvider {
  protected readonly schema = containerGroupFleetArguments;
  readonly #adoption = new Adoption(FLEET_GROUP, this.configuration);

  diff = (_id: string, olds: Properties, news: Properties): Promise<DiffResult> => {
    const before = unpack(olds);
    const after = unpack(news);
    const { replaces, sameObject } = replacements(PLACE, before, after);
    const plan = this.#plan(standingGroups(before), after);
    if (replaces.length === 0) this.#announce(plan, after);
    const changes =
      replaces.length > 0 ||
      plan.changes ||
      before.standing !== undefined ||
      hasUnknown(after.args["defaults"]) ||
      hasUnknown(after.args["groups"]) ||
      !equalJson(before.internal["__secrets"], after.internal["__secrets"]);
    // Where the same groups are replaced, what `onDestroy` sends must not come last.
    const deleteBeforeReplace = sameObject && withFarewell(this.#adoption, plan.standing).size > 0;
    return Promise.resolve({ changes, replaces, deleteBeforeReplace });
  };

  create = async (inputs: Properties): Promise<CreateResult> => {
    const fleet = unpack(inputs);
    return { id: idOf(fleet), outs: await this.#apply(this.#plan(new Map(), fleet), fleet) };
  };

  update = async (_id: string, olds: Properties, news: Properties): Promise<UpdateResult> => {
    const fleet = unpack(news);
    return { outs: await this.#apply(this.#plan(standingGroups(unpack(olds)), fleet), fleet) };
  };

  read = async (id: string, properties: Properties = {}): Promise<ReadResult> => {
    const fleet = unpack(properties);
    if (this.settings(fleet).refresh === "state") return { id, props: properties };
    const outcomes = await this.#run(fleet, "refreshed", (adoption) =>
      eachOf(standingGroups(fleet), (group) => adoption.refresh(group)),
    );
    throwReasons(reasonsOf(outcomes, "nothing was changed"));
    const groups: JsonObject = { ...(fleet.args["groups"] as JsonObject) };
    const observed: JsonObject = { ...fleet.observed };
    const records: JsonObject = { ...fleet.standing };
    for (const [name, outcome] of outcomes) {
      const found = typeof outcome === "object" && "done" in outcome ? outcome.done : undefined;
      if (found === undefined) continue;
      observed[name] = found.observed;
      const record = records[name];
      if (!found.drifted) continue;
      if (isObject(record)) records[name] = { ...record, args: found.args } as JsonObject;
      else groups[name] = overlay(defaultsOf(fleet), declarationOf(found.args));
    }
    const args = { ...fleet.args, groups };
    const props = pack({ ...fleet, args }, observed, { standing: fleet.standing && records });
    const drifted = !equalJson(groups, fleet.args["groups"]);
    return drifted ? { id, props, inputs: { ...args, ...fleet.internal } } : { id, props };
  };

  delete = async (_id: string, properties: Properties): Promise<void> => {
    const fleet = unpack(properties);
    const plan = new FleetPlan(this.#adoption, standingGroups(fleet), new Map());
    if (this.settings(fleet).showPatches) plan.show();
    const outcomes = await this.#run(fleet, "let go", (adoption) => plan.tasks(adoption));
    throwReasons(reasonsOf(outcomes, "the next `pulumi destroy` sends `onDestroy` to all of them"));
  };

  protected override rulesBeyondSchema(args: JsonObject, marked: SecretPaths): Failure[] {
    const body = membersOf(containerGroupUpdate);
    const { defaults, groups } = args;
    const ofDefaults = isObject(defaults)
      ? validateAdditionalMembers(defaults as JsonObject, body, marked, ["defaults"])
      : [];
    if (ofDefaults.length > 0 || !isObject(groups)) return ofDefaults;
    return Object.keys(groups).flatMap((name) =>
      validateAdditionalMembers(groupDeclaration({ args }, name), body, marked, ["groups", name]),
    );
  }

  protected showCreation(fleet: Kept): void {
    if (!isOpen(fleet)) this.#plan(new Map(), fleet).show();
  }

  #plan(standing: FleetGroups, fleet: Kept): FleetPlan {
    return new FleetPlan(this.#adoption, standing, declaredGroups(fleet));
  }

  /** Prints what the engine's diff does not show. What is not known yet is not there to be printed. */
  #announce(plan: FleetPlan, after: Kept): void {
    if (isOpen(after)) return;
    if (this.settings(after).showPatches) plan.show();
    else for (const line of announcement(this.#adoption, plan)) console.log(line);
  }

  async #run<T>(
    fleet: Kept,
    verb: string,
    tasksBy: (adoption: Adoption) => ReadonlyMap<string, () => Promise<T>>,
    failureIn?: (result: T) => Error | undefined,
  ): Promise<Map<string, Outcome<T>>> {
    const warnings = new Warnings();
    const tasks = tasksBy(new Adoption(FLEET_GROUP, this.configuration, warnings.add));
    if (tasks.size === 0) return new Map();
    // What is missing to make a request is said once, not once a group.
    const { settings } = this.configuration.client(fleet.args["profile"]);
    const progress = (done: number) => console.log(`${countOfGroups(done, tasks.size)} ${verb}`);
    const outcomes = await runAll(tasks, settings.maxConnections, { failureIn, progress });
    warnings.end();
    return outcomes;
  }

  /** Sends what differs and gives the new outputs. Whatever fails, the outputs say what stands of each group. */
  async #apply(plan: FleetPlan, fleet: Kept): Promise<JsonObject> {
    const outcomes = await this.#run(
      fleet,
      "updated",
      (adoption) => plan.tasks(adoption),
      (adopted) => doubtOf(adopted)?.error,
    );
    const reasons = reasonsOf(outcomes, "the next `pulumi up` sends what is missing", doubtOf);
    if (nothingWasMade(outcomes)) throwReasons(reasons);
    const observed = Object.fromEntries(observedAfter(this.#adoption, plan, outcomes));
    if (reasons.length === 0) return pack(fleet, observed);
    const standing = Object.fromEntries(recordsAfter(this.#adoption, plan, outcomes));
    throw new PartialError(idOf(fleet), pack(fleet, observed, { standing }), reasons);
  }
}

function throwReasons(reasons: readonly string[]): void {
  if (reasons.length > 0) throw quiet(new RefusedError(reasons.join("\n")));
}

function idOf({ args }: Kept): string {
  return [args["organizationName"], args["projectName"]].map(String).join("/");
}

function defaultsOf({ args }: Kept): JsonObject {
  return isObject(args["defaults"]) ? (args["defaults"] as JsonObject) : {};
}

function eachOf<T>(groups: FleetGroups, task: (group: FleetGroup) => Promise<T>) {
  return new Map([...groups].map(([name, group]) => [name, () => task(group)]));
}

export const containerGroupFleet = (): ResourceProvider => new ContainerGroupFleetProvider();
