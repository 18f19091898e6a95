import type {
  CheckResult,
  CreateResult,
  DiffResult,
  ReadResult,
  ResourceProvider,
  UpdateResult,
} from "@pulumi/pulumi/dynamic";
import type { z } from "zod";
import type { Settings } from "./core/configuration";
import { declaredBody } from "./core/declaration";
import { driftOf } from "./core/drift";
import { ServiceError } from "./core/errors";
import { equalJson } from "./core/equality";
import type { Json, JsonObject } from "./core/json";
import { membersOf } from "./core/members";
import { mergePatch, type PreviousObject } from "./core/mergePatch";
import { isObject } from "./core/object";
import { renderRequest, type OperationName } from "./core/operations";
import { maskBody, maskedWire, secretValues } from "./core/secrets";
import { unconfirmedPaths, withUnconfirmed, type UnconfirmedPaths } from "./core/unconfirmed";
import { isUnknown } from "./core/unknown";
import { validateAdditionalMembers } from "./core/validation";
import { formatPath, programPath, toWire } from "./core/wireNames";
import { checkArguments } from "./checks";
import { foldDrift } from "./foldDrift";
import { Configuration, PartialError, quiet } from "./host";
import { replacedOnChange } from "./replaceOnChanges";
import { keepObserved, withholdSecrets } from "./observing";
import { showRequest, warn } from "./show";
import { pack, unpack, type Kept } from "./state";

/** What tells one kind of object from another that the interface lets us patch. */
export interface AdoptedKind {
  noun: string;
  operation: Extract<OperationName, "updateContainerGroup" | "updateQueue">;
  /** What the interface calls the last name of the path. */
  nameParameter: string;
  arguments: z.ZodType;
  body: z.ZodType;
  observed: z.ZodType;
}

/** Arguments that say which object is meant: another value is another object. */
const PLACE = ["organizationName", "projectName", "name", "profile"] as const;

/** Arguments that are kept in state but are in no patch. */
const KEPT_ONLY = ["onDestroy"] as const;

type Properties = { [key: string]: unknown };

/** A resource that adopts an existing object: patches what the program declares, and forgets it on delete. */
export class AdoptedObject implements ResourceProvider {
  readonly #configuration = new Configuration();
  readonly #kind: AdoptedKind;

  constructor(kind: AdoptedKind) {
    this.#kind = kind;
  }

  // Not async: the engine's process uses the provider before it awaits this.
  configure = (request: Parameters<Configuration["configure"]>[0]): Promise<void> => {
    this.#configuration.configure(request);
    return Promise.resolve();
  };

