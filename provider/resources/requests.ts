import { renderRequest } from "../core/http/operations";
import { isJsonObject, type JsonObject } from "../../common/json";
import { maskBody } from "../core/secrets/masking";
import { secretValues } from "../core/secrets/secretValues";
import { clientFor } from "../engine/configuration";
import { hideStack } from "../engine/errors";
import { showRequest } from "../engine/printing";
import type { Run } from "../engine/run";
import type { Change } from "./change";

/** Takes a warning of one object or of many. */
export type Warn = (message: string) => void;

/** Prints a patch that is about to be sent. */
export function showPatch(change: Change, patch: JsonObject): void {
  showRequest(change.kind.operation, parametersOf(change), maskBody(patch, change.source));
}

/** Prints an `onDestroy` patch that is about to be sent. */
export function showOnDestroyPatch(change: Change, patch: JsonObject): void {
  const source = { body: change.kind.body, declarations: [change.after], argument: "onDestroy" };
  showRequest(change.kind.operation, parametersOf(change), maskBody(patch, source));
}

/**
 * Sends a patch to the object of a change. Returns undefined where the patch was applied but its response is no object, after a
 * warning that says why.
 *
 * @throws ServiceError
 */
export async function sendPatch(
  run: Run,
  change: Change,
  patch: JsonObject,
  warn: Warn,
): Promise<JsonObject | undefined> {
  const { kind, source } = change;
  const client = clientFor(change.service);
  const request = renderRequest(kind.operation, parametersOf(change), { body: patch });
  const secrets = () => secretValues(source.declarations, kind.arguments);
  try {
    const response = await run.objects.inTurn(change.key, () => client.send(request, { secrets }));
    const { body, unreadable = "it is not a JSON object" } = response;
    if (isJsonObject(body)) {
      return body;
    }
    warn(`${change.label}: the request succeeded, but its response cannot be read: ${unreadable}`);
    return undefined;
  } catch (error) {
    throw error instanceof Error ? hideStack(error) : error;
  }
}

const parametersOf = ({ kind, after: { args } }: Change) => pathParameters(args, kind.nameParameter, "name");

/**
 * The parameters of a path. A missing name becomes an empty text, which `renderRequest` refuses.
 */
export function pathParameters(args: JsonObject, nameParameter: string, nameArgument: string): Record<string, string> {
  const text = (name: string) => (typeof args[name] === "string" ? args[name] : "");
  return {
    organizationName: text("organizationName"),
    projectName: text("projectName"),
    [nameParameter]: text(nameArgument),
  };
}
