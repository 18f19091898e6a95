import type { CheckResult } from "@pulumi/pulumi/dynamic";
import type { z } from "zod";
import type { Settings } from "../settings/rules";
import type { Failure } from "../core/check/validation";
import { checkArguments } from "./checks";
import { Configuration } from "../engine/configuration";
import { MAX_PROPERTIES_BYTES, megabytes, propertiesBytes } from "../engine/outputSize";
import { equalJson } from "../core/json/json";
import { fromProperties, type ResourceState } from "../engine/state";

export type Properties = { [key: string]: unknown };

/** What all kinds of resources begin with: the stack's settings, and the check of what the program declares. */
export abstract class ResourceProviderBase {
  protected readonly configuration = new Configuration();
  protected abstract readonly schema: z.ZodType;

  // Not async: the engine's process uses the provider before it awaits this.
  configure = (request: Parameters<Configuration["configure"]>[0]): Promise<void> => {
    this.configuration.configure(request);
    return Promise.resolve();
  };

  check = (olds: Properties, news: Properties): Promise<CheckResult> => {
    const before = fromProperties(olds);
    const state = fromProperties(news);
    const { args, failures, settings } = checkArguments(state, this.configuration, this.schema, (filled) => [
      ...this.rulesBeyondSchema({ ...state, args: filled }),
      ...this.#tooLarge(before, { ...state, args: filled }),
    ]);
    const checked = { ...state, args };
    if (failures.length === 0) {
      this.declare(checked);
      // The engine asks for no diff of a resource that is new.
      const isNew = Object.keys(before.args).length === 0;
      if (isNew && settings.showPatches) {
        this.showCreation(checked);
      }
    }
    return Promise.resolve({ inputs: { ...args, ...state.internal }, failures });
  };

  /** The settings that hold for a resource: those of its profile. */
  protected settings({ args }: Pick<ResourceState, "args">): Settings {
    return this.configuration.settings(args["profile"]).settings;
  }

  /**
   * Whether what the program hands on beside its arguments differs: the outputs must have it, for a refresh reads them alone. Asked
   * where nothing else differs. The engine's diff shows no option, so that is said.
   */
  protected internalsDiffer(id: string, before: ResourceState, after: ResourceState): boolean {
    const differ = (name: string) => !equalJson(before.internal[name], after.internal[name]);
    if (differ("__ignoreChanges")) {
      console.log(`${id}: nothing is sent; the state takes over the option ignoreChanges`);
    }
    return differ("__ignoreChanges") || differ("__secrets");
  }

  /** Notes which objects the resource declares in this run. */
  protected declare(_state: ResourceState): void {}

  /** What the arguments break that no field breaks by itself. */
  protected rulesBeyondSchema(_state: ResourceState): Failure[] {
    return [];
  }

  /** The most bytes that the outputs take, whatever fails. */
  protected maxBytes(_before: ResourceState, { args }: ResourceState): number {
    return propertiesBytes(args);
  }

  /** What to do about arguments that are too large. */
  protected readonly sizeHint: string = "";

  /** Prints the requests that creating the resource makes: `showPatches`. */
  protected abstract showCreation(state: ResourceState): void;

  #tooLarge(before: ResourceState, after: ResourceState): Failure[] {
    const bytes = this.maxBytes(before, after);
    if (bytes <= MAX_PROPERTIES_BYTES) {
      return [];
    }
    const reason =
      `the arguments are too large: with what has to be kept when a request fails they take ${megabytes(bytes)}, and ` +
      `Pulumi carries at most ${megabytes(MAX_PROPERTIES_BYTES)} of one resource then${this.sizeHint}`;
    return [{ reason }];
  }
}
