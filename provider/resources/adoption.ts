import type { z } from "zod";
import { declaredBody, type Declaration } from "../core/patch/declaration";
import { driftOf } from "../core/patch/drift";
import { ServiceError } from "../core/http/errors";
import type { Json, JsonObject } from "../core/json/json";
import { membersOf } from "../core/schema/members";
import { leftFields } from "../core/patch/leftFields";
import { mergePatch, type PreviousObject } from "../core/patch/mergePatch";
import { isEmpty, isJsonObject } from "../core/json/object";
import { renderRequest, type OperationName } from "../core/http/operations";
import { maskBody, maskedWire } from "../core/secrets/masking";
import { secretFields } from "../core/secrets/secretFields";
import { secretValues } from "../core/secrets/secretValues";
import { indeterminatePaths, withIndeterminate, type IndeterminatePaths } from "../core/patch/indeterminatePaths";
import { unsetFields } from "../core/patch/unsetFields";
import { formatPath } from "../../common/path";
import { programPath, toWire } from "../core/schema/wireNames";
import { objectKey, serviceHash, type DeclaredObjects, type ObjectKey } from "../host/declaredObjects";
import { foldDrift, withoutDriftNotes } from "../core/patch/foldDrift";
import { type Configuration } from "../host/configuration";
import { hideStack } from "../host/errors";
import type { Observed } from "../host/observed";
import { responseWarnings } from "./responseWarnings";
import { keepObserved, observeResponse, type ObservedShape } from "./observing";
import { portable } from "../host/outputValues";
import { covers } from "../../common/propertyPaths";
import { showRequest, warn } from "../host/printing";
import type { ResourceState } from "../host/state";

/** What tells one kind of object from another that the API lets us patch. */
export interface ObjectKind extends ObservedShape {
  noun: string;
  operation: Extract<OperationName, "updateContainerGroup" | "updateQueue">;
  /** What the API calls the last name of the path. */
  nameParameter: string;
  body: z.ZodType;
}

/** What was declared of an object before, and what is known of how that went. */
export type PriorState = Declaration & Pick<ResourceState, "service" | "unconfirmed" | "observed" | "ignored">;

/** What came of a change. */
export interface ApplyResult {
  /** What is kept of the service's response; that of before where there was none. */
  observed: Observed;
  /** The change may or may not have been made. */
  indeterminate?: { paths: IndeterminatePaths; reason: string; error: ServiceError };
}

/** Adopts objects of one kind: makes patches of declarations, sends them, and reads the responses. It keeps nothing itself. */
export class Adoption {
  readonly #kind: ObjectKind;
  readonly #configuration: Configuration;
  readonly #declared: DeclaredObjects;
  readonly #warn: (message: string) => void;

  constructor(kind: ObjectKind, configuration: Configuration, declared: DeclaredObjects, warning = warn) {
    this.#kind = kind;
    this.#configuration = configuration;
    this.#declared = declared;
    this.#warn = warning;
  }

