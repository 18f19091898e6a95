import type { CheckResult } from "@pulumi/pulumi/dynamic";
import type { z } from "zod";
import { validate } from "../core/check/validation";
import { equalJson } from "../core/json/json";
import type { Service } from "../engine/configuration";
import { warnOnce } from "../engine/printing";
import { Run } from "../engine/run";
import { fromProperties, type Properties, type ResourceState } from "../engine/state";
import { formatProblem } from "../settings/layers";
import { withDefaults } from "../settings/settings";

/** The base of all resource providers: the stack's settings, and the check of the arguments. */
export abstract class ResourceProviderBase {
  protected abstract readonly schema: z.ZodType;

  constructor(protected readonly run = new Run()) {}

  // Not async: the engine's process uses the provider before it awaits this.
  configure = (request: Parameters<Run["configuration"]["configure"]>[0]): Promise<void> => {
    this.run.configuration.configure(request);
    return Promise.resolve();
  };

  /**
   * Fills in missing arguments from the settings, and checks all of them. The result names every failure, those of the settings
   * too, so that one preview shows them all.
   */
  check = (olds: Properties, news: Properties): Promise<CheckResult> => {
    const given = fromProperties(news);
    const service = this.serviceOf(given);
    const { args, missing } = withDefaults(given.args, service, ["organizationName", "projectName"]);
    const state = { ...given, args };
    const reasons = [
      ...missing,
      ...validate(args, this.schema, state.secretPaths),
      ...this.rulesBeyondSchema(state),
      ...service.problems.map(formatProblem),
    ];
    if (reasons.length === 0) {
      this.declare(state, service, news);
      // A preview makes no request, so it may go on without a base URL and a key.
      service.missing.forEach((problem) => warnOnce(formatProblem(problem)));
      // The engine asks for no diff of a resource that is new.
      if (service.settings.showPatches && Object.keys(fromProperties(olds).args).length === 0) {
        this.showCreation(state, service);
      }
    }
    return Promise.resolve({
      inputs: { ...args, ...state.internal },
      // With an empty property the CLI prints the reason alone, which has the full path in it.
      failures: reasons.map((reason) => ({ property: "", reason })),
    });
  };

  /** The service whose settings hold for a resource: that of its profile. */
  protected serviceOf({ args }: Pick<ResourceState, "args">): Service {
    return this.run.configuration.service(args["profile"]);
  }

  /** Notes which objects the resource declares in this run. `inputs` are those of the check. */
  protected declare(_state: ResourceState, _service: Service, _inputs: Properties): void {}

  /** Failures of rules that the schema does not express. */
  protected rulesBeyondSchema(_state: ResourceState): string[] {
    return [];
  }

  /** Prints the requests that create the resource, for `showPatches`. */
  protected abstract showCreation(state: ResourceState, service: Service): void;
}

/**
 * Whether `ignoreChanges` or the secret marks differ. The outputs must have them, because a refresh reads only outputs.
 */
export function optionsDiffer(before: ResourceState, after: ResourceState): boolean {
  return ["__ignoreChanges", "__secrets"].some((name) => !equalJson(before.internal[name], after.internal[name]));
}

/** Prints that the state takes over `ignoreChanges`, because the engine's own diff shows no option. */
export function announceOptions(label: string, before: ResourceState, after: ResourceState): void {
  if (!equalJson(before.internal["__ignoreChanges"], after.internal["__ignoreChanges"])) {
    console.log(`${label}: nothing is sent; the state takes over the option ignoreChanges`);
  }
}
