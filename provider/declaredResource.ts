import type { CheckResult } from "@pulumi/pulumi/dynamic";
import type { z } from "zod";
import type { Settings } from "./core/configuration";
import type { JsonObject } from "./core/json";
import type { SecretPaths } from "./core/secrets";
import type { Failure } from "./core/validation";
import { checkArguments } from "./checks";
import { Configuration } from "./host";
import { unpack, type Kept } from "./state";

export type Properties = { [key: string]: unknown };

/** What all kinds of resources begin with: the stack's settings, and the check of what the program declares. */
export abstract class DeclaredResource {
  protected readonly configuration = new Configuration();
  protected abstract readonly schema: z.ZodType;

  // Not async: the engine's process uses the provider before it awaits this.
  configure = (request: Parameters<Configuration["configure"]>[0]): Promise<void> => {
    this.configuration.configure(request);
    return Promise.resolve();
  };

  check = (olds: Properties, news: Properties): Promise<CheckResult> => {
    const kept = unpack(news);
    const { args, failures, settings } = checkArguments(kept, this.configuration, this.schema, (filled) =>
      this.rulesBeyondSchema(filled, kept.marked),
    );
    const isNew = Object.keys(unpack(olds).args).length === 0;
    // The engine asks for no diff of a resource that is new.
    if (isNew && failures.length === 0 && settings.showPatches) this.showCreation({ ...kept, args });
    return Promise.resolve({ inputs: { ...args, ...kept.internal }, failures });
  };

  /** The settings that hold for a resource: those of its profile. */
  protected settings({ args }: Pick<Kept, "args">): Settings {
    return this.configuration.settings(args["profile"]).settings;
  }

  /** What the arguments break that no member breaks by itself. */
  protected rulesBeyondSchema(_args: JsonObject, _marked: SecretPaths): Failure[] {
    return [];
  }

  /** Prints the requests that creating the resource makes: `showPatches`. */
  protected abstract showCreation(kept: Kept): void;
}
