import type { z } from "zod";
import { declaredBody } from "./core/declaration";
import { driftOf } from "./core/drift";
import { ServiceError } from "./core/errors";
import type { Json, JsonObject } from "./core/json";
import { membersOf } from "./core/members";
import { mergePatch, type PreviousObject } from "./core/mergePatch";
import { isEmpty, isJsonObject, isObject } from "./core/object";
import { renderRequest, type OperationName } from "./core/operations";
import { MASK, maskBody, maskedWire, secretValues } from "./core/secrets";
import { unconfirmedPaths, withUnconfirmed, type UnconfirmedPaths } from "./core/unconfirmed";
import { formatPath, programPath, toWire } from "./core/wireNames";
import { foldDrift } from "./foldDrift";
import { quiet, type Configuration } from "./host";
import { keepObserved, withholdSecrets } from "./observing";
import { showRequest, warn } from "./show";
import type { Kept } from "./state";

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

/** What is declared of one object. */
export type Declared = Pick<Kept, "args" | "marked">;

/** What was declared of it before, and what is known of how that went. */
export type Standing = Pick<Kept, "args" | "marked" | "unconfirmed" | "observed">;

/** What came of a change. */
export interface Adopted {
  /** What is kept of the service's answer; that of before where there was none. */
  observed: JsonObject;
  /** The change may or may not have been made. */
  doubt?: { paths: UnconfirmedPaths; reason: string; error: ServiceError };
}

/** Adopts objects of one kind: makes patches of declarations, sends them, and reads the answers. It keeps nothing itself. */
export class Adoption {
  readonly #kind: AdoptedKind;
  readonly #configuration: Configuration;
  readonly #warn: (message: string) => void;

  constructor(kind: AdoptedKind, configuration: Configuration, warning = warn) {
    this.#kind = kind;
    this.#configuration = configuration;
    this.#warn = warning;
  }

