import type { CreateResult, DiffResult, ReadResult, ResourceProvider, UpdateResult } from "@pulumi/pulumi/dynamic";
import { jsonPointer } from "../../common/path";
import { validateAdditionalMembers } from "../core/check/validation";
import { isJsonObject, type Json, type JsonObject } from "../../common/json";
import { equalJson } from "../core/json/json";
import { hasUnknown, isEmpty, setOwn } from "../core/json/object";
import { overlay } from "../core/patch/declaration";
import { containerGroupFleetArguments } from "../core/schema/containerGroup";
import { SecretPaths } from "../core/secrets/secretPaths";
import { clientFor, type Service } from "../engine/configuration";
import { hideStack, InitializationFailedError, UserError } from "../engine/errors";
import { secretValue, type Observed } from "../engine/outputValues";
import { Warnings } from "../engine/printing";
import type { Run } from "../engine/run";
import type { Properties } from "../engine/state";
import { refresh } from "../resources/apply";
import { differingArguments, isElsewhere, objectKey } from "../resources/change";
import { CONTAINER_GROUP_KIND, PROJECT_ADDRESS } from "../resources/objectKind";
import type { Warn } from "../resources/requests";
import { announceOptions, optionsDiffer, ResourceProviderBase } from "../resources/resourceProvider";
import {
  declarationOf,
  declaredGroups,
  isOpen,
  priorGroups,
  priorRecord,
  type FleetGroup,
  type FleetGroups,
} from "./groups";
import { observedByKey } from "./observed";
import { changedNothing, changedNothingAtAll, indeterminateOf, observedAfter, stateAfter } from "./outcome";
import { FleetPlan, groupChange } from "./plan";
import { announcement, countOfGroups, reasonsOf } from "./report";
import {
  defaultsOf,
  entriesOf,
  fleetOutputs,
  fleetState,
  idOf,
  labelOf,
  readDeclaredElsewhere,
  type FleetState,
} from "./state";
import { resultOf, runAll, type Outcome } from "./tasks";

/**
 * Maximum size of the arguments as JSON. The outputs in an error travel in a gRPC header of at most 16 MiB; a larger one breaks
 * the connection, and with it every other resource that is being changed.
 */
const MAX_BYTES = 8_000_000;

type Task<T> = () => Promise<T>;

/**
 * A `ContainerGroupFleet` adopts each of its groups as a `ContainerGroup` adopts one. A group that is added is adopted, one that
 * is taken out is forgotten.
 */
class ContainerGroupFleetProvider extends ResourceProviderBase implements ResourceProvider {
  protected readonly schema = containerGroupFleetArguments;

  diff = (_id: string, olds: Properties, news: Properties): Promise<DiffResult> => {
    const before = fleetState(olds);
    const after = fleetState(news);
    const replaces = differingArguments(PROJECT_ADDRESS, before.args, after.args);
    if (replaces.length > 0) {
      return Promise.resolve({ changes: true, replaces });
    }
    const service = this.serviceOf(after);
    const plan = this.#plan(service, before, after);
    plan.takeOver();
    const isMoved = isElsewhere(before, service);
    if (isMoved) {
      console.log(`${labelOf(after)}: the base URL has changed, so all groups are declared anew at the new one`);
    }
    announce(plan, after, service);
    const isUnknownInPart = hasUnknown(after.args["defaults"]) || hasUnknown(after.args["groups"]);
    const changes = plan.differs || isMoved || before.prior !== undefined || isUnknownInPart;
    if (!changes) {
      announceOptions(labelOf(after), before, after);
    }
    return Promise.resolve({ changes: changes || optionsDiffer(before, after), replaces });
  };

