import { parseLossless } from "../json";
import { operationOf } from "../http/operations";
import type { Change, RecordedRequest } from "../http/requestLog";
import { containerGroupUpdate } from "../service/containerGroupSchema";
import { queueUpdate } from "../service/queue";
import { queueJobResponse } from "../service/queueJob";
import { object, type Schema } from "../service/schema";
import { ANYTHING, masked, shownChanges, UNKNOWN, type ShownChange } from "./masked";

/** A request as the log, the page and the admin API show it: without headers. */
export interface RequestView {
  id: string;
  /** When its head arrived. */
  time: string;
  method: string;
  path: string;
  /** 0 where none was sent. */
  status: number;
  duration_ms?: number;
  fault?: string;
  refusal?: string;
  /** Of the body as received. */
  bytes: number;
  /** Absent where there was none, or none that is JSON. */
  body?: unknown;
  /** Absent where it was not accepted, or only reads. */
  changes?: ShownChange[];
}

const DOCUMENTS: Readonly<Record<Change["kind"], Schema>> = {
  group: object({ ...containerGroupUpdate.properties, version: { type: "integer" } }),
  queue: queueUpdate,
  job: queueJobResponse,
};

/** What may be shown of a request: nothing secret, unless `isUnmasked`. */
export function viewOf(request: RecordedRequest, isUnmasked = false): RequestView {
  const { requestId, startedAt, method, path, status, durationMs, fault, refusal, body, rawBody, change } = request;
  const bodySchema = isUnmasked ? ANYTHING : operationOf(method, path)?.body;
  return {
    id: requestId,
    time: new Date(startedAt).toISOString(),
    method,
    path: isUnmasked ? path : shownPath(path),
    status,
    duration_ms: durationMs,
    fault,
    refusal,
    bytes: Buffer.byteLength(rawBody),
    body: body === undefined ? undefined : masked(parseLossless(rawBody, body), bodySchema),
    changes: change && changesOf(change, isUnmasked ? ANYTHING : DOCUMENTS[change.kind]),
  };
}

/** What was made is shown whole, what was patched field by field. */
function changesOf({ before, after }: Change, schema: Schema): ShownChange[] {
  if (before === undefined) {
    return [{ pointer: "", after: masked(after, schema) }];
  }
  const changes = shownChanges(before, after, schema);
  // What follows from the others comes last.
  const isVersion = ({ pointer }: ShownChange): boolean => pointer === "/version";
  return [...changes.filter((change) => !isVersion(change)), ...changes.filter(isVersion)];
}

/** The path, with the values of such parameters alone as a listing has. */
function shownPath(path: string): string {
  const [before = "", ...query] = path.split("?");
  const shown = query.join("?").replaceAll(/=(?!\d+(?:&|$))[^&]*/g, `=${UNKNOWN}`);
  return query.length === 0 ? before : `${before}?${shown}`;
}
