import type { CreateResult, DiffResult, ReadResult, ResourceProvider, UpdateResult } from "@pulumi/pulumi/dynamic";
import { renderRequest } from "../core/http/operations";
import { isJsonObject } from "../../common/json";
import { queueJobArguments, queueJobBody, queueJobObserved } from "../core/schema/queueJob";
import { membersOf } from "../core/schema/members";
import { toWire } from "../core/schema/wireNames";
import { maskBody } from "../core/secrets/masking";
import { secretValues } from "../core/secrets/secretValues";
import { clientFor } from "../engine/configuration";
import { hideStack, InitializationFailedError } from "../engine/errors";
import { showRequest, warn } from "../engine/printing";
import type { Run } from "../engine/run";
import { fromProperties, toOutputs, type Properties, type ResourceState } from "../engine/state";
import { differingArguments } from "./change";
import { keepObserved, observeResponse, type ObservedShape } from "./observing";
import { pathParameters } from "./requests";
import { announceOptions, optionsDiffer, ResourceProviderBase } from "./resourceProvider";

/** A job's output may repeat any part of these arguments. */
const OBSERVED: ObservedShape = {
  arguments: membersOf(queueJobArguments),
  observed: membersOf(queueJobObserved),
  repeats: { output: [["input"], ["metadata"]] },
};

const BODY = membersOf(queueJobBody);

/** A job's id ends in this if its response held no id. */
const UNKNOWN_JOB = "unknown";

/**
 * A `QueueJob` is posted once and never changed. Another argument means another job; a job that is gone from the program is
 * forgotten.
 */
class QueueJobProvider extends ResourceProviderBase implements ResourceProvider {
  protected readonly schema = queueJobArguments;

  diff = (id: string, olds: Properties, news: Properties): Promise<DiffResult> => {
    const before = fromProperties(olds);
    const after = fromProperties(news);
    const names = new Set([...Object.keys(before.args), ...Object.keys(after.args)]);
    const replaces = differingArguments([...names], before.args, after.args);
    if (replaces.length === 0) {
      announceOptions(id, before, after);
    }
    return Promise.resolve({ changes: replaces.length > 0 || optionsDiffer(before, after), replaces });
  };

  create = async (inputs: Properties): Promise<CreateResult> => {
    const state = fromProperties(inputs);
    const { args } = state;
    const service = this.serviceOf(state);
    const client = clientFor(service);
    const request = renderRequest("createQueueJob", parametersOf(state), { body: toWire(args, BODY) });
    const secrets = () => secretValues([state], OBSERVED.arguments);
    const { body, unreadable } = await client.send(request, { secrets }).catch((error: unknown) => {
      throw error instanceof Error ? hideStack(error) : error;
    });
    const response = isJsonObject(body) ? body : {};
    const observed = observeResponse(response, state, service.settings, OBSERVED, (message) =>
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

  /** Called if only `ignoreChanges` or a secret mark changed, or after an unreadable response: nothing is sent. */
  update = (_id: string, olds: Properties, news: Properties): Promise<UpdateResult> => {
    const after = fromProperties(news);
    return Promise.resolve({ outs: toOutputs(after, keepObserved(fromProperties(olds).observed, after, OBSERVED)) });
  };

  /** The API has no way to read a queue's job. */
  read = (id: string, properties: Properties = {}): Promise<ReadResult> => Promise.resolve({ id, props: properties });

  protected showCreation(state: ResourceState): void {
    const body = maskBody(toWire(state.args, BODY), { body: BODY, declarations: [state] });
    showRequest("createQueueJob", parametersOf(state), body);
  }
}

const parametersOf = ({ args }: ResourceState) => pathParameters(args, "queueName", "queueName");

export const queueJob = (run?: Run): ResourceProvider => new QueueJobProvider(run);
