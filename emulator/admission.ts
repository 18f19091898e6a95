import { RESOURCE_NAME } from "./formats";
import { Problem } from "./problem";
import type { OpenRequest } from "./requestLog";
import type { Call, Operation } from "./routes";
import { pointerStep, type Violation } from "./rules";

/** What a request must show to be let in. */
export interface Credential {
  header: string;
  key: string;
}

/** What Fastify found in the URL. */
export interface Url {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | string[]>>;
}

/**
 * Lets a request in to its operation, or throws the Problem that refuses it. Looked at in this order: key (401), names in the
 * path (400), query (400), media type (415), JSON (400). Whether the object exists is the operation's to say.
 */
export function admit(operation: Operation, request: OpenRequest, url: Url, credential: Credential): Call {
  requireKey(request, credential);
  requireValidNames(url.params);
  const query = readQuery(operation, url.query);
  if (operation.mediaType !== undefined) requireJson(operation.mediaType, request);
  return { params: url.params, query, body: request.body, rawBody: request.rawBody };
}

/** Throws the 401 for a missing or a wrong key. */
export function requireKey(request: OpenRequest, { header, key }: Credential): void {
  const given = request.headers[header.toLowerCase()];
  if (given === key) return;
  const detail =
    given === undefined ? `The header ${header} with an API key is required.` : "The API key is not valid.";
  throw new Problem(401, detail, undefined, { "www-authenticate": "ApiKey" });
}

function requireValidNames(params: Url["params"]): void {
  for (const [parameter, name] of Object.entries(params))
    if (!RESOURCE_NAME.test(name))
      throw new Problem(400, `The path parameter ${parameter} must match ${RESOURCE_NAME.source}.`);
}

function readQuery(operation: Operation, query: Url["query"]): Record<string, string> {
  const known = operation.query ?? {};
  const wrong: Violation[] = [];
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    const most = Object.hasOwn(known, name) ? known[name] : undefined;
    if (most === undefined) wrong.push({ pointer: pointerStep(name), detail: "is not a known query parameter" });
    else if (typeof value !== "string" || !/^\d+$/.test(value) || Number(value) < 1 || Number(value) > most)
      wrong.push({ pointer: pointerStep(name), detail: `must be one integer from 1 to ${most}` });
    else read[name] = value;
  }
  if (wrong.length === 0) return read;
  const words = wrong.map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`).join("; ");
  throw new Problem(400, `The query is refused: ${words}.`, wrong);
}

function requireJson(mediaType: string, request: OpenRequest): void {
  const [given, ...parameters] = (request.headers["content-type"] ?? "").split(";").map((part) => part.trim());
  const plain = parameters.every((parameter) => /^charset="?utf-8"?$/i.test(parameter));
  if (given?.toLowerCase() !== mediaType || !plain)
    throw new Problem(415, `The body must be sent as ${mediaType}.`, undefined, { accept: mediaType });
  if (request.body === undefined) throw new Problem(400, "The body is no JSON.");
}