  /** The merge patch that makes the declaration true; nothing when it is true already. */
  patch(before: Standing | undefined, after: Declared): JsonObject | undefined {
    return mergePatch(this.#body, this.#previous(before), declaredBody(after.args, this.#body));
  }

  /** The members that a patch changes, as programs write them: `container.image`. */
  membersIn(patch: JsonObject): string[] {
    return leafPaths(patch).map((path) => formatPath(programPath(path, this.#body)));
  }

  /** Prints a patch that is about to be sent. */
  show(declared: Declared, patch: JsonObject): void {
    showRequest(this.#kind.operation, this.#parameters(declared.args), this.#masked(declared, patch));
  }

  /**
   * Sends a patch, if there is one.
   *
   * @throws ServiceError when the change surely was not made.
   */
  async apply(before: Standing | undefined, after: Declared, patch: JsonObject | undefined): Promise<Adopted> {
    if (patch === undefined) return { observed: this.unanswered(before, after) };
    try {
      const answer = await this.#send(after, patch, before);
      if (answer === undefined) return { observed: this.unanswered(before, after) };
      this.#warnOfDifferences(after, patch, answer);
      return { observed: this.#observe(answer, after) };
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.maybeProcessed) throw error;
      const next = "The change may or may not have been made; the next `pulumi up` sends it again.";
      const paths = unconfirmedPaths(patch, this.#previous(before));
      return { observed: this.unanswered(before, after), doubt: { paths, reason: `${error.message} ${next}`, error } };
    }
  }

  /** What is kept when there is no answer to read: what was observed before still holds. */
  unanswered(before: Standing | undefined, after: Declared): JsonObject {
    return withholdSecrets(before?.observed ?? {}, after, this.#arguments);
  }

  /** Asks the service what it has, by the empty patch: the arguments with what drifted folded in. Nothing: no answer to read. */
  async refresh(standing: Standing): Promise<{ args: JsonObject; observed: JsonObject; drifted: boolean } | undefined> {
    if (this.#showPatches(standing)) this.show(standing, {});
    const answer = await this.#send(standing, {});
    if (answer === undefined) return undefined;
    const drift = driftOf(declaredBody(standing.args, this.#body), answer, this.#body);
    const args = foldDrift(standing, drift, this.#body);
    return { args, observed: this.#observe(answer, standing), drifted: drift.length > 0 };
  }

  /** What `onDestroy` sends, in wire form; nothing where it says nothing. */
  farewell({ args }: Declared): JsonObject | undefined {
    const onDestroy = args["onDestroy"];
    const body = isObject(onDestroy) ? toWire(onDestroy, this.#body) : {};
    return isEmpty(body) ? undefined : body;
  }

  /** Prints what letting the object go is about to send, if anything. */
  showRelease(declared: Declared): void {
    const body = this.farewell(declared);
    if (body === undefined) return;
    showRequest(this.#kind.operation, this.#parameters(declared.args), this.#maskedFarewell(declared, body));
  }

  /** Lets an object go, with what `onDestroy` says, if anything. One that does not exist any more is let go too. */
  async release(standing: Standing): Promise<void> {
    const body = this.farewell(standing);
    if (body === undefined) return;
    try {
      await this.#send(standing, body);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 404) throw error;
      this.#warn(`${this.#kind.noun} ${idOf(standing.args)} does not exist any more, so onDestroy was not sent`);
    }
  }

  /** What is in doubt of an object after a failed `release`. */
  releaseInDoubt(standing: Standing): UnconfirmedPaths {
    return unconfirmedPaths(this.farewell(standing) ?? {}, this.#previous(standing));
  }

  get #arguments() {
    return membersOf(this.#kind.arguments);
  }

  get #body() {
    return membersOf(this.#kind.body);
  }

  /** What was declared before, as far as it is known to have arrived. */
  #previous(before: Standing | undefined): PreviousObject {
    return before ? withUnconfirmed(declaredBody(before.args, this.#body), before.unconfirmed) : {};
  }

  #observe(answer: JsonObject, declared: Declared): JsonObject {
    const { settings } = this.#configuration.settings(declared.args["profile"]);
    return keepObserved(answer, this.#kind.observed, settings, declared, this.#arguments);
  }

  #showPatches({ args }: Declared): boolean {
    return this.#configuration.settings(args["profile"]).settings.showPatches;
  }

  #parameters(args: JsonObject): Record<string, string> {
    // What is missing is refused where the path is made, and never becomes the name of another object.
    const text = (name: string) => (typeof args[name] === "string" ? args[name] : "");
    return {
      organizationName: text("organizationName"),
      projectName: text("projectName"),
      [this.#kind.nameParameter]: text("name"),
    };
  }

  #masked({ args, marked }: Declared, body: Json): Json {
    return marked.has([]) ? MASK : maskBody(body, maskedWire(args, this.#arguments, this.#body, marked));
  }

  #maskedFarewell({ args, marked }: Declared, body: Json): Json {
    if (marked.has([])) return MASK;
    return maskBody(body, maskedWire(args, this.#arguments, this.#arguments, marked)["on_destroy"] ?? {});
  }

  async #send(after: Declared, body: JsonObject, before?: Declared): Promise<JsonObject | undefined> {
    const { client } = this.#configuration.client(after.args["profile"]);
    const request = renderRequest(this.#kind.operation, this.#parameters(after.args), { body });
    const secrets = [before, after].flatMap((declared) =>
      declared ? [...secretValues(declared.args, this.#arguments, declared.marked)] : [],
    );
    try {
      const answer = await client.send(request, { secrets });
      if (answer.unreadable) {
        this.#warn(
          `${this.#kind.noun} ${request.objectPath}: the change was made, but its answer cannot be read: ${answer.unreadable}`,
        );
      }
      return isObject(answer.body) ? (answer.body as JsonObject) : undefined;
    } catch (error) {
      throw error instanceof Error ? quiet(error) : error;
    }
  }

  #warnOfDifferences(after: Declared, patch: JsonObject, answer: JsonObject): void {
    const drift = driftOf(patch, answer, this.#body);
    if (drift.length === 0) return;
    const paths = drift.map(({ path }) => formatPath(programPath(path, this.#body)));
    this.#warn(
      `${this.#kind.noun} ${idOf(after.args)}: the service accepted the change but answers another value of ` +
        `${paths.join(", ")}; it may have ignored or changed what was sent`,
    );
  }
}

function leafPaths(value: Json): string[][] {
  if (!isJsonObject(value) || isEmpty(value)) return [[]];
  return Object.entries(value).flatMap(([key, inner]) => leafPaths(inner).map((path) => [key, ...path]));
}

/** The names that address an object, as the interface's path has them. */
export function idOf(args: JsonObject): string {
  return [args["organizationName"], args["projectName"], args["name"]].map(String).join("/");
}