  /** The merge patch that makes the declaration true; nothing when it is true already. */
  patch(prior: PriorState | undefined, declaration: Declaration): JsonObject | undefined {
    const declared = declaredBody(declaration.args, this.#body);
    const patch = mergePatch(this.#body, this.#previous(prior), declared, { removed: this.#removed(declaration) });
    return patch && withoutDriftNotes(patch);
  }

  /** The fields that the declaration no longer has and for which nothing is sent, as programs write them: they are no longer managed. */
  leftFields(prior: PriorState | undefined, declaration: Declaration): string[] {
    if (prior === undefined || this.isElsewhere(prior)) {
      return [];
    }
    const [before, after] = [declaredBody(prior.args, this.#body), declaredBody(declaration.args, this.#body)];
    return this.#formatPaths(leftFields(this.#body, before, after, { removed: this.#removed(declaration) }), prior);
  }

  /** The short hash of the base URL in force. */
  service({ args }: Declaration): string | undefined {
    return serviceHash(this.#configuration.settings(args["profile"]).settings.baseUrl);
  }

  /** Whether the object was declared at another base URL: what is known of it says nothing of the object at this one. */
  isElsewhere(prior: PriorState): boolean {
    const service = this.service(prior);
    return prior.service !== undefined && service !== undefined && prior.service !== service;
  }

  /** The fields that a patch changes, as programs write them: `container.image`. What is marked secret as a whole is not looked into. */
  fieldsIn(patch: JsonObject, declaration: Declaration): string[] {
    return this.#formatPaths(leafPaths(patch), declaration);
  }

  /** The fields that a patch sets to a secret value, as programs write them: the engine's preview does not show these. */
  secretFieldsIn(patch: JsonObject, declaration: Declaration): string[] {
    const { args, secretPaths } = declaration;
    const paths = secretFields(patch, args, { schema: this.#arguments, body: this.#body, secretPaths });
    return this.#formatPaths(paths, declaration);
  }

  /** Prints a patch that is about to be sent. */
  show(declaration: Declaration, patch: JsonObject): void {
    showRequest(this.#kind.operation, this.#parameters(declaration.args), this.#masked(declaration, patch));
  }

  /**
   * Sends a patch, if there is one.
   *
   * @throws ServiceError when the change surely was not made.
   */
  async apply(
    prior: PriorState | undefined,
    declaration: Declaration,
    patch: JsonObject | undefined,
  ): Promise<ApplyResult> {
    if (patch === undefined) {
      return { observed: this.withoutResponse(prior, declaration) };
    }
    try {
      const response = await this.#send(declaration, patch, prior);
      if (response === undefined) {
        return { observed: this.withoutResponse(prior, declaration) };
      }
      const change = { patch, previous: this.#previous(prior), declared: declaredBody(declaration.args, this.#body) };
      for (const warning of responseWarnings(change, response, this.#body, declaration.secretPaths)) {
        this.#warn(`${this.#describe(declaration)}: ${warning}`);
      }
      return { observed: this.#observe(response, declaration) };
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      if (!error.maybeProcessed) {
        throw Object.assign(error, { message: error.message + this.#removalHint(error, declaration, patch) });
      }
      const next = "The change may or may not have been made; the next `pulumi up` sends it again.";
      return {
        observed: this.withoutResponse(prior, declaration),
        indeterminate: {
          paths: indeterminatePaths(patch, this.#previous(prior)),
          reason: `${error.message} ${next}`,
          error,
        },
      };
    }
  }

  /** What is kept when there is no response to read: what was observed before still holds, of the same service. */
  withoutResponse(prior: PriorState | undefined, declaration: Declaration): Observed {
    const observed = prior && this.isElsewhere(prior) ? undefined : prior?.observed;
    return keepObserved(observed, declaration, this.#kind);
  }

  /**
   * Asks the service what it has, by the empty patch: the arguments with what drifted folded in. Nothing: no response to read,
   * or the object was declared at another base URL.
   */
  async refresh(prior: PriorState): Promise<{ args: JsonObject; observed: Observed; drifted: boolean } | undefined> {
    if (this.isElsewhere(prior)) {
      this.#warn(`${this.#describe(prior)} was declared at another base URL, so it is not refreshed`);
      return undefined;
    }
    if (this.#showPatches(prior)) {
      this.show(prior, {});
    }
    const response = await this.#send(prior, {});
    if (response === undefined) {
      return undefined;
    }
    // What the program ignores changes of stays as it was declared: folded in, it would be a change to be undone.
    const drift = driftOf(declaredBody(prior.args, this.#body), response, this.#body).filter(
      ({ path }) =>
        !covers(prior.ignored, programPath(path, this.#body)) && !covers(prior.ignored, ["additionalMembers", ...path]),
    );
    const args = portable(foldDrift(prior, drift, this.#body), () => undefined) as JsonObject;
    return { args, observed: this.#observe(response, prior), drifted: drift.length > 0 };
  }

  /** The engine has checked a resource that declares the object. */
  declare(declaration: Declaration): void {
    this.#declared.declare(this.#key(declaration));
  }

  /** The engine creates, updates or leaves as it is a resource that declares the object. */
  takeOver(declaration: Declaration): void {
    this.#declared.takeOver(this.#key(declaration));
  }

  /** Whether the engine checked a resource of this run that declares the object, even if it has still to be created. */
  isDeclared(declaration: Declaration): boolean {
    return this.#declared.isDeclared(this.#key(declaration));
  }

  /** Whether the engine has created, updated or left as it is a resource of this run that declares the object. */
  isTakenOver(declaration: Declaration): boolean {
    return this.#declared.isTakenOver(this.#key(declaration));
  }

  /** What `onDestroy` sends, in wire form; nothing where it says nothing. */
  onDestroyPatch({ args }: Declaration): JsonObject | undefined {
    const onDestroy = args["onDestroy"];
    return isJsonObject(onDestroy) ? mergePatch(this.#body, {}, toWire(onDestroy, this.#body)) : undefined;
  }

  /** Prints what forgetting the object is about to send, if anything. */
  showForget(prior: PriorState, isStillDeclared = this.isTakenOver(prior)): void {
    const body = this.onDestroyPatch(prior);
    if (body === undefined || isStillDeclared || this.isElsewhere(prior)) {
      return;
    }
    showRequest(this.#kind.operation, this.#parameters(prior.args), this.#maskedOnDestroy(prior, body));
  }

  /**
   * Forgets an object, with what `onDestroy` says, if anything. One that does not exist any more is forgotten too, and one that
   * another resource of the program declares now is not sent the `onDestroy` of this one.
   */
  async forget(prior: PriorState, isStillDeclared = () => this.isTakenOver(prior)): Promise<void> {
    const body = this.onDestroyPatch(prior);
    if (body === undefined) {
      return;
    }
    const skipped = () =>
      isStillDeclared()
        ? "is declared by another resource of the program"
        : this.isElsewhere(prior) && "was declared at another base URL";
    const reason = skipped();
    if (reason) {
      console.log(`${this.#describe(prior)} ${reason}, so onDestroy is not sent`);
      return;
    }
    try {
      await this.#send(prior, body);
    } catch (error) {
      if (!(error instanceof ServiceError) || (error.status !== 404 && error.status !== 410)) {
        throw error;
      }
      this.#warn(`${this.#describe(prior)} does not exist any more, so onDestroy was not sent`);
    }
  }

  /** What is indeterminate of an object after a failed `forget`. */
  unconfirmedForget(prior: PriorState): IndeterminatePaths {
    return indeterminatePaths(this.onDestroyPatch(prior) ?? {}, this.#previous(prior));
  }

  /** What becomes of fields that are taken out of the program. */
  #removed({ args }: Declaration): "unset" | "leave" {
    const { settings } = this.#configuration.settings(args["profile"]);
    return args["removedMembers"] === "unset" || args["removedMembers"] === "leave"
      ? args["removedMembers"]
      : settings.removedMembers;
  }

  /** Wire paths as programs write them, as far as they may be shown. */
  #formatPaths(paths: readonly string[][], { secretPaths }: Declaration): string[] {
    const visible = paths.map((path) => formatPath(secretPaths.visible(programPath(path, this.#body))));
    return [...new Set(visible)].map((field) => (field === "" ? "fields of a secret value" : field));
  }

  /** What to do where the service refuses a patch that unsets fields: the API does not say which of them it lets be unset. */
  #removalHint({ status }: ServiceError, declaration: Declaration, patch: JsonObject): string {
    const declared = declaredBody(declaration.args, this.#body);
    const unset = status === 400 || status === 422 ? unsetFields(patch, declared) : [];
    if (unset.length === 0) {
      return "";
    }
    const inProbe = unset.find(([first = "", second]) => second !== undefined && this.#body.byWire.get(first)?.entity);
    const probe = inProbe && formatPath(programPath(inProbe.slice(0, 1), this.#body));
    return (
      ` The patch unsets ${this.#formatPaths(unset, declaration).join(", ")}. If that is what the service refuses, give a value, ` +
      'or set removedMembers: "leave" to stop managing what is taken out.' +
      (probe === undefined
        ? ""
        : ` To change the kind of ${probe}, take two steps: ${probe}: null first, the new one in a second \`pulumi up\`.`)
    );
  }

  get #arguments() {
    return membersOf(this.#kind.arguments);
  }

  get #body() {
    return membersOf(this.#kind.body);
  }

  /** Paths in wire names as programs write them. */
  #key(declaration: Declaration): ObjectKey {
    return objectKey(this.service(declaration), this.#kind.operation, idOf(declaration.args));
  }

  #describe({ args }: Declaration): string {
    return `${this.#kind.noun} ${idOf(args)}`;
  }

  /** What was declared before, as far as it is known to have been applied at the base URL in force. */
  #previous(prior: PriorState | undefined): PreviousObject {
    return prior && !this.isElsewhere(prior)
      ? withIndeterminate(declaredBody(prior.args, this.#body), prior.unconfirmed)
      : {};
  }

  #observe(response: JsonObject, declaration: Declaration): Observed {
    const { settings } = this.#configuration.settings(declaration.args["profile"]);
    return observeResponse(response, declaration, settings, this.#kind, (message) =>
      this.#warn(`${this.#describe(declaration)}: ${message}`),
    );
  }

  #showPatches({ args }: Declaration): boolean {
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

  #masked({ args, secretPaths }: Declaration, body: Json): Json {
    return maskBody(body, maskedWire(args, this.#arguments, this.#body, secretPaths));
  }

  #maskedOnDestroy({ args, secretPaths }: Declaration, body: Json): Json {
    const masked = maskedWire(args, this.#arguments, this.#arguments, secretPaths);
    return maskBody(body, isJsonObject(masked) ? masked["on_destroy"] : masked);
  }

  async #send(declaration: Declaration, body: JsonObject, prior?: Declaration): Promise<JsonObject | undefined> {
    const { client } = this.#configuration.client(declaration.args["profile"]);
    const request = renderRequest(this.#kind.operation, this.#parameters(declaration.args), { body });
    const secrets = [prior, declaration].flatMap((each) =>
      each ? [...secretValues(each.args, this.#arguments, each.secretPaths)] : [],
    );
    try {
      const response = await this.#declared.inTurn(this.#key(declaration), () => client.send(request, { secrets }));
      if (response.unreadable) {
        this.#warn(
          `${this.#describe(declaration)}: the change was made, but its response cannot be read: ${response.unreadable}`,
        );
      }
      return isJsonObject(response.body) ? response.body : undefined;
    } catch (error) {
      throw error instanceof Error ? hideStack(error) : error;
    }
  }
}

function leafPaths(value: Json): string[][] {
  if (!isJsonObject(value) || isEmpty(value)) {
    return [[]];
  }
  return Object.entries(value).flatMap(([key, inner]) => leafPaths(inner).map((path) => [key, ...path]));
}

/** The names that address an object, as the API's path has them. */
export function idOf(args: JsonObject): string {
  return [args["organizationName"], args["projectName"], args["name"]].map(String).join("/");
}
