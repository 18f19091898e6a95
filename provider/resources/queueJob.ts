import type { CreateResult, DiffResult, ReadResult, ResourceProvider, UpdateResult } from "@pulumi/pulumi/dynamic";
import { equalJson } from "../core/json/json";
import { membersOf } from "../core/schema/members";
import { hasUnknown, isJsonObject } from "../core/json/object";
import { renderRequest } from "../core/http/operations";
import { queueJobArguments, queueJobBody, queueJobObserved } from "../core/schema/queueJob";
import { maskBody, maskedWire } from "../core/secrets/masking";
import { secretValues } from "../core/secrets/secretValues";
import { toWire } from "../core/schema/wireNames";
import { ResourceProviderBase, type Properties } from "./resourceProvider";
import { InitializationFailedError, hideStack } from "../engine/errors";
import { keepObserved, observeResponse, type ObservedShape } from "./observing";
import { showRequest, warn } from "../engine/printing";
import { fromProperties, toOutputs, type ResourceState } from "../engine/state";

/** A job's output may repeat any part of what it was given. */
const OBSERVED: ObservedShape = {
  arguments: queueJobArguments,
  observed: queueJobObserved,
  repeats: { output: [["input"], ["metadata"]] },
};

/** Stands in the id of a job whose response did not say it. */
const UNKNOWN_JOB = "unknown";

/**
 * What happens to a `QueueJob`: it is posted once and never changed. Another
 * argument is another job; a job that is gone from the program is forgotten.
 */
class QueueJobProvider extends ResourceProviderBase implements ResourceProvider {
  protected readonly schema = queueJobArguments;
  readonly #arguments = membersOf(queueJobArguments);
  readonly #body = membersOf(queueJobBody);

  diff = (id: string, olds: Properties, news: Properties): Promise<DiffResult> => {
    const before = fromProperties(olds);
    const after = fromProperties(news);
    const replaces = [...new Set([...Object.keys(before.args), ...Object.keys(after.args)])].filter(
      (name) => hasUnknown(after.args[name]) || !equalJson(before.args[name], after.args[name]),
    );
    const changes = replaces.length > 0 || this.internalsDiffer(id, before, after);
    return Promise.resolve({ changes, replaces });
  };

  create = async (inputs: Properties): Promise<CreateResult> => {
    const state = fromProperties(inputs);
    const { client, settings } = this.configuration.client(state.args["profile"]);
    const request = renderRequest("createQueueJob", this.#parameters(state), { body: toWire(state.args, this.#body) });
    const secrets = secretValues(state.args, this.#arguments, state.secretPaths);
    const { body, unreadable } = await client.send(request, { secrets }).catch((error: unknown) => {
      throw error instanceof Error ? hideStack(error) : error;
    });
    const response = isJsonObject(body) ? body : {};
    const observed = observeResponse(response, state, settings, OBSERVED, (message) =>
      warn(`job in queue ${request.objectPath}: ${message}`),
    );
    const outs = toOutputs(state, observed);
    const { id } = observed.fields;
    if (typeof id === "string" && id !== "") {
      return { id: `${request.objectPath}/${id}`, outs };
    }
    throw new InitializationFailedError(`${request.objectPath}/${UNKNOWN_JOB}`, outs, [
      `${request.operation.title} ${request.objectPath}: the service accepted the job, but its response cannot be used: ` +
        `${unreadable ?? "it has no id"}. ` +
        "The job is kept as posted, and the next `pulumi up` posts nothing.",
    ]);
  };

  /** Reached when only a mark of secrecy changed, or after a response that could not be read: there is nothing to send. */
  update = (_id: string, olds: Properties, news: Properties): Promise<UpdateResult> => {
    const after = fromProperties(news);
    return Promise.resolve({ outs: toOutputs(after, keepObserved(fromProperties(olds).observed, after, OBSERVED)) });
  };

  /** The API has no way to read a queue's job. */
  read = (id: string, properties: Properties = {}): Promise<ReadResult> => Promise.resolve({ id, props: properties });

  #parameters({ args }: ResourceState): Record<string, string> {
    return {
      organizationName: String(args["organizationName"]),
      projectName: String(args["projectName"]),
      queueName: String(args["queueName"]),
    };
  }

  protected showCreation(state: ResourceState): void {
    const masked = maskedWire(state.args, this.#arguments, this.#body, state.secretPaths);
    showRequest("createQueueJob", this.#parameters(state), maskBody(toWire(state.args, this.#body), masked));
  }
}

export const queueJob = (): ResourceProvider => new QueueJobProvider();