  create = async (inputs: Properties): Promise<CreateResult> => {
    const fleet = fleetState(inputs);
    return { id: idOf(fleet), outs: await this.#apply(undefined, fleet) };
  };

  update = async (_id: string, olds: Properties, news: Properties): Promise<UpdateResult> => {
    return { outs: await this.#apply(fleetState(olds), fleetState(news)) };
  };

  read = async (id: string, properties: Properties = {}): Promise<ReadResult> => {
    const fleet = fleetState(properties);
    const service = this.serviceOf(fleet);
    if (service.settings.refresh === "state") {
      return { id, props: properties };
    }
    if (isElsewhere(fleet, service)) {
      console.log(`${labelOf(fleet)}: the groups were declared at another base URL, so they are not refreshed`);
      return { id, props: properties };
    }
    const known = priorGroups(fleet);
    const outcomes = await this.#run(fleet, service, (warn) =>
      tasksOf(known, (group) => refresh(this.run, groupChange(service, group, group), warn)),
    );
    throwReasons(reasonsOf(outcomes, "nothing was changed"));
    const declared = entriesOf(fleet);
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
    const props = fleetOutputs({ ...fleet, args }, observedByKey(observed), {
      unconfirmed: fleet.unconfirmed,
      prior: fleet.prior && priorRecord(prior),
    });
    if (equalJson(groups, declared)) {
      return { id, props };
    }
    const inputs = { ...args, groups: { ...groups, ...secretEntries(fleet, prior) }, ...fleet.internal };
    return { id, props, inputs };
  };

  delete = async (_id: string, properties: Properties): Promise<void> => {
    const fleet = fleetState(properties);
    const service = this.serviceOf(fleet);
    const plan = new FleetPlan(this.run, service, this.#priorGroups(service, fleet), new Map(), (key) =>
      this.run.objects.isTakenOver(key),
    );
    if (isElsewhere(fleet, service) && [...priorGroups(fleet).values()].some(({ args }) => args["onDestroy"])) {
      console.log(`${labelOf(fleet)}: the groups were declared at another base URL, so onDestroy is not sent`);
    }
    if (service.settings.showPatches) {
      plan.show();
    }
    const outcomes = await this.#run(fleet, service, (warn) => plan.tasks(warn));
    throwReasons(reasonsOf(outcomes, "the next `pulumi up` or `pulumi destroy` sends `onDestroy` to all of them"));
  };

  protected override declare(fleet: FleetState, service: Service, inputs: Properties): void {
    for (const { args } of declaredGroups(fleet).values()) {
      this.run.objects.declare(objectKey(CONTAINER_GROUP_KIND, service, args));
    }
    for (const { groups, ...project } of readDeclaredElsewhere(inputs)) {
      for (const name of groups) {
        const args = { ...project, name };
        this.run.objects.declare(objectKey(CONTAINER_GROUP_KIND, this.serviceOf({ args }), args));
      }
    }
  }

  protected override rulesBeyondSchema(state: FleetState): string[] {
    const { body } = CONTAINER_GROUP_KIND;
    const { defaults, groups } = state.args;
    const ofDefaults = isJsonObject(defaults)
      ? validateAdditionalMembers(defaults, body, state.secretPaths, ["defaults"])
      : [];
    if (ofDefaults.length > 0 || !isJsonObject(groups)) {
      return [...ofDefaults, ...tooLarge(state)];
    }
    const ofGroups = [...declaredGroups(state)].flatMap(([name, { args, secretPaths }]) => {
      const around = ["groups", name];
      // Secrets of the defaults are secrets of each group.
      const secrets = new SecretPaths(secretPaths.pointers.map((pointer) => jsonPointer(around) + pointer));
      return validateAdditionalMembers(args, body, secrets, around);
    });
    return [...ofGroups, ...tooLarge(state)];
  }

  protected showCreation(state: FleetState, service: Service): void {
    if (!isOpen(state)) {
      this.#plan(service, undefined, state).show();
    }
  }

  #plan(service: Service, before: FleetState | undefined, fleet: FleetState): FleetPlan {
    const prior = before === undefined ? new Map<string, FleetGroup>() : this.#priorGroups(service, before);
    return new FleetPlan(this.run, service, prior, declaredGroups(fleet));
  }

