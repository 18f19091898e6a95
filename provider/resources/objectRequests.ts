import { renderRequest } from "../core/http/operations";
import type { Json, JsonObject } from "../core/json/json";
import { isJsonObject } from "../core/json/object";
import type { Declaration } from "../core/patch/declaration";
import { membersOf } from "../core/schema/members";
import { maskBody, maskedWire } from "../core/secrets/masking";
import { secretValues } from "../core/secrets/secretValues";
import type { Configuration } from "../engine/configuration";
import { objectKey, serviceHash, type DeclaredObjects, type ObjectKey } from "../engine/declaredObjects";
import { hideStack } from "../engine/errors";
import { showRequest } from "../engine/printing";
import type { Settings } from "../settings/rules";
import { idOf, type ObjectKind, type PriorState } from "./objectKind";

/** Makes and shows the requests to objects of one kind, and knows which object of which service a declaration is of. */
export class ObjectRequests {
  readonly #configuration: Configuration;
  readonly #declared: DeclaredObjects;

  constructor(
    readonly kind: ObjectKind,
    configuration: Configuration,
    declared: DeclaredObjects,
    readonly warn: (message: string) => void,
  ) {
    this.#configuration = configuration;
    this.#declared = declared;
  }

  get body() {
    return membersOf(this.kind.body);
  }

  get arguments() {
    return membersOf(this.kind.arguments);
  }

  settings({ args }: Declaration): Settings {
    return this.#configuration.settings(args["profile"]).settings;
  }

  /** The short hash of the base URL in force. */
  service(declaration: Declaration): string | undefined {
    return serviceHash(this.settings(declaration).baseUrl);
  }

  /** Whether the object was declared at another base URL: what is known of it says nothing of the object at this one. */
  isElsewhere(prior: PriorState): boolean {
    const service = this.service(prior);
    return prior.service !== undefined && service !== undefined && prior.service !== service;
  }

  key(declaration: Declaration): ObjectKey {
    return objectKey(this.service(declaration), this.kind.operation, idOf(declaration.args));
  }

  describe({ args }: Declaration): string {
    return `${this.kind.noun} ${idOf(args)}`;
  }

  warnOf(declaration: Declaration, message: string): void {
    this.warn(`${this.describe(declaration)}: ${message}`);
  }

  /** Prints a patch that is about to be sent. */
  show(declaration: Declaration, patch: JsonObject): void {
    const { args, secretPaths } = declaration;
    this.#show(declaration, patch, maskedWire(args, this.arguments, this.body, secretPaths));
  }

  /** Prints an `onDestroy` patch that is about to be sent. */
  showOnDestroy(declaration: Declaration, patch: JsonObject): void {
    const { args, secretPaths } = declaration;
    const masked = maskedWire(args, this.arguments, this.arguments, secretPaths);
    this.#show(declaration, patch, isJsonObject(masked) ? masked["on_destroy"] : masked);
  }

  /**
   * Sends a patch; `prior` is what it was made against, of which an error may show no secret either. Nothing: there is no
   * response to read.
   *
   * @throws ServiceError
   */
  async send(declaration: Declaration, patch: JsonObject, prior?: Declaration): Promise<JsonObject | undefined> {
    const { client } = this.#configuration.client(declaration.args["profile"]);
    const request = renderRequest(this.kind.operation, this.#parameters(declaration), { body: patch });
    const secrets = [prior, declaration].flatMap((each) =>
      each ? [...secretValues(each.args, this.arguments, each.secretPaths)] : [],
    );
    try {
      const response = await this.#declared.inTurn(this.key(declaration), () => client.send(request, { secrets }));
      if (response.unreadable) {
        this.warnOf(declaration, `the change was made, but its response cannot be read: ${response.unreadable}`);
      }
      return isJsonObject(response.body) ? response.body : undefined;
    } catch (error) {
      throw error instanceof Error ? hideStack(error) : error;
    }
  }

  #show(declaration: Declaration, patch: JsonObject, masked: Json | undefined): void {
    showRequest(this.kind.operation, this.#parameters(declaration), maskBody(patch, masked));
  }

  #parameters({ args }: Declaration): Record<string, string> {
    // What is missing is refused where the path is made, and never becomes the name of another object.
    const text = (name: string) => (typeof args[name] === "string" ? args[name] : "");
    return {
      organizationName: text("organizationName"),
      projectName: text("projectName"),
      [this.kind.nameParameter]: text("name"),
    };
  }
}