  check = (olds: Properties, news: Properties): Promise<CheckResult> => {
    const kept = unpack(news);
    const { args, failures, settings } = checkArguments(
      kept,
      this.#configuration,
      this.#kind.arguments,
      ["organizationName", "projectName"],
      (filled) => validateAdditionalMembers(filled, this.#body),
    );
    const isNew = Object.keys(unpack(olds).args).length === 0;
    if (isNew && failures.length === 0) this.#show(settings, { ...kept, args }, this.#patch(undefined, args));
    return Promise.resolve({ inputs: { ...args, ...kept.internal }, failures });
  };

  diff = (_id: string, olds: Properties, news: Properties): Promise<DiffResult> => {
    const before = unpack(olds);
    const after = unpack(news);
    const differs = (name: string) => isUnknown(after.args[name]) || !equalJson(before.args[name], after.args[name]);
    const moved = PLACE.filter(differs);
    const forced = replacedOnChange(after.internal["__replaceOnChanges"], before.args, after.args);
    const replaces = [...new Set([...moved, ...forced])];
    const patch = this.#patch(before, after.args);
    if (replaces.length === 0) this.#show(this.#configuration.settings(after.args["profile"]).settings, after, patch);
    const marksDiffer = !equalJson(before.internal["__secrets"], after.internal["__secrets"]);
    return Promise.resolve({
      changes: replaces.length > 0 || patch !== undefined || marksDiffer || KEPT_ONLY.some(differs),
      replaces,
      // Where the same object is replaced (`replaceOnChanges`), what `onDestroy` sends must not come last.
      deleteBeforeReplace: moved.length === 0 && forced.length > 0 && before.args["onDestroy"] !== undefined,
    });
  };

  create = async (inputs: Properties): Promise<CreateResult> => {
    const kept = unpack(inputs);
    return { id: idOf(kept.args), outs: await this.#apply(undefined, kept) };
  };

  update = async (_id: string, olds: Properties, news: Properties): Promise<UpdateResult> => {
    return { outs: await this.#apply(unpack(olds), unpack(news)) };
  };

  read = async (id: string, properties: Properties = {}): Promise<ReadResult> => {
    const kept = unpack(properties);
    const { settings } = this.#configuration.settings(kept.args["profile"]);
    if (settings.refresh === "state") return { id, props: properties };
    const answer = await this.#send(kept, kept, {}, "refresh");
    if (answer === undefined) return { id, props: properties };
    const drift = driftOf(declaredBody(kept.args, this.#body), answer, this.#body);
    const args = foldDrift(kept, drift, this.#body);
    const props = pack({ ...kept, args }, this.#observe(answer, kept), kept.unconfirmed);
    return drift.length === 0 ? { id, props } : { id, props, inputs: { ...args, ...kept.internal } };
  };

  delete = async (_id: string, properties: Properties): Promise<void> => {
    const kept = unpack(properties);
    const onDestroy = kept.args["onDestroy"];
    if (!isObject(onDestroy)) return;
    const body = toWire(onDestroy, this.#body);
    if (Object.keys(body).length === 0) return;
    try {
      await this.#send(kept, kept, body, "onDestroy");
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 404) throw error;
      warn(`${this.#kind.noun} ${idOf(kept.args)} does not exist any more, so onDestroy was not sent`);
    }
  };

  get #arguments() {
    return membersOf(this.#kind.arguments);
  }

  get #body() {
    return membersOf(this.#kind.body);
  }

  /** What was declared before, as far as it is known to have arrived. */
  #previous(before: Kept | undefined): PreviousObject {
    return before ? withUnconfirmed(declaredBody(before.args, this.#body), before.unconfirmed) : {};
  }

  #patch(before: Kept | undefined, args: JsonObject): JsonObject | undefined {
    return mergePatch(this.#body, this.#previous(before), declaredBody(args, this.#body));
  }

  #observe(answer: JsonObject, kept: Kept): JsonObject {
    const { settings } = this.#configuration.settings(kept.args["profile"]);
    return keepObserved(answer, this.#kind.observed, settings, kept, this.#arguments);
  }

  /** The outputs when there is no answer to read: what was observed before still holds. */
  #unanswered(before: Kept | undefined, after: Kept, unconfirmed?: UnconfirmedPaths): JsonObject {
    return pack(after, withholdSecrets(before?.observed ?? {}, after, this.#arguments), unconfirmed);
  }

  #parameters(args: JsonObject): Record<string, string> {
    return {
      organizationName: String(args["organizationName"]),
      projectName: String(args["projectName"]),
      [this.#kind.nameParameter]: String(args["name"]),
    };
  }

  #masked(kept: Kept, body: Json, part: "declaration" | "onDestroy" = "declaration"): Json {
    if (part === "declaration") return maskBody(body, maskedWire(kept.args, this.#arguments, this.#body, kept.marked));
    const args = maskedWire(kept.args, this.#arguments, this.#arguments, kept.marked)["on_destroy"];
    return maskBody(body, args ?? {});
  }

  #show(settings: Settings, kept: Kept, patch: JsonObject | undefined): void {
    if (!settings.showPatches || patch === undefined) return;
    showRequest(this.#kind.operation, this.#parameters(kept.args), this.#masked(kept, patch));
  }

  /** Sends what differs and gives the new outputs. Whatever fails, the outputs say what is known and what is in doubt. */
  async #apply(before: Kept | undefined, after: Kept): Promise<JsonObject> {
    const patch = this.#patch(before, after.args);
    if (patch === undefined) return this.#unanswered(before, after);
    try {
      const answer = await this.#send(before, after, patch);
      if (answer === undefined) return this.#unanswered(before, after);
      this.#warnOfDifferences(after, patch, answer);
      return pack(after, this.#observe(answer, after));
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.maybeProcessed) throw error;
      throw this.#inDoubt(before, after, unconfirmedPaths(patch, this.#previous(before)), error);
    }
  }

  #inDoubt(before: Kept | undefined, after: Kept, unconfirmed: UnconfirmedPaths, error: ServiceError): PartialError {
    const next = "The change may or may not have been made; the next `pulumi up` sends it again.";
    return new PartialError(idOf(after.args), this.#unanswered(before, after, unconfirmed), [
      `${error.message} ${next}`,
    ]);
  }

  async #send(
    before: Kept | undefined,
    after: Kept,
    body: JsonObject,
    shown?: "refresh" | "onDestroy",
  ): Promise<JsonObject | undefined> {
    const { client, settings } = this.#configuration.client(after.args["profile"]);
    const request = renderRequest(this.#kind.operation, this.#parameters(after.args), { body });
    if (shown && settings.showPatches) {
      const part = shown === "onDestroy" ? shown : "declaration";
      showRequest(this.#kind.operation, this.#parameters(after.args), this.#masked(after, body, part));
    }
    const secrets = [before, after].flatMap((kept) =>
      kept ? [...secretValues(kept.args, this.#arguments, kept.marked)] : [],
    );
    try {
      const answer = await client.send(request, { secrets });
      if (answer.unreadable) {
        warn(
          `${this.#kind.noun} ${request.objectPath}: the change was made, but its answer cannot be read: ${answer.unreadable}`,
        );
      }
      return isObject(answer.body) ? (answer.body as JsonObject) : undefined;
    } catch (error) {
      throw error instanceof Error ? quiet(error) : error;
    }
  }

  #warnOfDifferences(after: Kept, patch: JsonObject, answer: JsonObject): void {
    const drift = driftOf(patch, answer, this.#body);
    if (drift.length === 0) return;
    const paths = drift.map(({ path }) => formatPath(programPath(path, this.#body)));
    warn(
      `${this.#kind.noun} ${idOf(after.args)}: the service accepted the change but answers another value of ` +
        `${paths.join(", ")}; it may have ignored or changed what was sent`,
    );
  }
}

function idOf(args: JsonObject): string {
  return [args["organizationName"], args["projectName"], args["name"]].map(String).join("/");
}