  /** The prior groups; none if the fleet was declared at another base URL. */
  #priorGroups(service: Service, fleet: FleetState): FleetGroups {
    return isElsewhere(fleet, service) ? new Map() : priorGroups(fleet);
  }

  /** Runs one task a group. Missing settings are reported once, not once a group. */
  async #run<T>(
    fleet: FleetState,
    service: Service,
    tasksWith: (warn: Warn) => ReadonlyMap<string, Task<T>>,
    failureIn?: (result: T) => Error | undefined,
  ): Promise<Map<string, Outcome<T>>> {
    const warnings = new Warnings();
    const tasks = tasksWith(warnings.add);
    if (tasks.size === 0) {
      return new Map();
    }
    clientFor(service);
    const progress = (tried: number) => console.log(`${labelOf(fleet)}: ${countOfGroups(tried, tasks.size)} tried`);
    const outcomes = await runAll(tasks, service.settings.maxConnections, { failureIn, progress });
    warnings.end();
    return outcomes;
  }

  /** Sends the patches and returns the new outputs. If only some groups fail, the error that it throws holds them. */
  async #apply(before: FleetState | undefined, fleet: FleetState): Promise<JsonObject> {
    const service = this.serviceOf(fleet);
    const plan = this.#plan(service, before, fleet);
    plan.takeOver();
    const outcomes = await this.#run(
      fleet,
      service,
      (warn) => plan.tasks(warn),
      (result) => indeterminateOf(result)?.error,
    );
    plan.noteFailures((name) => {
      const outcome = outcomes.get(name);
      return outcome !== undefined && changedNothing(outcome);
    });
    const reasons = reasonsOf(outcomes, "the next `pulumi up` sends what is missing", indeterminateOf);
    if (changedNothingAtAll(outcomes)) {
      throwReasons(reasons);
    }
    const observed = observedAfter(plan, outcomes);
    // Without a base URL no request was made, so the hash of the previous base URL is kept.
    const kept = { ...fleet, service: service.hash ?? before?.service };
    if (reasons.length === 0) {
      return fleetOutputs(kept, observed);
    }
    const { args, unfinished } = stateAfter(plan, outcomes, fleet);
    throw new InitializationFailedError(idOf(fleet), fleetOutputs({ ...kept, args }, observed, unfinished), reasons);
  }
}

/** Prints what the engine's diff does not show. It prints nothing while any group is unknown as a whole. */
function announce(plan: FleetPlan, fleet: FleetState, { settings }: Service): void {
  if (isOpen(fleet)) {
    return;
  }
  if (settings.showPatches) {
    plan.show();
  }
  for (const line of announcement(plan, settings.showPatches)) {
    console.log(`${labelOf(fleet)} ${line}`);
  }
}

function throwReasons(reasons: readonly string[]): void {
  if (reasons.length > 0) {
    throw hideStack(new UserError(reasons.join("\n")));
  }
}

function tooLarge({ args }: FleetState): string[] {
  const size = Buffer.byteLength(JSON.stringify(args));
  if (size <= MAX_BYTES) {
    return [];
  }
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  return [
    `the arguments are too large: as JSON they take ${megabytes(size)}, and Pulumi carries ${megabytes(MAX_BYTES)} of one ` +
      "resource when a request fails; make two fleets of it",
  ];
}

/** The entries, over the fleet's defaults, of groups that only `prior` holds. They are secret, as `prior` is. */
function secretEntries(fleet: FleetState, groups: FleetGroups): JsonObject {
  const entries: { [name: string]: Json } = {};
  for (const [name, { args }] of groups) {
    const entry = overlay(defaultsOf(fleet), declarationOf(args));
    setOwn(entries, name, isEmpty(entry) ? entry : secretValue(entry));
  }
  return entries;
}

function tasksOf<T>(groups: FleetGroups, task: (group: FleetGroup) => Promise<T>): Map<string, Task<T>> {
  return new Map([...groups].map(([name, group]) => [name, () => task(group)]));
}

export const containerGroupFleet = (run?: Run): ResourceProvider => new ContainerGroupFleetProvider(run);
